import type { NonOverlappingRule } from '../rule.js';
import { parsePrefixLength, parseAddressRange, getFirstAddress, toLastAddress, type AddressRange } from '../validate/cidr.js';
import { parseDottedPath, getValueAt, findValues } from './field-paths.js';
import type { RuleCheck, Violation } from './rule-check.js';

/** The maximum number of ranges that the quick check compares in pairs. */
const maxQuickRanges = 12;
/** The first and last addresses of the ranges in the quick check, as signed integers whose order is that of the addresses. */
const quickRanges = /* @__PURE__ */ new Int32Array(2 * maxQuickRanges);
const signBit = 1 << 31;

/**
 * Adds a range to the `count` disjoint ranges of a quick check. Returns the new count, or -1 if the range overlaps one of them or there are
 * too many. Allocates nothing. A value that isn't a range overlaps nothing.
 */
export function addDisjointRange(value: unknown, count: number): number {
  if (typeof value !== 'string' || count < 0) return count;
  const prefix = parsePrefixLength(value);
  if (prefix < 0) return count;
  if (count === maxQuickRanges) return -1;
  const start = getFirstAddress(prefix);
  const first = start ^ signBit;
  const last = toLastAddress(start, prefix) ^ signBit;
  for (let at = 0; at < count; at += 1) {
    if (first <= (quickRanges[2 * at + 1] as number) && last >= (quickRanges[2 * at] as number)) return -1;
  }
  quickRanges[2 * count] = first;
  quickRanges[2 * count + 1] = last;
  return count + 1;
}

/** Adds the ranges in a member of the objects of a list to a quick check. */
export function addDisjointRanges(list: unknown, member: string, before: number): number {
  if (!Array.isArray(list)) return list === undefined ? before : -1;
  let count = before;
  for (let at = 0; at < list.length; at += 1) {
    count = addDisjointRange((list[at] as Readonly<Record<string, unknown>> | null | undefined)?.[member], count);
  }
  return count;
}

interface LocatedRange extends AddressRange {
  readonly pointer: string;
  readonly text: string;
  /** Whether the range belongs to the validated object, not to a sibling. */
  readonly own: boolean;
}

/** Checks that the address ranges of an object overlap neither each other nor the ranges of its siblings with the same value of `within`. */
export const nonOverlapping: RuleCheck<NonOverlappingRule> = ({ fields, within }, value, siblings = []) => {
  const ranges = fields.flatMap((field) => listRanges(value, field, true));
  if (ranges.length === 0) return [];
  const groupValue = getValueAt(value, within);
  const groupSiblings = groupValue === undefined ? [] : siblings.filter((sibling) => getValueAt(sibling, within) === groupValue);
  for (const sibling of groupSiblings) for (const field of fields) ranges.push(...listRanges(sibling, field, false));
  return findOverlaps(ranges).map(([later, earlier]): Violation => {
    const other = earlier.own ? `${earlier.text} at ${earlier.pointer}` : `${earlier.text} of another resource with the same ${within}`;
    return {
      path: later.pointer,
      message: `the range ${later.text} overlaps ${other}`,
      params: { range: later.text, overlaps: earlier.text, within, own: earlier.own },
    };
  });
};

/** Lists the ranges in a field. Skips other text, which the check of the format reports. */
function listRanges(object: unknown, field: string, own: boolean): LocatedRange[] {
  return findValues(object, parseDottedPath(field)).flatMap(({ value: text, pointer }) => {
    const range = typeof text === 'string' ? parseAddressRange(text) : undefined;
    return range === undefined ? [] : [{ ...range, pointer, text: String(text), own }];
  });
}

interface IndexedRange {
  readonly range: LocatedRange;
  readonly index: number;
}

/** Finds overlapping pairs with a range of the validated object. Each of its ranges that overlaps another one is in at least one pair. */
function findOverlaps(ranges: readonly LocatedRange[]): readonly (readonly [LocatedRange, LocatedRange])[] {
  const sorted = ranges.map((range, index) => ({ range, index })).sort((a, b) => a.range.first - b.range.first || a.index - b.index);
  const pairs: (readonly [IndexedRange, IndexedRange])[] = [];
  let furthest = sorted[0];
  for (const current of sorted.slice(1)) {
    if (furthest !== undefined && current.range.first <= furthest.range.last && (furthest.range.own || current.range.own)) {
      pairs.push(isNamedInError(current, furthest) ? [current, furthest] : [furthest, current]);
    }
    if (furthest === undefined || current.range.last > furthest.range.last) furthest = current;
  }
  return pairs.sort(([a], [b]) => a.index - b.index).map(([named, other]) => [named.range, other.range]);
}

/** Whether the error names the left range: the range of the validated object, or the later one if both belong to it. */
function isNamedInError(left: IndexedRange, other: IndexedRange): boolean {
  return left.range.own === other.range.own ? left.index > other.index : left.range.own;
}
