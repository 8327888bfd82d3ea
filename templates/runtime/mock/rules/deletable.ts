/** What must be gone before a resource can be deleted. */
import type { DeleteRequiresEmptyRule, DeleteBlockedByReferenceRule } from '../../resource-rules.js';
import type { CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { getMemberAt } from '../json.js';
import { toRelativePath } from '../links.js';
import type { Member } from '../state/state.js';
import { createPlace } from '../world/resource.js';
import { isOwnedResource, requireNotOwned } from './owned-resources.js';
import { toLinkedPath } from './linked-path.js';
import { listMembers, listResourcesOfKind } from './siblings.js';

/** Throws 400 where the resource holds others, is used by others, or stays as long as the one above. */
export function requireDeletable(call: CallContext, found: Member): void {
  requireNotOwned(call, found.place, undefined);
  for (const rule of found.place.resource.rules) {
    if (rule.kind === 'deleteRequiresEmpty') requireEmpty(call, found, rule);
    if (rule.kind === 'deleteBlockedByReference') requireUnused(call, found, rule);
  }
}

function requireEmpty(call: CallContext, { place, entity }: Member, { members }: DeleteRequiresEmptyRule): void {
  const resource = call.state.world.resource(place.resource.api, members);
  const below = resource?.steps[place.segments.length];
  if (!resource || !below || !('literal' in below)) return;
  const owner = { place, body: entity.body };
  for (const found of listMembers(
    call.state,
    createPlace(resource, [...place.segments, below.literal, ...resource.behavior.idFields.map(() => '-')]),
  )) {
    if (isOwnedResource(call, owner, found.place)) continue;
    const message = `The resource '${toRelativePath(place.segments)}' cannot be deleted because it is not empty: '${toRelativePath(found.place.segments)}'`;
    throw new HttpError('containerNotEmpty', { message, rule: 'deleteRequiresEmpty' });
  }
}

function requireUnused(call: CallContext, { place }: Member, { by, field }: DeleteBlockedByReferenceRule): void {
  const resource = call.state.world.resource(place.resource.api, by);
  if (!resource) return;
  const own = toRelativePath(place.segments);
  for (const user of listResourcesOfKind(call.state, resource, place.segments)) {
    if (toLinkedPath(getMemberAt(user.entity.body, field), user.place.segments) !== own) continue;
    const message = `The resource '${own}' is already being used by '${toRelativePath(user.place.segments)}'`;
    throw new HttpError('resourceInUseByAnotherResource', { message, rule: 'deleteBlockedByReference' });
  }
}
