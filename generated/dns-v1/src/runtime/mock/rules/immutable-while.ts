/** A resource in certain states can be neither used nor modified. */
import type { ImmutableWhileRule } from '../../rule.js';
import { HttpError } from '../http-error.js';
import { getMember, type JsonObject } from '../json.js';
import { toRelativePath } from '../links.js';
import type { Place } from '../world/resource.js';
import type { ApplyRule } from './resource-change.js';

function refuse(place: Place, body: JsonObject, rule: ImmutableWhileRule): void {
  const value = getMember(body, rule.field);
  if (typeof value !== 'string' || !rule.values.includes(value)) return;
  const message = `The resource '${toRelativePath(place.segments)}' is not ready: its ${rule.field} is ${value}`;
  throw new HttpError('resourceNotReady', { message, rule: 'immutableWhile' });
}

/** Throws 400 where the resource cannot be used now. */
export function requireUnlocked(place: Place, body: JsonObject): void {
  for (const rule of place.resource.rules) if (rule.kind === 'immutableWhile') refuse(place, body, rule);
}

export const checkLocked: ApplyRule<ImmutableWhileRule> = (change, rule) => {
  refuse(change.place, change.before.body, rule);
  return change;
};
