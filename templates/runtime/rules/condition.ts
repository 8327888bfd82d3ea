/** Conditions on the fields of an object. */
import type { Condition } from '../rule.js';
import { getValueAt, isPresent } from './field-paths.js';

/** Whether a complete object, which contains its defaults, meets a condition. `null` means absent. An empty list or map counts as absent. */
export function isConditionMet(condition: Condition, value: unknown): boolean {
  return Object.entries(condition).every(([path, values]) => {
    const actual = getValueAt(value, path);
    return values.includes((isPresent(actual) ? actual : null) as null);
  });
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
