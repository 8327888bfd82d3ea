/** Conditions on the fields of an object. */
import type { Condition } from '../rule.js';
import type { RuleContext } from './check.js';
import { effective, isPresent, pathOf, type Path } from './fields.js';

/** `unknown`: a field that it asks for is not in this part of the whole. */
export type Outcome = 'holds' | 'fails' | 'unknown';

/** What a condition asks of one field. */
export interface Part {
  readonly path: Path;
  readonly values: Condition[string];
  /** Begins what is said of the field's value. */
  readonly lead: string;
}

const known = new WeakMap<Condition, readonly Part[]>();

export function partsOf(condition: Condition): readonly Part[] {
  let found = known.get(condition);
  if (found === undefined) {
    found = Object.entries(condition).map(([path, values], at) => ({
      path: pathOf(path),
      values,
      lead: `${at === 0 ? '(' : ', '}${path} is `,
    }));
    known.set(condition, found);
  }
  return found;
}

export function outcomeOf(condition: Condition, value: unknown, context: RuleContext): Outcome {
  let outcome: Outcome = 'holds';
  for (const { path, values } of partsOf(condition)) {
    const found = effective(value, path, context);
    if (found === undefined && context.partial === true) outcome = 'unknown';
    // A value of another type than the admitted ones is none of them.
    else if (!isAmong(values, found)) return 'fails';
  }
  return outcome;
}

/** What is absent is `null` here; an empty list or map counts as absent. */
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

/** What the fields of a condition hold, where it fails: `(purpose is PRIVATE)`; `undefined` where it does not. */
export function failing(parts: readonly Part[], value: unknown, context: RuleContext): string | undefined {
  let fails = false;
  let text = '';
  for (const { path, values, lead } of parts) {
    const found = effective(value, path, context);
    if (found !== undefined || context.partial !== true) fails ||= !isAmong(values, found);
    text += lead + shown(found);
  }
  return fails ? `${text})` : undefined;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? 'absent');
}
