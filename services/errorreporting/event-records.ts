/** Error events as records of the mock: how seeds contain them, and how they follow changes of their groups. */
import {
  formatSuggestion,
  getErrorPath,
  isObject,
  listMemberNames,
  omitNulls,
  parseInstant,
  type JsonObject,
  type RecordProblem,
  type ServiceRecords,
  type Catalog,
} from '../../mock/service.js';
import { addEvent, createMirrorEffects, putMirror } from './event-store.js';

export interface EventError {
  readonly field: string;
  /** Set if a required field is missing. */
  readonly missing?: true;
  readonly message: string;
}

/** Returns the first error, or `undefined` if the event is valid. */
export function findEventError({ message, eventTime, serviceContext }: JsonObject): EventError | undefined {
  if (message === undefined || message === '') return { field: 'message', missing: true, message: 'is missing' };
  if (typeof message !== 'string') return { field: 'message', message: 'must be a string' };
  if (eventTime !== undefined && parseInstant(eventTime) === undefined) return { field: 'eventTime', message: 'must be an RFC 3339 time' };
  if (serviceContext !== undefined && !isObject(serviceContext)) return { field: 'serviceContext', message: 'must be an object' };
  return undefined;
}

/** Validates an event like a reported one. Fields that only a report requires may be absent. */
function findShapeProblems(event: JsonObject, { methods }: Catalog): readonly RecordProblem[] {
  const reportMethod = methods.find(
    ({ behavior: { action } }) => action.kind === 'service' && action.module === 'errorreporting/report-event',
  );
  const validate = reportMethod?.behavior.validate;
  if (!reportMethod || !validate || validate({ requestBody: omitNulls(event) })) return [];
  const { behavior, api } = reportMethod;
  const fields = api.objectTypes?.[behavior.requestType ?? ''];
  return (validate.errors ?? []).flatMap((error) => {
    if (error.keyword === 'required' && error.params['missingProperty'] === 'serviceContext') return [];
    const [root, ...parts] = getErrorPath(error);
    if (root !== 'requestBody' || parts.length === 0) return [];
    const path = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    if (error.keyword !== 'additionalProperties') return [{ path, message: error.message ?? error.keyword }];
    const known = listMemberNames(fields, api.objectTypes, parts.slice(0, -1));
    return [{ path, message: `unknown field${formatSuggestion(parts.at(-1) ?? '', known)}`, isName: true }];
  });
}

export const eventRecords: ServiceRecords = {
  findProblems(event, catalog) {
    const error = findEventError(event);
    const shapeProblems = findShapeProblems(event, catalog);
    return error
      ? [{ path: [error.field], message: error.message }, ...shapeProblems.filter(({ path }) => path[0] !== error.field)]
      : shapeProblems;
  },
  add: (state, { owner, record, at }) => addEvent(state, owner, { body: record, at, reported: false }),
  updateAfterSeed: putMirror,
  planRelatedEffects: createMirrorEffects,
};
