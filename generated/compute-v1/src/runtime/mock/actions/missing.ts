/** Calls that also succeed where the resource does not exist. */
import { parameter, placeOfCall, requireParent, resourceOf, type Call, type Plan } from '../call.js';
import { given, nameIn } from '../fill.js';
import { emptyObject, member } from '../json.js';
import { mergePatch } from '../merge.js';
import { invalidField } from '../rules/change.js';
import { ruleOf } from '../world/method.js';
import { isNameOf } from '../world/resource.js';
import { planCreation } from './create.js';

/** Whether the call names a resource that does not exist, and its method admits that. */
export function isAllowedMissing(call: Call): boolean {
  const rule = ruleOf(call.method, 'allowMissing');
  if (!rule || (rule.parameter !== undefined && parameter(call, rule.parameter) !== true)) return false;
  const place = placeOfCall(call);
  return !call.state.locate(place) && place.resource.behaviour.implicit !== true;
}

/** Creates what an update would change: all that the body gives counts, whatever a mask names. Throws 400 where the body names another resource. */
export function createMissing(call: Call): Promise<Plan> {
  const place = placeOfCall(call);
  requireParent(call, place);
  const body = mergePatch(emptyObject, given(resourceOf(call), call.body));
  place.resource.behaviour.idFields.forEach((field, index) => {
    const name = member(body, field);
    if (name === undefined || name === nameIn(place, index) || (typeof name === 'string' && isNameOf(place, index, name))) return;
    throw invalidField(field, `the path names '${nameIn(place, index)}'`, 'name');
  });
  return planCreation(call, { place, body });
}
