/** Calls that succeed although the resource doesn't exist. */
import { getParameter, getResourcePlace, requireParent, requireResource, type CallContext, type Plan } from '../call.js';
import { omitServerFields, getResourceName } from '../server-fields.js';
import { emptyObject, getMember } from '../../lib/json.js';
import { applyMergePatch } from '../../lib/apply-merge-patch.js';
import { createInvalidFieldError } from '../rules/resource-change.js';
import { getRule } from '../../world/method.js';
import { matchesPlaceName } from '../../world/resource.js';
import { planCreation } from './create.js';

/** Returns whether the resource of the call doesn't exist and the method allows that. */
export function isAllowedMissing(call: CallContext): boolean {
  const rule = getRule(call.method, 'allowMissing');
  if (!rule || (rule.parameter !== undefined && getParameter(call, rule.parameter) !== true)) return false;
  const place = getResourcePlace(call);
  return !call.state.locate(place) && place.resource.behavior.implicit !== true;
}

/** Creates the resource that an update names, from the whole body regardless of the mask. Throws 400 if the body names another resource. */
export function createMissing(call: CallContext): Promise<Plan> {
  const place = getResourcePlace(call);
  requireParent(call, place);
  const body = applyMergePatch(emptyObject, omitServerFields(requireResource(call), call.body));
  place.resource.behavior.idFields.forEach((field, index) => {
    const name = getMember(body, field);
    if (name === undefined || name === getResourceName(place, index) || (typeof name === 'string' && matchesPlaceName(place, index, name)))
      return;
    throw createInvalidFieldError(field, `the path names '${getResourceName(place, index)}'`, 'name');
  });
  return planCreation(call, { place, body });
}
