import { alreadyExists, collectionOfCall, filling, requireParent, resourceOf, type Call, type Plan } from '../call.js';
import { hashKeys } from '../encryption-key.js';
import { fillNew, fillReplaced, given } from '../fill.js';
import type { JsonObject } from '../json.js';
import { quotaOf } from '../quota.js';
import { nothing } from '../rules/change.js';
import { requireFreeRole } from '../rules/exclusive-role.js';
import { applyCreation } from '../rules/index.js';
import { requireVersion } from '../rules/precondition.js';
import type { Member } from '../state/state.js';
import type { Place } from '../world/resource.js';
import type { Perform } from './action.js';
import { placeOfNew } from './placing.js';

export const create: Perform<'create'> = async (call, { replaces }) => {
  const resource = resourceOf(call);
  const collection = collectionOfCall(call);
  const body = given(resource, call.body);
  const place = placeOfNew(call, { resource, collection, body });
  requireParent(call, place);
  const present = call.state.locate(place);
  requireVersion(call, present?.entity.body);
  return planCreation(call, { place, body, ...(replaces && present && { replaced: present }) });
};

interface Creation {
  readonly place: Place;
  readonly body: JsonObject;
  /** What stands there and gives way. */
  readonly replaced?: Member;
}

/** Throws 409 where something else than `replaced` stands there already, 400 where the new resource breaks a rule. */
export async function planCreation(call: Call, { place, body, replaced }: Creation): Promise<Plan> {
  if (!replaced && call.state.locate(place)) throw alreadyExists(place);
  const made = fillNew(place, await hashKeys(place.resource.fields, body), filling(call));
  const filled = replaced ? fillReplaced(place, { before: replaced.entity.body, body: made }) : made;
  const { next, also } = await applyCreation({ call, place, before: nothing, sent: body, next: filled, also: [] }, replaced?.entity.body);
  requireFreeRole({ call, place, next });
  const quota = quotaOf(call, place);
  return {
    effects: [
      ...(replaced ? [{ kind: 'remove', path: place.path, version: replaced.entity.version } as const] : []),
      { kind: 'put', path: place.path, body: next, ...(!replaced && { version: 0 }) },
      ...also,
      ...(quota?.raise ?? []),
    ],
    answer: { place },
    target: { place, body: next },
    ...(quota?.failure && { failure: quota.failure }),
  };
}
