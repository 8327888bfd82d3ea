import { requireExisting, requireResource } from '../call.js';
import { omitServerFields } from '../server-fields.js';
import { pick } from '../../lib/json.js';
import { ignoreInvalidChanges, requireSupportedFields } from '../rules/validations.js';
import { applyMergePatch } from '../../lib/apply-merge-patch.js';
import { getField } from '../../world/field-tables.js';
import type { Resource } from '../../world/resource.js';
import { getRule } from '../../world/method.js';
import type { PlanAction } from './action.js';
import { createMissing, isAllowedMissing } from './missing.js';
import { applyUpdateMask, getUpdateMaskPaths, planChange, omitUnchangedFields } from './plan-change.js';

/** Omits the updatable fields that the schema doesn't mark as patchable. Keeps all of them if the schema marks none. */
function omitUnmarked(updatable: readonly string[], { fields = {} }: Resource): readonly string[] {
  const hasPatchable = Object.values(fields).some(({ patchable }) => patchable);
  return hasPatchable ? updatable.filter((name) => getField(fields, name)?.patchable) : updatable;
}

/** Merges the body into the resource. If a rule lists the fields to update, the others are ignored. */
export const patchResource: PlanAction<'patch'> = async (call) => {
  if (isAllowedMissing(call)) return createMissing(call);
  const member = requireExisting(call);
  const sent = omitServerFields(requireResource(call), call.body);
  const updatable = getRule(call.method, 'update')?.fields;
  const mask = getUpdateMaskPaths(call);
  const changes = updatable ? pick(sent, omitUnmarked(updatable, member.place.resource)) : omitUnchangedFields({ call, member, sent });
  const merged = mask ? applyUpdateMask(member.entity.body, changes, mask) : applyMergePatch(member.entity.body, changes);
  // A method that lists its updatable fields ignores all other changes, and invalid changes of those fields.
  const next = updatable ? ignoreInvalidChanges(member.place.resource, merged, member.entity.body) : merged;
  const plan = await planChange({ call, member, next });
  // Ignored fields must still be supported by the resource.
  if (updatable) requireSupportedFields(member.place.resource, sent, next);
  return plan;
};
