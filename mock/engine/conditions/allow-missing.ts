/** The rule `allowMissing`: a call may be about a resource that doesn't exist. */
import { getRule } from '../../catalog/method.js';
import { getParameter, getResourcePlace, type EngineCall } from '../call.js';

/** Returns whether a call may be about a resource that doesn't exist, by the rule `allowMissing`. */
export function canBeMissing(call: EngineCall): boolean {
  const rule = getRule(call.method, 'allowMissing');
  return rule !== undefined && (rule.parameter === undefined || getParameter(call, rule.parameter) === true);
}

/** Returns whether the resource of the call doesn't exist and the method allows that. */
export function isMissingAndAllowed(call: EngineCall): boolean {
  if (!canBeMissing(call)) return false;
  const place = getResourcePlace(call);
  return !call.state.locate(place) && place.resource.behavior.implicit !== true;
}
