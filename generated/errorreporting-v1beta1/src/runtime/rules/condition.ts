/** Conditions on the fields of an object. */
import type { Condition } from '../rule.js';
import type { RuleFields } from './rule-check.js';
import { getEffectiveValue, unknownValue, isPresent, parseFieldWithDefault, type FieldWithDefault } from './field-paths.js';

/** The values that a condition allows for one field. */
export interface ConditionPart extends FieldWithDefault {
  readonly values: Condition[string];
}

/** Parses a condition to the allowed values of each field. */
export function parseCondition(condition: Condition, fields: RuleFields): readonly ConditionPart[] {
  return Object.entries(condition).map(([path, values]) => ({ ...parseFieldWithDefault(path, fields), values }));
}

/** Whether a condition is known to be met. In a partial update, the value of an absent field is unknown. */
export function isKnownToBeMet(parts: readonly ConditionPart[], value: unknown, partial: boolean): boolean {
  return parts.every((part) => {
    const actual = getEffectiveValue(value, part, partial);
    return actual !== unknownValue && isAllowed(part.values, actual);
  });
}

const conditionCache = new WeakMap<Condition, readonly ConditionPart[]>();

/** Whether a complete object, which contains its defaults, meets a condition. */
export function isConditionMet(condition: Condition, value: unknown): boolean {
  let parts = conditionCache.get(condition);
  if (parts === undefined) conditionCache.set(condition, (parts = parseCondition(condition, { defaults: {} })));
  return isKnownToBeMet(parts, value, false);
}

/** Whether a value is one of the allowed values, of which `null` means absent. An empty list or map counts as absent. */
function isAllowed(values: ConditionPart['values'], actual: unknown): boolean {
  return values.includes((isPresent(actual) ? actual : null) as null);
}

/** Formats a condition for a message: `purpose is A or B and enable is true`. */
export function formatCondition(condition: Condition): string {
  return Object.entries(condition)
    .map(([path, values]) => `${path} is ${formatAlternatives(values.map((value) => (value === null ? 'absent' : String(value))))}`)
    .join(' and ');
}

export function formatAlternatives(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
