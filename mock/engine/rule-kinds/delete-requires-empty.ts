/** The `deleteRequiresEmpty` rule: a resource can't be deleted while it has child resources that it doesn't own. */
import type { DeleteRequiresEmptyRule } from '../../../runtime/resource-rules.js';
import { getParameter } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { listMembers } from '../../state/list-members.js';
import { formatPlace } from '../../catalog/links.js';
import { createPlace } from '../../catalog/resource.js';
import { listOwnershipRules } from './owned-resources.js';
import type { Deletion, RuleHooks } from './rule-hooks.js';

export const deleteRequiresEmpty: RuleHooks<DeleteRequiresEmptyRule> = { onDelete: requireEmpty };

function requireEmpty({ call, member: { place, entity } }: Deletion, { members, unless }: DeleteRequiresEmptyRule): void {
  if (unless !== undefined && getParameter(call, unless) === true) return;
  const resource = call.state.catalog.findResource(place.resource.api, members);
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
