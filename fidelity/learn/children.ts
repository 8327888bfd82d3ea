/** Recognizes that requests for other resources can have changed a resource: for those below it, and for the elements of its lists. */
import type { Api } from '../../generator/model/model.js';
import { getLookup, getSchemaId } from '../../generator/model/schema-lookup.js';
import { type ObservedCall, isSuccess } from './calls.js';
import { FieldTypes } from './flatten.js';
import type { Observation } from './observe.js';

const listEarlierCalls = ({ scenario, index }: Observation): readonly ObservedCall[] => scenario.calls.slice(0, index).filter(isSuccess);

/** Whether an earlier request deleted a resource below this one, which can have removed fields of it. */
export function hasDeletedBelow(observation: Observation): boolean {
  const { resource } = observation;
  const isBelow = (path: string): boolean => resource !== undefined && path.startsWith(`${resource.path}/`);
  return listEarlierCalls(observation).some(({ method, path }) => method.action.kind === 'delete' && isBelow(path));
}

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
