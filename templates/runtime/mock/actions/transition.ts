import { existing, filling } from '../call.js';
import { Refusal } from '../errors.js';
import { fillChanged } from '../fill.js';
import { emptyObject, textMember, withMember } from '../json.js';
import { relativePath } from '../links.js';
import { complete } from '../rules/complete.js';
import { judgeResource } from '../rules/index.js';
import { requireUsable } from '../rules/locked-while.js';
import { requireValidChange } from '../rules/validations.js';
import type { Perform } from './action.js';

/** Moves the resource to another state, as a rule of its schema states it for the method. Throws 400 if the present state doesn't allow it. */
export const transition: Perform<'transition'> = async (call, { returns }) => {
  const { place, entity } = existing(call);
  requireUsable(place, entity.body);
  let next = entity.body;
  for (const rule of place.resource.rules) {
    if (rule.kind !== 'states') continue;
    const moves = (rule.moves ?? []).filter(({ method }) => method === call.method.id);
    if (moves.length === 0) continue;
    const state = textMember(entity.body, rule.field);
    const move = moves.find(({ from }) => from === state);
    if (!move) {
      const allowed = moves.map(({ from }) => from).join(' or ');
      const message = `The resource '${relativePath(place.segments)}' must be ${allowed} (its ${rule.field} is ${state ?? 'not set'})`;
      throw new Refusal('resourceNotReady', { message, location: rule.field, rule: 'states' });
    }
    next = withMember(next, rule.field, move.to);
  }
  const { next: completed, also } = await complete({ call, place, before: entity, sent: call.body, next, also: [] });
  judgeResource({ place, next: completed });
  requireValidChange(place.resource, { next: completed, stored: entity.body });
  const body = fillChanged(place, { before: entity.body, body: completed }, filling(call));
  return {
    effects: [{ kind: 'put', path: place.path, body, version: entity.version }, ...also],
    answer: returns === 'resource' ? { place } : { body: emptyObject },
    target: { place, body: entity.body },
  };
};
