/** Recognizes that requests for other resources can have changed a resource: for those below it, and for the elements of its lists. */
import type { Api } from '../../model/model.js';
import { getLookup, getSchemaId } from '../../model/schema-lookup.js';
import { type Call, isSuccess } from './calls.js';
import { FieldTypes } from './flatten.js';
import type { Observation } from './observe.js';

const listEarlierCalls = ({ scenario, index }: Observation): readonly Call[] => scenario.calls.slice(0, index).filter(isSuccess);

/** Whether an earlier request deleted a resource below this one, which can have removed fields of it. */
export const hasDeletedBelow = (observation: Observation): boolean =>
  listEarlierCalls(observation).some(
    ({ method, path }) => method.action.kind === 'delete' && path.startsWith(`${observation.resource?.path}/`),
  );

/** Whether an earlier request created or deleted a resource that can be an element of a list. */
export function hasChangedElements(api: Api, observation: Observation, path: string): boolean {
  const list = getLookup(api).resolve(new FieldTypes(api).find(observation.type, path)?.type);
  const schema = list?.kind === 'array' ? getSchemaId(list.items) : undefined;
  if (schema === undefined) return false;
  const collections = new Set(api.resources.filter((resource) => resource.schema === schema).map((resource) => resource.path));
  return listEarlierCalls(observation).some(
    ({ method: { action } }) => (action.kind === 'create' || action.kind === 'delete') && collections.has(action.resource),
  );
}
