import type { TotalSizeRule } from '../rule.js';
import { utf8Bytes } from '../validate/text.js';
import type { Check } from './check.js';
import { pointer, valueAt } from './fields.js';

/** Members of all elements of a list are together smaller than a bound. */
export const totalSize: Check<TotalSizeRule> =
  ({ field, members, below }, { source }) =>
  (value) => {
    const list = valueAt(value, field);
    if (!Array.isArray(list)) return [];
    const total = list.reduce<number>(
      (sum, element: unknown) => sum + members.reduce((own, member) => own + bytesOf(valueAt(element, member)), 0),
      0,
    );
    if (total < below) return [];
    return [
      {
        path: pointer(field),
        message: `${members.join(' and ')} of all elements of ${field} must together have fewer than ${below} bytes (they have ${total})`,
        params: { field, limit: below, total, source },
      },
    ];
  };

function bytesOf(value: unknown): number {
  return typeof value === 'string' ? utf8Bytes(value) : 0;
}
