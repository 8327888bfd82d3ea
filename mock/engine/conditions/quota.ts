/** Quotas: an array `quotas` of `{ metric, limit, usage }` on a resource limits the resources below it. */
import type { EngineCall, ActionPlan } from '../call.js';
import { getTextMember, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { createFailure, type Failure } from '../../state/apply-effects.js';
import { findParentQuota } from '../../state/quota-usage.js';
import type { Place } from '../../catalog/resource.js';

/** Returns the effect of one more resource on the quota above it, or the failure that it causes. Returns `undefined` without a quota. */
export function findQuota(call: EngineCall, place: Place): Pick<ActionPlan, 'effects' | 'failure'> | undefined {
  const parentQuota = findParentQuota(call.state, place);
  if (!parentQuota) return undefined;
  const limit = Number(getMember(parentQuota.quota, 'limit') ?? Infinity);
  const usage = Number(getMember(parentQuota.quota, 'usage') ?? 0);
  if (usage + 1 > limit) return { failure: createQuotaFailure(parentQuota.owner, parentQuota.quota, limit), effects: [] };
  return { effects: [{ kind: 'count', path: place.path, by: 1 }] };
}

function createQuotaFailure(owner: Place, quota: Json, limit: number): Failure {
  const metric = getTextMember(quota, 'metric') ?? '';
  const message = `Quota '${metric}' exceeded. Limit: ${limit}`;
  const failure = createFailure(403, 'QUOTA_EXCEEDED', message);
  const quotaInfo: JsonObject = {
    metricName: metric,
    limitName: `${metric}-per-project`,
    dimensions: { project: owner.ids[0] ?? '' },
    limit,
  };
  return { ...failure, errors: [{ code: 'QUOTA_EXCEEDED', message, errorDetails: [{ quotaInfo }] }] };
}
