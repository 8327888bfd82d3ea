/** Conditions on the fields of an object. */
import type { Condition } from '../rule.js';
import type { RuleContext } from './check.js';
import { effective } from './fields.js';

/** `unknown`: a field that it asks for is not in this part of the whole. */
export type Outcome = 'holds' | 'fails' | 'unknown';

type Members = readonly (readonly [path: string, values: Condition[string]])[];

const membersOf = new WeakMap<Condition, Members>();

function members(condition: Condition): Members {
  let found = membersOf.get(condition);
  if (found === undefined) membersOf.set(condition, (found = Object.entries(condition)));
  return found;
}

export function outcomeOf(condition: Condition, value: unknown, context: RuleContext): Outcome {
  let outcome: Outcome = 'holds';
  for (const [path, values] of members(condition)) {
    const found = effective(value, path, context);
    if (found === undefined && context.partial === true) outcome = 'unknown';
    // A value of another type than the admitted ones is none of them.
    else if (!values.includes((found ?? null) as null)) return 'fails';
  }
  return outcome;
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

/**
 * What the fields of a condition hold, in its order, where it fails; `undefined` where it does not. A list or an object is told as text,
 * since it can change.
 */
export function failing(condition: Condition, value: unknown, context: RuleContext): readonly unknown[] | undefined {
  let fails = false;
  const actual: unknown[] = [];
  for (const [path, values] of members(condition)) {
    const found = effective(value, path, context);
    if (found !== undefined || context.partial !== true) fails ||= !values.includes((found ?? null) as null);
    actual.push(typeof found === 'object' && found !== null ? JSON.stringify(found) : found);
  }
  return fails ? actual : undefined;
}

/** What the fields of a condition were found to hold: `(purpose is PRIVATE)`. */
export function actualText(condition: Condition, actual: readonly unknown[]): string {
  const all = members(condition);
  let text = '';
  for (let at = 0; at < all.length; at += 1) text += `${at === 0 ? '' : ', '}${all[at]?.[0]} is ${String(actual[at] ?? 'absent')}`;
  return `(${text})`;
}
