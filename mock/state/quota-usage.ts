/** Quota usage: an array `quotas` of `{ metric, limit, usage }` on a resource counts the resources below it. */
import { isList, getMember, withMember, type Json, type JsonObject } from '../lib/json.js';
import { createPlace, type Place } from '../catalog/resource.js';
import type { State } from './state.js';

export interface CountedQuota {
  readonly owner: Place;
  readonly quotas: readonly Json[];
  readonly quota: Json;
}

/** Returns the quota of the nearest ancestor that limits the collection, or `undefined` without one. */
export function findParentQuota(state: State, { resource: { api, behavior }, segments }: Place): CountedQuota | undefined {
  for (const template of behavior.quota?.owners ?? []) {
    const ownerResource = state.catalog.findResource(api, template);
    const owner = ownerResource && createPlace(ownerResource, segments.slice(0, ownerResource.steps.length));
    const quotas = getMember(owner && state.findEntity(owner)?.body, 'quotas');
    const quota = isList(quotas) ? quotas.find((candidate) => getMember(candidate, 'metric') === behavior.quota?.metric) : undefined;
    if (owner && isList(quotas) && quota !== undefined) return { owner, quotas, quota };
  }
  return undefined;
}

/** Changes the usage of the quota above a place by `by`. The minimum is 0. */
export function changeUsage(state: State, place: Place, by: number): void {
  const parentQuota = findParentQuota(state, place);
  const entity = parentQuota && state.findEntity(parentQuota.owner);
  if (!entity) return;
  const usage = Math.max(0, Number(getMember(parentQuota.quota, 'usage') ?? 0) + by);
  const quotas = parentQuota.quotas.map((candidate) =>
    candidate === parentQuota.quota ? withMember(candidate as JsonObject, 'usage', usage) : candidate,
  );
  state.restore(parentQuota.owner, { body: withMember(entity.body, 'quotas', quotas), version: entity.version });
}
