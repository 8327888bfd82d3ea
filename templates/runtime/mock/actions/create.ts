import { alreadyExists, collectionOfCall, filling, requireParent, resourceOf, type Call, type Plan } from '../call.js';
import { hashKeys } from '../encryption-key.js';
import { fillNew, given } from '../fill.js';
import type { JsonObject } from '../json.js';
import { quotaOf } from '../quota.js';
import { nothing } from '../rules/change.js';
import { requireFreeRole } from '../rules/exclusive-role.js';
import { applyCreation } from '../rules/index.js';
import type { Place } from '../world/resource.js';
import type { Perform } from './action.js';
import { placeOfNew } from './placing.js';

export const create: Perform<'create'> = async (call) => {
  const resource = resourceOf(call);
  const collection = collectionOfCall(call);
  const body = given(resource, call.body);
  const place = placeOfNew(call, { resource, collection, body });
  requireParent(call, place);
  return planCreation(call, place, body);
};

/** Throws 409 where something stands there already, 400 where the new resource breaks a rule. */
export async function planCreation(call: Call, place: Place, body: JsonObject): Promise<Plan> {
  if (call.state.locate(place)) throw alreadyExists(place);
  const filled = fillNew(place, await hashKeys(place.resource.fields, body), filling(call));
  const { next, also } = await applyCreation({ call, place, before: nothing, sent: body, next: filled, also: [] });
  requireFreeRole({ call, place, next });
  const quota = quotaOf(call, place);
  return {
    effects: [{ kind: 'put', path: place.path, body: next, version: 0 }, ...also, ...(quota?.raise ?? [])],
    answer: { place },
    target: { place, body: next },
    ...(quota?.failure && { failure: quota.failure }),
  };
}
