/** Validates fields with states. */
import { formatAlternatives } from '../../../rules/condition.js';
import type { SchemaRule, StatesRule } from '../../../rule.js';
import { isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { createInvalidFieldError } from './resource-change.js';

/** Throws 400 if a field has a value that isn't one of its states. */
export function validateStates(rules: readonly SchemaRule[], body: JsonObject): void {
  for (const rule of rules) if (rule.kind === 'states') requireState(rule, body);
}

function requireState({ field, values }: StatesRule, body: JsonObject): void {
  const invalidValue = listValues(body, field.split('.')).find((value) => value !== null && !values.includes(value as string));
  if (invalidValue === undefined) return;
  throw createInvalidFieldError(field, `it must be ${formatAlternatives(values)} (received ${JSON.stringify(invalidValue)})`, 'states');
}

/** Lists the values at a path. `*` matches each key of a map, and the path goes through the elements of arrays. */
function listValues(value: Json, [name, ...rest]: readonly string[]): readonly Json[] {
  if (isList(value)) return value.flatMap((inner) => listValues(inner, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  if (!isObject(value)) return [];
  const members = name === '*' ? Object.values(value) : [getMember(value, name)];
  return members.flatMap((inner) => (inner === undefined ? [] : listValues(inner, rest)));
}
