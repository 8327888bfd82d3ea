import { requireExisting, requireResource } from '../call.js';
import { omitServerFields } from '../server-fields.js';
import { pick } from '../json.js';
import { ignoreInvalidChanges, requireSupportedFields } from '../rules/validations.js';
import { applyMergePatch } from '../apply-merge-patch.js';
import type { UpdatableFieldsRule } from '../../rule.js';
import { getField } from '../field-tables.js';
import type { Resource } from '../world/resource.js';
import { getRule } from '../world/method.js';
import type { PlanAction } from './action.js';
import { createMissing, isAllowedMissing } from './missing.js';
import { applyUpdateMask, getUpdateMaskPaths, planChange, omitUnchangedFields } from './plan-change.js';

/** Where the shape marks what a patch changes, a method takes none of the fields that are not marked. */
function getUpdatableFields(rule: UpdatableFieldsRule, { fields = {} }: Resource): readonly string[] {
  const marked = Object.values(fields).some(({ patchable }) => patchable);
  return marked ? rule.fields.filter((name) => getField(fields, name)?.patchable) : rule.fields;
}

/** A merge patch; where the method says what it changes, everything else in the body is ignored. */
export const patchResource: PlanAction<'patch'> = async (call) => {
  if (isAllowedMissing(call)) return createMissing(call);
  const found = requireExisting(call);
  const sent = omitServerFields(requireResource(call), call.body);
  const patchable = getRule(call.method, 'updatableFields');
  const mask = getUpdateMaskPaths(call);
  const taken = patchable
    ? pick(sent, getUpdatableFields(patchable, found.place.resource))
    : omitUnchangedFields({ call, member: found, sent });
  const merged = mask ? applyUpdateMask(found.entity.body, taken, mask) : applyMergePatch(found.entity.body, taken);
  // A method that names what it changes ignores everything else, and what can't change now.
  const next = patchable ? ignoreInvalidChanges(found.place.resource, merged, found.entity.body) : merged;
  const plan = await planChange({ call, member: found, next });
  // What is ignored is still refused where the resource could not have it.
  if (patchable) requireSupportedFields(found.place.resource, sent, next);
  return plan;
};
