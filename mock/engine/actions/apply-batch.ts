import {
  createAlreadyExistsError,
  getCollectionSegments,
  createFillContext,
  planPut,
  createRequiredFieldError,
  requireParent,
  requireResource,
  type EngineCall,
  type PlanAction,
} from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { completeNewResource, omitServerFields } from '../server-fields.js';
import { formatInstant } from '../../lib/instants.js';
import { isEqual, isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { formatPlace } from '../../catalog/links.js';
import { mapByServices } from '../service-modules.js';
import { BatchChanges } from '../batch-changes.js';
import { createInvalidFieldError, absentEntity } from '../resource-change.js';
import { requireNotOwned } from '../rule-kinds/owned-resources.js';
import { applyCreationRules } from '../rule-kinds/index.js';
import type { Effect } from '../../state/apply-effects.js';
import { toEtagFields } from '../../catalog/field-tables.js';
import { selectOperationFields } from '../../catalog/operation-fields.js';
import { createPlace, type Place, type CompiledResource } from '../../catalog/resource.js';
import { chooseNewPlace, requireCollection, type CollectionPlace } from './new-place.js';
import { storeRecord } from '../operations/change-records.js';

/** Applies deletions and additions atomically, and stores the batch as a resource. */
export const applyBatch: PlanAction<'batch'> = async (call, action) => {
  const resource = requireResource(call);
  const collection = getCollectionSegments(call);
  const members = requireCollection(call, action.members);
  const deletions = readEntries(call, action.deletions, members);
  const additions = readEntries(call, action.additions, members);
  if (deletions.length + additions.length === 0) {
    throw new HttpError('required', {
      message: `The request body must contain '${action.additions}' or '${action.deletions}'.`,
      location: action.additions,
      rule: 'batch',
    });
  }
  const body = omitServerFields(resource, call.body);
  const place = chooseNewPlace(call, { resource, collection, body });
  requireParent(call, place);
  const deletedPaths = requireDistinctPaths(deletions);
  const addedPaths = requireDistinctPaths(additions);
  const effects = [...planDeletions(call, deletions, addedPaths), ...(await planAdditions(call, additions, deletedPaths))];
  const stored = {
    ...completeNewResource(place, body, createFillContext(call)),
    ...selectOperationFields(resource, { startTime: formatInstant(call.at) }),
  };
  return { effects: [...effects, ...storeRecord(call, place, stored)], response: { place }, target: { place, body: stored } };
};

interface ChangedMember {
  readonly place: Place;
  readonly body: JsonObject;
  /** The location in the request: `additions[0]`. */
  readonly at: string;
}

/** Throws 400 if an entry isn't an object or has no name. */
function readEntries(call: EngineCall, field: string, { resource, collection }: CollectionPlace): readonly ChangedMember[] {
  const value: Json | undefined = getMember(call.body, field);
  if (value === undefined) return [];
  if (!isList(value)) throw createInvalidFieldError(field, 'must be an array', 'batch');
  return value.map((body, index) => {
    const at = `${field}[${index}]`;
    if (!isObject(body)) throw createInvalidFieldError(at, 'must be an object', 'batch');
    const ids = resource.behavior.idFields.map((name) => {
      const id = getMember(body, name);
      if (typeof id === 'string' && id !== '') return id;
      throw createRequiredFieldError(`${at}.${name}`, 'batch');
    });
    return { place: createPlace(resource, [...collection, ...ids]), body, at };
  });
}

/** Returns the paths of the resources. Throws 400 if two entries name the same one. */
function requireDistinctPaths(entries: readonly ChangedMember[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { place, at } of entries) {
    if (paths.has(place.path))
      throw new HttpError('invalid', { message: `'${at}' repeats the resource '${place.path}'`, location: at, rule: 'batch' });
    paths.add(place.path);
  }
  return paths;
}

/**
 * Returns the fields of a resource to compare. Domain names ignore case, records ignore order and spelling, and an empty array equals an
 * absent field.
 */
function toComparable(resource: CompiledResource, body: JsonObject): JsonObject {
  const { fields, behavior, domainIds } = resource;
  const domains = new Set(behavior.idFields.filter((_, index) => domainIds?.[index]));
  const compared = Object.entries(toEtagFields(fields, mapByServices('toCanonical', resource, body))).filter(
    ([, value]) => !isList(value) || value.length > 0,
  );
  return Object.fromEntries(
    compared.map(([name, value]): [string, Json] => [name, domains.has(name) && typeof value === 'string' ? value.toLowerCase() : value]),
  );
}

/** Throws 412 if a deletion doesn't match the stored resource exactly. */
function planDeletions(call: EngineCall, deletions: readonly ChangedMember[], added: ReadonlySet<string>): readonly Effect[] {
  const effects: Effect[] = [];
  for (const { place, body, at } of deletions) {
    const entity = call.state.findEntity(place);
    if (!entity) {
      const message = `The resource '${formatPlace(place)}' named by '${at}' was not found`;
      throw new HttpError('notFound', { message, location: at, rule: 'batch' });
    }
    if (!isEqual(toComparable(place.resource, body), toComparable(place.resource, entity.body))) {
      const message = `Precondition not met for '${at}': it does not match the present data of '${formatPlace(place)}'`;
      throw new HttpError('conditionNotMet', { message, location: at, rule: 'batch' });
    }
    if (!added.has(place.path)) requireNotOwned(call, place, at);
    effects.push({ kind: 'remove', path: place.path, version: entity.version });
  }
  return effects;
}

async function planAdditions(
  call: EngineCall,
  additions: readonly ChangedMember[],
  removed: ReadonlySet<string>,
): Promise<readonly Effect[]> {
  for (const { place } of additions) {
    if (!removed.has(place.path) && call.state.findEntity(place)) throw createAlreadyExistsError(call, place);
  }
  const batch = new BatchChanges(
    additions.map(({ place, body }) => ({ place, next: body })),
    removed,
  );
  const effects: Effect[] = [];
  for (const { place, body, at } of additions) {
    const { next, sideEffects } = await applyCreationRules({
      call,
      place,
      before: absentEntity,
      next: completeNewResource(place, omitServerFields(place.resource, body), createFillContext(call)),
      batch,
      at,
    });
    effects.push(planPut(call, place, next), ...sideEffects);
  }
  return effects;
}
