/** A field with states holds one of them. */
import { formatAlternatives } from '../../rules/condition.js';
import type { SchemaRule, StatesRule } from '../../rule.js';
import { isList, isObject, getMember, type Json, type JsonObject } from '../json.js';
import { invalidFieldError } from './resource-change.js';

/** Throws 400 where a field holds none of its states. */
export function validateStates(rules: readonly SchemaRule[], body: JsonObject): void {
  for (const rule of rules) if (rule.kind === 'states') requireState(rule, body);
}

function requireState({ field, values }: StatesRule, body: JsonObject): void {
  const wrong = valuesAlong(body, field.split('.')).find((value) => value !== null && !values.includes(value as string));
  if (wrong === undefined) return;
  throw invalidFieldError(field, `${JSON.stringify(wrong)} is not one of its states; expected ${formatAlternatives(values)}`, 'states');
}

/** `*` stands for each key of a map; lists are passed through. */
function valuesAlong(value: Json, [name, ...rest]: readonly string[]): readonly Json[] {
  if (isList(value)) return value.flatMap((each) => valuesAlong(each, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  if (!isObject(value)) return [];
  const found = name === '*' ? Object.values(value) : [getMember(value, name)];
  return found.flatMap((each) => (each === undefined ? [] : valuesAlong(each, rest)));
}
