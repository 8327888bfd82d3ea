import { requireExisting, type PlanAction } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { emptyObject, getTextMember, withMember } from '../../lib/json.js';
import { toRelativePath } from '../../world/links.js';
import { applyContentRules } from '../rules/apply-content-rules.js';
import { requireMutable } from '../rules/resource-states.js';
import { planChange } from './plan-change.js';

/**
 * Applies the state transition that the `states` rules of the resource define for the method. Throws 400 if the current state doesn't allow
 * it.
 */
export const applyTransition: PlanAction<'transition'> = async (call, { returns }) => {
  const member = requireExisting(call);
  const { place, entity } = member;
  requireMutable(place, entity.body);
  let next = entity.body;
  for (const rule of place.resource.rules) {
    if (rule.kind !== 'states') continue;
    const transitions = (rule.transitions ?? []).filter(({ method }) => method === call.method.id);
    if (transitions.length === 0) continue;
    const state = getTextMember(entity.body, rule.field);
    const allowedTransition = transitions.find(({ from }) => from === state);
    if (!allowedTransition) {
      const allowed = transitions.map(({ from }) => from).join(' or ');
      const message = `The resource '${toRelativePath(place.segments)}' must be ${allowed} (its ${rule.field} is ${state ?? 'not set'})`;
      throw new HttpError('resourceNotReady', { message, location: rule.field, rule: 'states' });
    }
    next = withMember(next, rule.field, allowedTransition.to);
  }
  const plan = await planChange({ call, member, next }, applyContentRules);
  return returns === 'resource' ? plan : { ...plan, response: { body: emptyObject } };
};
