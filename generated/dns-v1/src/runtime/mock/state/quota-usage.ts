/** Usage of quotas: a list `quotas` of `{ metric, limit, usage }` on a resource counts what stands below it. */
import { isList, getMember, withMember, type Json, type JsonObject } from '../json.js';
import { createPlace, type Place } from '../world/resource.js';
import type { State } from './state.js';

export interface CountedQuota {
  readonly owner: Place;
  readonly quotas: readonly Json[];
  readonly quota: Json;
}

/** `SNAPSHOTS` for a collection `snapshots`. */
function getMetric(place: Place): string {
  const collection = place.segments.at(-place.resource.idCount - 1) ?? '';
  return collection.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/** The quota that the nearest resource above the place sets; `undefined` where none does. */
export function findParentQuota(state: State, place: Place): CountedQuota | undefined {
  const metric = getMetric(place);
  for (let length = place.segments.length - 1; length > 0; length--) {
    const found = state.world.place(`/${place.path.split('/').slice(0, length).join('/')}`);
    const owner = found && createPlace(found.resource, found.segments);
    const quotas = getMember(owner && state.entity(owner)?.body, 'quotas');
    const quota = isList(quotas) ? quotas.find((each) => getMember(each, 'metric') === metric) : undefined;
    if (owner && isList(quotas) && quota !== undefined) return { owner, quotas, quota };
  }
  return undefined;
}

/** Counts one more, or one less, of what stands at a place; there are never less than none. */
export function addUsage(state: State, place: Place, by: number): void {
  const found = findParentQuota(state, place);
  const entity = found && state.entity(found.owner);
  if (!entity) return;
  const usage = Math.max(0, Number(getMember(found.quota, 'usage') ?? 0) + by);
  const quotas = found.quotas.map((each) => (each === found.quota ? withMember(each as JsonObject, 'usage', usage) : each));
  state.restore(found.owner, { body: withMember(entity.body, 'quotas', quotas), version: entity.version });
}
