/** Compares what a learned overlay states about errors with recordings. */
import { getList, getMember, getObject, getText, type Json, type JsonObject, type Pointer } from '../../generator/lib/json.js';
import { groupBy } from '../../generator/lib/group-by.js';
import type { Contradiction } from './contradiction.js';
import { renderExpression, SourceTable } from './expressions.js';
import type { ErrorObservation } from './observe-errors.js';
import { getErrorForm } from './propose-errors.js';

/** An entry about errors that applies to an observed one. */
interface AppliedEntry {
  readonly id: string;
  readonly pointer: Pointer;
  readonly value: Json;
}

/** Reports the entries of `x-errors` that recorded errors contradict. */
export function checkErrorEntries(overlay: JsonObject, observations: readonly ErrorObservation[]): Contradiction[] {
  const stated = getObject(overlay, 'x-errors');
  const table = new SourceTable();
  const found = observations.flatMap((observation) => {
    const entry = findEntry(stated, observation);
    if (entry === undefined) return [];
    return listDifferences(entry.value, observation, table).map((field) => ({ entry, field, observation }));
  });
  const groups = groupBy(found, ({ entry, field }) => `${entry.id} ${field}`);
  return [...groups.values()].map((group): Contradiction => {
    const [{ entry, field, observation }] = group as [(typeof found)[number]];
    const scenarios = new Set(group.map((each) => each.observation.scenario)).size;
    const { id, pointer } = entry;
    return { id, pointer, field: `error.${field}`, method: observation.call.method.id, scenarios };
  });
}

/** Finds the entry for an error: that of its method, of the schema of its resource, or of the API. */
function findEntry(stated: JsonObject | undefined, { reason, call, resource }: ErrorObservation): AppliedEntry | undefined {
  if (reason === undefined) return undefined;
  const schema = resource?.template.schema ?? '';
  const places: readonly (readonly [id: string, path: readonly string[]])[] = [
    [`errors:${call.method.id}.${reason}`, ['methods', call.method.id, reason]],
    [`errors:${schema}.${reason}`, ['schemas', schema, reason]],
    [`errors:${reason}`, ['messages', reason]],
  ];
  for (const [id, path] of places) {
    const value = path.reduce<Json | undefined>((current, key) => getMember(current, key), stated);
    if (value !== undefined) return { id, pointer: ['x-errors', ...path], value };
  }
  return undefined;
}

/** Lists the fields of an error that differ from an entry. */
function listDifferences(entry: Json, observation: ErrorObservation, table: SourceTable): string[] {
  const { error } = observation;
  const [first] = getList(error, 'errors');
  const message = typeof entry === 'string' ? entry : getText(entry, 'message');
  const envelope = getText(entry, 'envelope');
  const differences = [
    ...(['code', 'status'] as const).filter((key) => isDifferent(getMember(entry, key), getMember(error, key))),
    ...(['reason', 'domain'] as const).filter((key) => first !== undefined && isDifferent(getMember(entry, key), getMember(first, key))),
    ...(envelope !== undefined && envelope !== getErrorForm(error) ? ['errors'] : []),
  ];
  return message === undefined || hasMessage(message, observation, table) ? differences : [...differences, 'message'];
}

/** Whether a recorded value isn't the stated one. `null` states that there is none. */
const isDifferent = (stated: Json | undefined, recorded: Json | undefined): boolean =>
  stated !== undefined && (stated === null ? recorded !== undefined : stated !== recorded);

/** Whether an error has a message, if the recording shows all parts of its template. */
function hasMessage(message: string, { error, observation }: ErrorObservation, table: SourceTable): boolean {
  const text = renderExpression(message.replaceAll('{name}', '{resourceName}'), observation, table);
  return text === undefined || text === getText(error, 'message');
}
