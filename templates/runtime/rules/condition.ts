/** Conditions on the fields of an object. */
import type { Condition } from '../rule.js';
import type { Known } from './check.js';
import { effective, elsewhere, isPresent, withDefault, type Sought } from './fields.js';

/** What a condition asks of one field. */
export interface Part extends Sought {
  readonly values: Condition[string];
  /** Begins what is said of the field's value; the name of the first stands in front of all. */
  readonly lead: string;
}

/** A condition, read once. */
export function partsOf(condition: Condition, known: Known): readonly Part[] {
  return Object.entries(condition).map(([path, values], at) => ({
    ...withDefault(path, known),
    values,
    lead: at === 0 ? '' : `, ${path} is `,
  }));
}

/** Whether a condition is known to hold: in a part of the whole, a field that it asks for may stand elsewhere. */
export function areMet(parts: readonly Part[], value: unknown, partial: boolean): boolean {
  return parts.every((part) => {
    const found = effective(value, part, partial);
    return found !== elsewhere && isAmong(part.values, found);
  });
}

const kept = new WeakMap<Condition, readonly Part[]>();

/** Whether a condition holds of a whole object, whose defaults are in their places. */
export function isMet(condition: Condition, value: unknown): boolean {
  let parts = kept.get(condition);
  if (parts === undefined) kept.set(condition, (parts = partsOf(condition, { defaults: {} })));
  return areMet(parts, value, false);
}

/** What is absent is `null` here; an empty list or map counts as absent. A value of another type than the admitted ones is none of them. */
function isAmong(values: Part['values'], found: unknown): boolean {
  return values.includes((isPresent(found) ? found : null) as null);
}

/** `purpose is A or B and enable is true`. */
export function conditionText(condition: Condition): string {
  return Object.entries(condition)
    .map(([path, values]) => `${path} is ${alternatives(values.map((value) => (value === null ? 'absent' : String(value))))}`)
    .join(' and ');
}

export function alternatives(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
