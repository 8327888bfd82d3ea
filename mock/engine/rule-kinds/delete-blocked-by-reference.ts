/** The `deleteBlockedByReference` rule: a resource can't be deleted while another one links to it. */
import type { DeleteBlockedByReferenceRule } from '../../../runtime/resource-rules.js';
import { HttpError } from '../../lib/http-error.js';
import { getMemberAt } from '../../lib/json.js';
import { listProjectResources } from '../../state/list-members.js';
import { formatPlace, toLinkedPath } from '../../catalog/links.js';
import { isDeleted } from '../../catalog/soft-deletion.js';
import type { Deletion, RuleHooks } from './rule-hooks.js';

export const deleteBlockedByReference: RuleHooks<DeleteBlockedByReferenceRule> = { onDelete: requireUnused };

function requireUnused({ call, member: { place } }: Deletion, { by, field }: DeleteBlockedByReferenceRule): void {
  const resource = call.state.catalog.findResource(place.resource.api, by);
  if (!resource) return;
  const path = formatPlace(place);
  const deletion = call.state.catalog.findSoftDeletion(resource);
  for (const user of listProjectResources(call.state, resource, place.segments)) {
    if (toLinkedPath(getMemberAt(user.entity.body, field), resource.api, user.place.segments) !== path) continue;
    if (deletion && isDeleted(user.entity.body, deletion)) continue;
    const message = `The resource '${path}' is already being used by '${formatPlace(user.place)}'`;
    throw new HttpError('resourceInUseByAnotherResource', { message, rule: 'deleteBlockedByReference' });
  }
}
