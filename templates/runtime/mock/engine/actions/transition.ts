import { requireExisting, createFillContext, type PlanAction } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { completeChangedResource } from '../server-fields.js';
import { emptyObject, getTextMember, withMember } from '../../lib/json.js';
import { formatPlace } from '../../world/links.js';
import { applyContentRules } from '../rules/apply-content-rules.js';
import { validateResource } from '../rules/index.js';
import { requireValidChange } from '../rules/validations.js';
import { requireMutable } from '../rules/resource-states.js';

/**
 * Applies the state transition that the `states` rules of the resource define for the method. Throws 400 if the current state doesn't allow
 * it.
 */
export const applyTransition: PlanAction<'transition'> = async (call, { returns }) => {
  const { place, entity } = requireExisting(call);
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
      const message = `The resource '${formatPlace(place)}' must be ${allowed} (its ${rule.field} is ${state ?? 'not set'})`;
      throw new HttpError('resourceNotReady', { message, location: rule.field, rule: 'states' });
    }
    next = withMember(next, rule.field, allowedTransition.to);
  }
  const { next: completed, sideEffects } = await applyContentRules({
    call,
    place,
    before: entity,
    sent: call.body,
    next,
    sideEffects: [],
  });
  validateResource({ place, next: completed });
  requireValidChange(place.resource, { next: completed, stored: entity.body });
  const body = completeChangedResource(place, { before: entity.body, body: completed }, createFillContext(call));
  return {
    effects: [{ kind: 'put', path: place.path, body, version: entity.version }, ...sideEffects],
    response: returns === 'resource' ? { place } : { body: emptyObject },
    target: { place, body: entity.body },
  };
};
