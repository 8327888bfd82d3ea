import type { NonOverlappingRule } from '../rule.js';
import { lookUpPrefix, parseAddressRange, firstAddressAsInt32, lastAddressAsInt32, type AddressRange } from '../validate/cidr.js';
import type { CreateCheck, Violation } from './rule-check.js';
import { parseFieldPath, getValueAt, findValues } from './field-paths.js';

/** More ranges than this are not compared in pairs. */
const few = 12;
/** First and last addresses of the ranges that were met, in an order in which whole numbers of 32 bits can be compared. */
const met = /* @__PURE__ */ new Int32Array(2 * few);
const signBit = 1 << 31;

/**
 * How many ranges were met, this one included, where `count` were met before it; -1 where it overlaps one of them, or they are too many.
 * A quick answer, which allocates nothing, to whether ranges may overlap; anything that is no range overlaps none.
 */
export function countOverlap(held: unknown, count: number): number {
  if (typeof held !== 'string' || count < 0) return count;
  const prefix = lookUpPrefix(held);
  if (prefix < 0) return count;
  if (count === few) return -1;
  const start = firstAddressAsInt32(prefix);
  const first = start ^ signBit;
  const last = lastAddressAsInt32(start, prefix) ^ signBit;
  for (let at = 0; at < count; at += 1) {
    if (first <= (met[2 * at + 1] as number) && last >= (met[2 * at] as number)) return -1;
  }
  met[2 * count] = first;
  met[2 * count + 1] = last;
  return count + 1;
}

/** The same for the ranges in a member of the objects of a list. */
export function countOverlaps(list: unknown, member: string, before: number): number {
  if (!Array.isArray(list)) return list === undefined ? before : -1;
  let count = before;
  for (let at = 0; at < list.length; at += 1) {
    count = countOverlap((list[at] as Readonly<Record<string, unknown>> | null | undefined)?.[member], count);
  }
  return count;
}

interface Held extends AddressRange {
  readonly pointer: string;
  readonly text: string;
  /** Of the object judged, not of a sibling. */
  readonly own: boolean;
}

/** Address ranges do not overlap, in one object and with its siblings that share a field. */
export const nonOverlapping: CreateCheck<NonOverlappingRule> =
  ({ fields, within }, { source }) =>
  (value, { siblings = [] }) => {
    const shared = getValueAt(value, within);
    const neighbours = shared === undefined ? [] : siblings.filter((sibling) => getValueAt(sibling, within) === shared);
    const ranges: Held[] = [];
    addRanges(ranges, value, { fields, own: true });
    if (ranges.length === 0) return [];
    for (const sibling of neighbours) addRanges(ranges, sibling, { fields, own: false });
    if (ranges.length < 2) return [];
    return overlaps(ranges).map(([later, earlier]): Violation => {
      const other = earlier.own ? `${earlier.text} at ${earlier.pointer}` : `${earlier.text} of another resource with the same ${within}`;
      return {
        path: later.pointer,
        message: `the range ${later.text} overlaps ${other}`,
        params: { range: later.text, overlaps: earlier.text, within, own: earlier.own, source },
      };
    });
  };

/** Text that is no range is a matter of formats. */
function addRanges(ranges: Held[], value: unknown, { fields, own }: { readonly fields: readonly string[]; readonly own: boolean }): void {
  for (const field of fields) {
    for (const { value: held, pointer } of findValues(value, parseFieldPath(field))) {
      const range = typeof held === 'string' ? parseAddressRange(held) : undefined;
      if (range !== undefined) ranges.push({ first: range.first, last: range.last, pointer, text: String(held), own });
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
