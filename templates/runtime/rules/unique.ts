import type { UniqueRule } from '../rule.js';
import { formatPointerSegment } from '../validate/report.js';
import type { CreateCheck, Violation } from './rule-check.js';
import { toPointer, getValueAt } from './field-paths.js';

/** The elements of a list differ. */
export const unique: CreateCheck<UniqueRule> =
  ({ field, by }, { source }) =>
  (value) => {
    const list = getValueAt(value, field);
    if (!Array.isArray(list) || list.length < 2) return [];
    const first = new Map<string, number>();
    const member = by === undefined ? '' : `/${by.split('.').map(formatPointerSegment).join('/')}`;
    return list.flatMap((element: unknown, index): readonly Violation[] => {
      const held = by === undefined ? element : getValueAt(element, by);
      if (held === undefined) return [];
      const key = identity(held);
      const before = first.get(key);
      if (before === undefined) {
        first.set(key, index);
        return [];
      }
      const shown = JSON.stringify(held);
      return [
        {
          path: `${toPointer(field)}/${index}${member}`,
          message: `${by ?? 'the value'} ${shown} stands more than once in ${field} (elements ${before} and ${index})`,
          params: { field, ...(by !== undefined && { by }), i: index, j: before, source },
        },
      ];
    });
  };

/** More elements than this are not compared in pairs. */
const few = 12;

/** Whether elements of a list may be equal: a quick answer, which errs towards yes. */
export function canHaveDuplicates(list: unknown, by: string): boolean {
  if (!Array.isArray(list) || list.length < 2) return false;
  if (list.length > few) return true;
  for (let at = 1; at < list.length; at += 1) {
    const held = memberOf(list[at], by);
    for (let before = 0; before < at; before += 1) if (memberOf(list[before], by) === held && held !== undefined) return true;
    if (typeof held === 'object') return true;
  }
  return typeof memberOf(list[0], by) === 'object';
}

function memberOf(element: unknown, by: string): unknown {
  return by === '' ? element : (element as Readonly<Record<string, unknown>> | null | undefined)?.[by];
}

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
