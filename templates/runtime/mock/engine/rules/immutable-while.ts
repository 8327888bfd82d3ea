/** A resource in certain states can't be used or modified. */
import type { StatesRule } from '../../../rule.js';
import { HttpError } from '../../lib/http-error.js';
import { getMember, type JsonObject } from '../../lib/json.js';
import { toRelativePath } from '../../world/links.js';
import type { Place } from '../../world/resource.js';
import type { ApplyRule } from './resource-change.js';

/** Throws 400 if the resource can't be used now. */
export function requireMutable(place: Place, body: JsonObject): void {
  for (const rule of place.resource.rules) if (rule.kind === 'states') requireMutableState(place, body, rule);
}

export const checkImmutableState: ApplyRule<StatesRule> = (change, rule) => {
  requireMutableState(change.place, change.before.body, rule);
  return change;
};

function requireMutableState(place: Place, body: JsonObject, { field, immutable = [] }: StatesRule): void {
  const value = getMember(body, field);
  if (typeof value !== 'string' || !immutable.includes(value)) return;
  const message = `The resource '${toRelativePath(place.segments)}' is not ready: its ${field} is ${value}`;
  throw new HttpError('resourceNotReady', { message, rule: 'states' });
}
