import { existing, resourceOf } from '../call.js';
import { given } from '../fill.js';
import { pick } from '../json.js';
import { ignoreInvalidChanges, requireSupportedFields } from '../rules/validations.js';
import { mergePatch } from '../merge.js';
import type { PatchableRule } from '../../rule.js';
import { fieldOf } from '../shape.js';
import type { Resource } from '../world/resource.js';
import { ruleOf } from '../world/method.js';
import type { Perform } from './action.js';
import { createMissing, isAllowedMissing } from './missing.js';
import { masked, maskOf, planChange, sentChanges } from './changing.js';

/** Where the shape marks what a patch changes, a method takes none of the fields that are not marked. */
function changedBy(rule: PatchableRule, { fields = {} }: Resource): readonly string[] {
  const marked = Object.values(fields).some(({ patchable }) => patchable);
  return marked ? rule.fields.filter((name) => fieldOf(fields, name)?.patchable) : rule.fields;
}

/** A merge patch; where the method says what it changes, everything else in the body is ignored. */
export const patch: Perform<'patch'> = async (call) => {
  if (isAllowedMissing(call)) return createMissing(call);
  const found = existing(call);
  const sent = given(resourceOf(call), call.body);
  const patchable = ruleOf(call.method, 'patchable');
  const mask = maskOf(call);
  const taken = patchable ? pick(sent, changedBy(patchable, found.place.resource)) : sentChanges({ call, member: found, sent });
  const merged = mask ? masked(found.entity.body, taken, mask) : mergePatch(found.entity.body, taken);
  // A method that names what it changes ignores everything else, and what can't change now.
  const next = patchable ? ignoreInvalidChanges(found.place.resource, merged, found.entity.body) : merged;
  const plan = await planChange({ call, member: found, next });
  // What is ignored is still refused where the resource could not have it.
  if (patchable) requireSupportedFields(found.place.resource, sent, next);
  return plan;
};
