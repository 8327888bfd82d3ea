import type { AtMostOneRule } from '../rule.js';
import type { Check } from './check.js';
import { pointer, valueAt } from './fields.js';

/** At most one of some fields is there. */
export const atMostOne: Check<AtMostOneRule> =
  ({ fields }, { source }) =>
  (value) => {
    const present = fields.filter((field) => isSet(valueAt(value, field)));
    const second = present[1];
    if (second === undefined) return [];
    return [
      {
        path: pointer(second),
        message: `at most one of ${fields.join(', ')} may be set; found ${present.join(', ')}`,
        params: { fields, present, source },
      },
    ];
  };

/** An empty object is a member that was chosen; an empty list is none. */
function isSet(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
