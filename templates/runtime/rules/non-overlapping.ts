import type { NonOverlappingRule } from '../rule.js';
import { cidrNumber, firstOf, rangeOf, sizeOf, type AddressRange } from '../validate/cidr.js';
import type { Check, Violation } from './check.js';
import { placeOf, valueAt, valuesAt, type Found } from './fields.js';

/** More ranges than this are not compared in pairs. */
const few = 12;
const firsts: number[] = [];
const lasts: number[] = [];

/** Whether ranges at the fields, lists of objects or not, may overlap: a quick answer, which errs towards yes. */
export function mayOverlap(
  value: Readonly<Record<string, unknown>>,
  fields: readonly (readonly [field: string, member?: string])[],
): boolean {
  firsts.length = 0;
  lasts.length = 0;
  for (const [field, member] of fields) {
    const held = value[field];
    if (member === undefined) {
      if (meetsBefore(held)) return true;
      continue;
    }
    if (!Array.isArray(held)) {
      if (held !== undefined) return true;
      continue;
    }
    for (const element of held as readonly (Readonly<Record<string, unknown>> | null | undefined)[])
      if (meetsBefore(element?.[member])) return true;
  }
  return false;
}

/** Whether a range meets one of those before it. */
function meetsBefore(held: unknown): boolean {
  const range = typeof held === 'string' ? cidrNumber(held) : -1;
  if (range < 0) return false;
  if (firsts.length === few) return true;
  const first = firstOf(range);
  const last = first + sizeOf(range) - 1;
  for (let at = 0; at < firsts.length; at += 1) if (first <= (lasts[at] as number) && last >= (firsts[at] as number)) return true;
  firsts.push(first);
  lasts.push(last);
  return false;
}

interface Held extends AddressRange {
  readonly at: Found;
  readonly text: string;
  /** Of the object judged, not of a sibling. */
  readonly own: boolean;
}

/** Address ranges do not overlap, in one object and with its siblings that share a field. */
export const nonOverlapping: Check<NonOverlappingRule> = ({ fields, within }, value, { siblings = [] }) => {
  const shared = valueAt(value, within);
  const neighbours = shared === undefined ? [] : siblings.filter((sibling) => valueAt(sibling, within) === shared);
  const ranges: Held[] = [];
  addRanges(ranges, value, { fields, own: true });
  if (ranges.length === 0) return [];
  for (const sibling of neighbours) addRanges(ranges, sibling, { fields, own: false });
  if (ranges.length < 2) return [];
  return overlaps(ranges).map(([later, earlier]): Violation => {
    const other = earlier.own ? `${earlier.text} at ${placeOf(earlier.at)}` : `${earlier.text} of another resource with the same ${within}`;
    return {
      path: placeOf(later.at),
      message: `the range ${later.text} overlaps ${other}`,
      params: { range: later.text, overlaps: earlier.text, within, own: earlier.own },
    };
  });
};

/** Text that is no range is a matter of formats. */
function addRanges(ranges: Held[], value: unknown, { fields, own }: { readonly fields: readonly string[]; readonly own: boolean }): void {
  for (const field of fields) {
    for (const at of valuesAt(value, field)) {
      const range = typeof at.value === 'string' ? rangeOf(at.value) : undefined;
      if (range !== undefined) ranges.push({ first: range.first, last: range.last, at, text: String(at.value), own });
    }
  }
}

interface Placed {
  readonly range: Held;
  readonly index: number;
}

/** Pairs that overlap and concern the object judged; each of its ranges that overlaps any other is in at least one pair. */
function overlaps(ranges: readonly Held[]): readonly (readonly [Held, Held])[] {
  const sorted = ranges.map((range, index) => ({ range, index })).sort((a, b) => a.range.first - b.range.first || a.index - b.index);
  const pairs: (readonly [Placed, Placed])[] = [];
  let reach = sorted[0];
  for (const current of sorted.slice(1)) {
    if (reach !== undefined && current.range.first <= reach.range.last && (reach.range.own || current.range.own)) {
      pairs.push(isBlamed(current, reach) ? [current, reach] : [reach, current]);
    }
    if (reach === undefined || current.range.last > reach.range.last) reach = current;
  }
  return pairs.sort(([a], [b]) => a.index - b.index).map(([blamed, other]) => [blamed.range, other.range]);
}

/** Blamed is the object's own range; of two of its own, the one that stands later. */
function isBlamed(one: Placed, other: Placed): boolean {
  return one.range.own === other.range.own ? one.index > other.index : one.range.own;
}
