import type { AtMostOneRule } from '../rule.js';
import type { CreateCheck } from './rule-check.js';
import { toPointer, getValueAt } from './field-paths.js';

/** At most one of some fields is there. */
export const atMostOne: CreateCheck<AtMostOneRule> =
  ({ fields }, { source }) =>
  (value) => {
    const present = fields.filter((field) => isSet(getValueAt(value, field)));
    const second = present[1];
    if (second === undefined) return [];
    return [
      {
        path: toPointer(second),
        message: `at most one of ${fields.join(', ')} may be set; found ${present.join(', ')}`,
        params: { fields, present, source },
      },
    ];
  };

/** An empty object is a member that was chosen; an empty list is none. */
function isSet(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
