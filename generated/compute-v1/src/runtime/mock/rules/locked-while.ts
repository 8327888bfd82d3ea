/** A resource in certain states can be neither used nor modified. */
import type { LockedWhileRule } from '../../rule.js';
import { Refusal } from '../errors.js';
import { member, type JsonObject } from '../json.js';
import { relativePath } from '../links.js';
import type { Place } from '../world/resource.js';
import type { ChangeRule } from './change.js';

function refuse(place: Place, body: JsonObject, rule: LockedWhileRule): void {
  const value = member(body, rule.field);
  if (typeof value !== 'string' || !rule.values.includes(value)) return;
  const message = `The resource '${relativePath(place.segments)}' is not ready: its ${rule.field} is ${value}`;
  throw new Refusal('resourceNotReady', { message, rule: 'lockedWhile' });
}

/** Throws 400 where the resource cannot be used now. */
export function requireUsable(place: Place, body: JsonObject): void {
  for (const rule of place.resource.rules) if (rule.kind === 'lockedWhile') refuse(place, body, rule);
}

export const lockedWhile: ChangeRule<LockedWhileRule> = (change, rule) => {
  refuse(change.place, change.before.body, rule);
  return change;
};
