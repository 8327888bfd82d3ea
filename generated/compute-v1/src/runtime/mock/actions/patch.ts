import { requireExisting, requireResource } from '../call.js';
import { omitServerFields } from '../server-fields.js';
import { pick } from '../json.js';
import { ignoreInvalidChanges, requireSupportedFields } from '../rules/validations.js';
import { applyMergePatch } from '../apply-merge-patch.js';
import { getField } from '../field-tables.js';
import type { Resource } from '../world/resource.js';
import { getRule } from '../world/method.js';
import type { PlanAction } from './action.js';
import { createMissing, isAllowedMissing } from './missing.js';
import { applyUpdateMask, getUpdateMaskPaths, planChange, omitUnchangedFields } from './plan-change.js';

/** Omits those of `updatable` that the schema doesn't mark as changed by a patch, if it marks any. */
function omitUnmarked(updatable: readonly string[], { fields = {} }: Resource): readonly string[] {
  const marked = Object.values(fields).some(({ patchable }) => patchable);
  return marked ? updatable.filter((name) => getField(fields, name)?.patchable) : updatable;
}

/** Merges the body into the resource. If a rule lists the fields to update, the others are ignored. */
export const patchResource: PlanAction<'patch'> = async (call) => {
  if (isAllowedMissing(call)) return createMissing(call);
  const found = requireExisting(call);
  const sent = omitServerFields(requireResource(call), call.body);
  const updatable = getRule(call.method, 'update')?.fields;
  const mask = getUpdateMaskPaths(call);
  const taken = updatable ? pick(sent, omitUnmarked(updatable, found.place.resource)) : omitUnchangedFields({ call, member: found, sent });
  const merged = mask ? applyUpdateMask(found.entity.body, taken, mask) : applyMergePatch(found.entity.body, taken);
  // A method that names what it changes ignores everything else, and what can't change now.
  const next = updatable ? ignoreInvalidChanges(found.place.resource, merged, found.entity.body) : merged;
  const plan = await planChange({ call, member: found, next });
  // What is ignored is still refused where the resource could not have it.
  if (updatable) requireSupportedFields(found.place.resource, sent, next);
  return plan;
};
