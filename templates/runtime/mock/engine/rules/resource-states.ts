/** Validates fields with states, and changes of resources in a state that doesn't allow them. */
import { formatAlternatives } from '../../../rules/field-paths.js';
import type { SchemaRule, StatesRule } from '../../../rule.js';
import { isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { createInvalidFieldError, type ApplyRule } from './resource-change.js';
import { HttpError } from '../../lib/http-error.js';
import { formatPlace } from '../../world/links.js';
import type { Place } from '../../world/resource.js';

/** Throws 400 if a field has a value that isn't one of its states. */
export function validateStates(rules: readonly SchemaRule[], body: JsonObject): void {
  for (const { field, values } of rules.filter((rule) => rule.kind === 'states')) {
    const invalidValue = listValues(body, field.split('.')).find((value) => value !== null && !values.includes(value as string));
    if (invalidValue === undefined) continue;
    throw createInvalidFieldError(field, `it must be ${formatAlternatives(values)} (received ${JSON.stringify(invalidValue)})`, 'states');
  }
}

/** Lists the values at a path. `*` matches each key of a map, and the path goes through the elements of arrays. */
function listValues(value: Json, [name, ...rest]: readonly string[]): readonly Json[] {
  if (isList(value)) return value.flatMap((inner) => listValues(inner, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  if (!isObject(value)) return [];
  const members = name === '*' ? Object.values(value) : [getMember(value, name)];
  return members.flatMap((inner) => (inner === undefined ? [] : listValues(inner, rest)));
}

/** Throws 400 if the resource can't be used now. */
export function requireMutable(place: Place, body: JsonObject): void {
  for (const { field, immutable = [] } of place.resource.rules.filter((rule) => rule.kind === 'states')) {
    const value = getMember(body, field);
    if (typeof value !== 'string' || !immutable.includes(value)) continue;
    const message = `The resource '${formatPlace(place)}' is not ready: its ${field} is ${value}`;
    throw new HttpError('resourceNotReady', { message, rule: 'states' });
  }
}

export const checkImmutableState: ApplyRule<StatesRule> = (change) => {
  requireMutable(change.place, change.before.body);
  return change;
};
