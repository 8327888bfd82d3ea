import type { TotalSizeRule } from '../rule.js';
import { countUtf8Bytes } from '../validate/text.js';
import type { CreateCheck } from './rule-check.js';
import { toPointer, getValueAt } from './field-paths.js';

/** Members of all elements of a list are together smaller than a bound. */
export const totalSize: CreateCheck<TotalSizeRule> =
  ({ field, members, below }, { source }) =>
  (value) => {
    const list = getValueAt(value, field);
    if (!Array.isArray(list)) return [];
    const total = list.reduce<number>(
      (sum, element: unknown) => sum + members.reduce((own, member) => own + bytesOf(getValueAt(element, member)), 0),
      0,
    );
    if (total < below) return [];
    return [
      {
        path: toPointer(field),
        message: `${members.join(' and ')} of all elements of ${field} must together have fewer than ${below} bytes (they have ${total})`,
        params: { field, limit: below, total, source },
      },
    ];
  };

function bytesOf(value: unknown): number {
  return typeof value === 'string' ? countUtf8Bytes(value) : 0;
}
