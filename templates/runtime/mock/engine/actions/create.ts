import {
  createAlreadyExistsError,
  getCollectionSegments,
  createFillContext,
  requireParent,
  requireResource,
  type CallContext,
  type Plan,
  type PlanAction,
} from '../call.js';
import { hashEncryptionKeys } from '../rules/encryption-key.js';
import { completeNewResource, continueGenerations, omitServerFields } from '../server-fields.js';
import type { JsonObject } from '../../lib/json.js';
import { findQuota } from '../rules/quota.js';
import { absentEntity } from '../rules/resource-change.js';
import { requireAvailableRole } from '../rules/active-standby.js';
import { applyCreationRules } from '../rules/index.js';
import type { Member } from '../../state/entity.js';
import type { Place } from '../../world/resource.js';
import { chooseNewPlace, omitNamesSetByParameters } from './new-place.js';
import { requireVersion } from '../rules/etag.js';

export const createResource: PlanAction<'create'> = async (call, { replaces }) => {
  const resource = requireResource(call);
  const collection = getCollectionSegments(call);
  const body = omitNamesSetByParameters(call, resource, omitServerFields(resource, call.body));
  const place = chooseNewPlace(call, { resource, collection, body });
  requireParent(call, place);
  const present = call.state.locate(place);
  requireVersion(call, present?.entity.body);
  return planCreation(call, { place, body, ...(replaces && present && { replaced: present }) });
};

interface Creation {
  readonly place: Place;
  readonly body: JsonObject;
  /** The present resource that the new one replaces. */
  readonly replaced?: Member;
}

/** Throws 409 if a resource other than `replaced` exists, and 400 if the new resource breaks a rule. */
export async function planCreation(call: CallContext, { place, body, replaced }: Creation): Promise<Plan> {
  if (!replaced && call.state.locate(place)) throw createAlreadyExistsError(place);
  const completed = completeNewResource(place, await hashEncryptionKeys(place.resource, body), createFillContext(call));
  const filled = replaced ? continueGenerations(place, { before: replaced.entity.body, body: completed }) : completed;
  const { next, sideEffects } = await applyCreationRules(
    { call, place, before: absentEntity, sent: body, next: filled, sideEffects: [] },
    replaced?.entity.body,
  );
  requireAvailableRole({ call, place, next });
  const quota = findQuota(call, place);
  return {
    effects: [
      ...(replaced ? [{ kind: 'remove', path: place.path, version: replaced.entity.version } as const] : []),
      { kind: 'put', path: place.path, body: next, ...(!replaced && { version: 0 }) },
      ...sideEffects,
      ...(quota?.effects ?? []),
    ],
    response: { place },
    target: { place, body: next },
    ...(quota?.failure && { failure: quota.failure }),
  };
}
