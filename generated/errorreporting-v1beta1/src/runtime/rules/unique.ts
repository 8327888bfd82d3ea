import type { UniqueRule } from '../rule.js';
import { pointerSegment } from '../validate/report.js';
import type { Check, Violation } from './check.js';
import { pointer, valueAt } from './fields.js';

/** The elements of a list differ. */
export const unique: Check<UniqueRule> = ({ field, by }, value) => {
  const list = valueAt(value, field);
  if (!Array.isArray(list) || list.length < 2) return [];
  const first = new Map<string, number>();
  const member = by === undefined ? '' : `/${by.split('.').map(pointerSegment).join('/')}`;
  return list.flatMap((element: unknown, index): Violation[] => {
    const held = by === undefined ? element : valueAt(element, by);
    if (held === undefined) return [];
    const key = identity(held);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, index);
      return [];
    }
    const what = by === undefined ? `the value ${JSON.stringify(held)}` : `${by} ${JSON.stringify(held)}`;
    return [
      {
        path: `${pointer(field)}/${index}${member}`,
        message: `${what} stands more than once in ${field} (elements ${before} and ${index})`,
        params: { field, ...(by !== undefined && { by }), i: index, j: before },
      },
    ];
  });
};

/** Text that is equal for equal JSON, whatever the order of members. */
function identity(value: unknown): string {
  if (typeof value === 'string') return `"${value}`;
  return JSON.stringify(value, (_key, member: unknown) => (isPlain(member) ? Object.entries(member).sort(byName) : member)) ?? '';
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
