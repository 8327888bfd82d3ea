/** Quotas: a list `quotas` of `{ metric, limit, usage }` on a resource limits what is created below it. */
import type { Call } from './call.js';
import { failureOf, type Effect, type Failure } from './state/effects.js';
import { isList, member, textMember, withMember, type Json, type JsonObject } from './json.js';
import { placeOf, type Place } from './world/resource.js';

export interface Quota {
  /** Absent where the quota admits one more. */
  readonly failure?: Failure;
  readonly raise: readonly Effect[];
}

/** `SNAPSHOTS` for a collection `snapshots`. */
function metricOf(place: Place): string {
  const collection = place.segments.at(-place.resource.idCount - 1) ?? '';
  return collection.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/** The quota that the nearest resource above the place sets; `undefined` where none does. */
export function quotaOf(call: Call, place: Place): Quota | undefined {
  const metric = metricOf(place);
  for (let length = place.segments.length - 1; length > 0; length--) {
    const owner = call.state.world.place(`/${place.path.split('/').slice(0, length).join('/')}`);
    const entity = owner && call.state.entity(placeOf(owner.resource, owner.segments));
    const quotas = member(entity?.body, 'quotas');
    const quota = isList(quotas) ? quotas.find((each) => member(each, 'metric') === metric) : undefined;
    if (owner && isList(quotas) && quota !== undefined) return decide(owner, quotas, quota);
  }
  return undefined;
}

function decide(owner: Place, quotas: readonly Json[], quota: Json): Quota {
  const limit = Number(member(quota, 'limit') ?? Infinity);
  const usage = Number(member(quota, 'usage') ?? 0);
  if (usage + 1 > limit) return { failure: exceeded(owner, quota, limit), raise: [] };
  const raised = quotas.map((each) => (each === quota ? withMember(each as JsonObject, 'usage', usage + 1) : each));
  return { raise: [{ kind: 'set', path: owner.path, fields: { quotas: raised } }] };
}

function exceeded(owner: Place, quota: Json, limit: number): Failure {
  const metric = textMember(quota, 'metric') ?? '';
  const message = `Quota '${metric}' exceeded. Limit: ${limit}`;
  const failure = failureOf(403, 'QUOTA_EXCEEDED', message);
  const quotaInfo: JsonObject = {
    metricName: metric,
    limitName: `${metric}-per-project`,
    dimensions: { project: owner.ids[0] ?? '' },
    limit,
  };
  return { ...failure, errors: [{ code: 'QUOTA_EXCEEDED', message, errorDetails: [{ quotaInfo }] }] };
}
