/** Changes a resource: replaces it, or merges the body into it. */
import {
  requireExisting,
  requireResource,
  type PlanAction,
  getParameter,
  getResourcePlace,
  requireParent,
  type CallContext,
  type Plan,
} from '../call.js';
import { omitServerFields } from '../server-fields.js';
import { getRule } from '../../world/method.js';
import { applyUpdateMask, getUpdateMaskPaths, planChange, omitUnchangedFields, keepServerFields, requireNames } from './plan-change.js';
import { emptyObject, pick, applyMergePatch } from '../../lib/json.js';
import type { Resource } from '../../world/resource.js';
import { planCreation } from './create.js';
import { ignoreInvalidChanges, requireSupportedFields } from '../rules/validations.js';
import { getField } from '../../world/field-tables.js';

/** Replaces the resource, or merges the body into it if a rule says that the body is a merge patch. */
export const updateResource: PlanAction<'update'> = async (call, action) => {
  if (getRule(call.method, 'update')?.merge) return patchResource(call, action);
  if (isAllowedMissing(call)) return planMissingResource(call);
  const member = requireExisting(call);
  const { body } = member.entity;
  const sent = omitUnchangedFields(call, member, omitServerFields(requireResource(call), call.body));
  const mask = getUpdateMaskPaths(call);
  const next = mask ? applyUpdateMask(body, sent, mask) : keepServerFields(requireResource(call).fields, body, sent);
  return planChange({ call, member, next });
};

/** Returns whether the resource of the call doesn't exist and the method allows that. */
export function isAllowedMissing(call: CallContext): boolean {
  const rule = getRule(call.method, 'allowMissing');
  if (!rule || (rule.parameter !== undefined && getParameter(call, rule.parameter) !== true)) return false;
  const place = getResourcePlace(call);
  return !call.state.locate(place) && place.resource.behavior.implicit !== true;
}

/** Creates the resource that an update names, from the whole body regardless of the mask. Throws 400 if the body names another resource. */
function planMissingResource(call: CallContext): Promise<Plan> {
  const place = getResourcePlace(call);
  requireParent(call, place);
  const body = applyMergePatch(emptyObject, omitServerFields(requireResource(call), call.body));
  requireNames(place, body);
  return planCreation(call, { place, body });
}

/** Omits the updatable fields that the schema doesn't mark as patchable. Keeps all of them if the schema marks none. */
function omitUnmarkedFields(updatable: readonly string[], { fields = {} }: Resource): readonly string[] {
  const hasPatchable = Object.values(fields).some(({ patchable }) => patchable);
  return hasPatchable ? updatable.filter((name) => getField(fields, name)?.patchable) : updatable;
}

/** Merges the body into the resource. If a rule lists the fields to update, the others are ignored. */
export const patchResource: PlanAction<'patch'> = async (call) => {
  if (isAllowedMissing(call)) return planMissingResource(call);
  const member = requireExisting(call);
  const sent = omitServerFields(requireResource(call), call.body);
  const updatable = getRule(call.method, 'update')?.fields;
  const mask = getUpdateMaskPaths(call);
  const changes = updatable ? pick(sent, omitUnmarkedFields(updatable, member.place.resource)) : omitUnchangedFields(call, member, sent);
  const merged = mask ? applyUpdateMask(member.entity.body, changes, mask) : applyMergePatch(member.entity.body, changes);
  // A method that lists its updatable fields ignores all other changes, and invalid changes of those fields.
  const next = updatable ? ignoreInvalidChanges(member.place.resource, merged, member.entity.body) : merged;
  const plan = await planChange({ call, member, next });
  // Ignored fields must still be supported by the resource.
  if (updatable) requireSupportedFields(member.place.resource, sent, next);
  return plan;
};
