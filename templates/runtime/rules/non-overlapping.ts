import type { NonOverlappingRule } from '../rule.js';
import { rangeOf, type AddressRange } from '../validate/cidr.js';
import type { Check, Violation } from './check.js';
import { valueAt, valuesAt } from './fields.js';

interface Held extends AddressRange {
  readonly path: string;
  readonly text: string;
  /** Of the object judged, not of a sibling. */
  readonly own: boolean;
}

/** Address ranges do not overlap, in one object and with its siblings that share a field. */
export const nonOverlapping: Check<NonOverlappingRule> = ({ fields, within }, value, { siblings = [] }) => {
  const shared = valueAt(value, within);
  const neighbours = shared === undefined ? [] : siblings.filter((sibling) => valueAt(sibling, within) === shared);
  const ranges = [...rangesOf(value, fields, true), ...neighbours.flatMap((sibling) => rangesOf(sibling, fields, false))];
  return overlaps(ranges).map(([later, earlier]): Violation => {
    const other = earlier.own ? `${earlier.text} at ${earlier.path}` : `${earlier.text} of another resource with the same ${within}`;
    return {
      path: later.path,
      message: `the range ${later.text} overlaps ${other}`,
      params: { range: later.text, overlaps: earlier.text, within, own: earlier.own },
    };
  });
};

/** Text that is no range is a matter of formats. */
function rangesOf(value: unknown, fields: readonly string[], own: boolean): Held[] {
  return fields.flatMap((field) =>
    valuesAt(value, field).flatMap(({ path, value: text }) => {
      const range = typeof text === 'string' ? rangeOf(text) : undefined;
      return range === undefined || typeof text !== 'string' ? [] : [{ ...range, path, text, own }];
    }),
  );
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
