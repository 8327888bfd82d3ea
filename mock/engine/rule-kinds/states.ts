/** The `states` rule: a field has one of its states, and a state can prohibit changes of the resource. */
import { formatAlternatives } from '../../../runtime/rules/field-paths.js';
import type { StatesRule } from '../../../runtime/rule.js';
import { isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { createInvalidFieldError } from '../resource-change.js';
import type { RuleHooks } from './rule-hooks.js';
import { HttpError } from '../../lib/http-error.js';
import { formatPlace } from '../../catalog/links.js';
import type { Place } from '../../catalog/resource.js';

export const states: RuleHooks<StatesRule> = {
  onUpdate(change, rule) {
    requireMutableState(change.place, change.before.body, rule);
    return change;
  },
  onDelete: ({ member }, rule) => requireMutableState(member.place, member.entity.body, rule),
  validate({ next }, { field, values }) {
    const invalidValue = listValues(next, field.split('.')).find((value) => value !== null && !values.includes(value as string));
    if (invalidValue === undefined) return;
    throw createInvalidFieldError(field, `it must be ${formatAlternatives(values)} (received ${JSON.stringify(invalidValue)})`, 'states');
  },
};

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
  for (const rule of place.resource.rules) if (rule.kind === 'states') requireMutableState(place, body, rule);
}

function requireMutableState(place: Place, body: JsonObject, { field, immutable = [] }: StatesRule): void {
  const value = getMember(body, field);
  if (typeof value !== 'string' || !immutable.includes(value)) return;
  const message = `The resource '${formatPlace(place)}' is not ready: its ${field} is ${value}`;
  throw new HttpError('resourceNotReady', { message, rule: 'states' });
}
