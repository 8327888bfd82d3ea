/** Checks whether a resource can be deleted. */
import type { DeleteRequiresEmptyRule, DeleteBlockedByReferenceRule } from '../../../resource-rules.js';
import type { CallContext } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { getMemberAt } from '../../lib/json.js';
import { formatPlace, toLinkedPath } from '../../world/links.js';
import type { Member } from '../../state/entity.js';
import { createPlace } from '../../world/resource.js';
import { listOwnershipRules, requireNotOwned } from './owned-resources.js';
import { listMembers, listResourcesOfKind } from '../../state/list-members.js';

/** Throws 400 if the resource has members, is in use, or can't be deleted before its parent. */
export function requireDeletable(call: CallContext, member: Member): void {
  requireNotOwned(call, member.place, undefined);
  for (const rule of member.place.resource.rules) {
    if (rule.kind === 'deleteRequiresEmpty') requireEmpty(call, member, rule);
    if (rule.kind === 'deleteBlockedByReference') requireUnused(call, member, rule);
  }
}

function requireEmpty(call: CallContext, { place, entity }: Member, { members }: DeleteRequiresEmptyRule): void {
  const resource = call.state.world.findResource(place.resource.api, members);
  const collectionStep = resource?.steps[place.segments.length];
  if (!resource || !collectionStep || !('literal' in collectionStep)) return;
  const owner = { place, next: entity.body };
  const anyMember = createPlace(resource, [...place.segments, collectionStep.literal, ...resource.behavior.idFields.map(() => '-')]);
  for (const member of listMembers(call.state, anyMember)) {
    if (listOwnershipRules(call, owner, member.place).length > 0) continue;
    const message = `The resource '${formatPlace(place)}' cannot be deleted because it is not empty: '${formatPlace(member.place)}'`;
    throw new HttpError('containerNotEmpty', { message, rule: 'deleteRequiresEmpty' });
  }
}

function requireUnused(call: CallContext, { place }: Member, { by, field }: DeleteBlockedByReferenceRule): void {
  const resource = call.state.world.findResource(place.resource.api, by);
  if (!resource) return;
  const path = formatPlace(place);
  for (const user of listResourcesOfKind(call.state, resource, place.segments)) {
    if (toLinkedPath(getMemberAt(user.entity.body, field), resource.api, user.place.segments) !== path) continue;
    const message = `The resource '${path}' is already being used by '${formatPlace(user.place)}'`;
    throw new HttpError('resourceInUseByAnotherResource', { message, rule: 'deleteBlockedByReference' });
  }
}
