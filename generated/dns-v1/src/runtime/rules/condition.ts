/** Conditions on the fields of an object. */
import type { Condition } from '../rule.js';
import type { RuleFields } from './rule-check.js';
import { getEffectiveValue, unknownValue, isPresent, addDefault, type FieldWithDefault } from './field-paths.js';

/** What a condition asks of one field. */
export interface ConditionPart extends FieldWithDefault {
  readonly values: Condition[string];
  /** Begins what is said of the field's value; the name of the first stands in front of all. */
  readonly lead: string;
}

/** A condition, read once. */
export function parseCondition(condition: Condition, known: RuleFields): readonly ConditionPart[] {
  return Object.entries(condition).map(([path, values], at) => ({
    ...addDefault(path, known),
    values,
    lead: at === 0 ? '' : `, ${path} is `,
  }));
}

/** Whether a condition is known to hold: in a part of the whole, a field that it asks for may stand elsewhere. */
export function holdsInPart(parts: readonly ConditionPart[], value: unknown, partial: boolean): boolean {
  return parts.every((part) => {
    const found = getEffectiveValue(value, part, partial);
    return found !== unknownValue && isAmong(part.values, found);
  });
}

const kept = new WeakMap<Condition, readonly ConditionPart[]>();

/** Whether a condition holds of a whole object, whose defaults are in their places. */
export function conditionHolds(condition: Condition, value: unknown): boolean {
  let parts = kept.get(condition);
  if (parts === undefined) kept.set(condition, (parts = parseCondition(condition, { defaults: {} })));
  return holdsInPart(parts, value, false);
}

/** What is absent is `null` here; an empty list or map counts as absent. A value of another type than the admitted ones is none of them. */
function isAmong(values: ConditionPart['values'], found: unknown): boolean {
  return values.includes((isPresent(found) ? found : null) as null);
}

/** `purpose is A or B and enable is true`. */
export function formatCondition(condition: Condition): string {
  return Object.entries(condition)
    .map(([path, values]) => `${path} is ${formatAlternatives(values.map((value) => (value === null ? 'absent' : String(value))))}`)
    .join(' and ');
}

export function formatAlternatives(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
