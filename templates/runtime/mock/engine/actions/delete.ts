import { createNotFoundError, requireExisting, type ActionByKind, type CallContext, type Plan, type PlanAction } from '../call.js';
import { emptyObject, withMember } from '../../lib/json.js';
import type { Member } from '../../state/entity.js';
import { renderResource } from '../../world/links.js';
import { requireDeletable } from '../rule-kinds/index.js';
import { planChange } from './plan-change.js';
import { isAllowedMissing } from './update.js';

/** Removes the resource, its descendants, and their access policies, or marks the resource as deleted. */
export const deleteResource: PlanAction<'delete'> = (call, { state, returnsResource: isInOperation }) => {
  if (isAllowedMissing(call)) return { effects: [], response: { body: emptyObject }, startsOperation: true };
  const member = requireExisting(call);
  const { place, entity } = member;
  if (entity.version === 0) throw createNotFoundError(call, place);
  requireDeletable(call, member);
  // Some services return the deleted resource.
  const { schema } = place.resource.behavior;
  const returnsResource = isInOperation || (schema !== undefined && call.method.behavior.responseShape === schema);
  if (state) return markDeleted(call, member, { state, returnsResource });
  return {
    effects: [
      { kind: 'remove', path: place.path, version: entity.version },
      { kind: 'count', path: place.path, by: -1 },
    ],
    response: { body: returnsResource ? renderResource(place, entity.body, call.origin) : emptyObject },
    target: { place, body: entity.body },
  };
};

interface SoftDeletion {
  readonly state: NonNullable<ActionByKind<'delete'>['state']>;
  readonly returnsResource: boolean;
}

/** Sets the state of a resource that can be undeleted. An operation returns the resource (AIP-164). */
async function markDeleted(call: CallContext, member: Member, { state, returnsResource }: SoftDeletion): Promise<Plan> {
  const plan = await planChange({ call, member, next: withMember(member.entity.body, state.field, state.value) });
  const isReturned = returnsResource || call.method.behavior.method.operation !== undefined;
  return isReturned ? plan : { ...plan, response: { body: emptyObject } };
}
