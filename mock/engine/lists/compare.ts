/** Compares a resource's values with the literal of a filter, by the type of the value. */
import { isNumberText, type ValueKind } from '../../../runtime/filter/check-filter.js';
import { escapedStar, type Comparator } from '../../../runtime/filter/lexer.js';
import type { Restriction } from '../../../runtime/filter/parse-filter.js';
import { toWholeDigits } from '../../../runtime/proto-number.js';
import { parseNanoseconds, toSortableInstant } from '../../lib/instants.js';
import { compareText, type Json } from '../../lib/json.js';

/** Tests a value. The value is `undefined` if the resource has none. */
export type CompareValue = (value: Json | undefined) => boolean;

/** Creates the comparison with a literal that is valid for the field. */
export function createComparison({ comparator, value }: Pick<Restriction, 'comparator' | 'value'>, kind: ValueKind): CompareValue {
  switch (kind) {
    case 'number':
      return createOrderedComparison(comparator, (actual) => (typeof actual === 'number' ? actual - Number(value) : undefined));
    case 'big':
      return createOrderedComparison(comparator, (actual) => compareWholeNumbers(actual, BigInt(toWholeDigits(value) ?? value)));
    case 'boolean': {
      const expected = value.toLowerCase() === 'true';
      return createOrderedComparison(comparator, (actual) => (typeof actual === 'boolean' ? Number(actual !== expected) : undefined));
    }
    case 'time': {
      const expected = toSortableInstant(value) ?? '';
      return createOrderedComparison(comparator, (actual) => compareOptionalText(toSortableInstant(actual), expected));
    }
    case 'duration': {
      const expected = parseNanoseconds(value);
      return createOrderedComparison(comparator, (actual) => subtract(parseNanoseconds(actual), expected));
    }
    case 'any':
      return createTextComparison(comparator, value);
  }
}

function compareWholeNumbers(actual: Json | undefined, expected: bigint): number | undefined {
  if ((typeof actual !== 'string' && typeof actual !== 'number') || !wholeNumber.test(String(actual))) return undefined;
  return Number(BigInt(actual) - expected);
}

function subtract(one: bigint | undefined, other: bigint | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Number(one - other);
}

function compareOptionalText(actual: string | undefined, expected: string): number | undefined {
  return actual === undefined ? undefined : compareText(actual, expected);
}

/** `compare` returns the difference from the literal. An absent value differs from every literal, and is neither less nor greater. */
function createOrderedComparison(comparator: Comparator, compare: (actual: Json | undefined) => number | undefined): CompareValue {
  return (actual) => {
    const difference = compare(actual);
    return difference === undefined ? comparator === '!=' : differenceTests[comparator](difference);
  };
}

const differenceTests: Readonly<Record<Comparator, (difference: number) => boolean>> = {
  '=': (difference) => difference === 0,
  ':': (difference) => difference === 0,
  '!=': (difference) => difference !== 0,
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
};

const wholeNumber = /^-?\d+$/;

/** Compares by the type of the actual value, for a field of an unknown type. */
function createTextComparison(comparator: Comparator, value: string): CompareValue {
  const literal = value.replaceAll(escapedStar, '*');
  const matchesWildcard = value.includes('*') ? compileWildcard(value) : undefined;
  const time = toSortableInstant(literal);
  const duration = parseNanoseconds(literal);
  const compareAsText = createOrderedComparison(comparator, (actual) => {
    const text = actual === undefined || actual === null ? '' : String(actual);
    if (matchesWildcard && (comparator === '=' || comparator === '!=')) return matchesWildcard(text) ? 0 : 1;
    if (comparator !== '=' && comparator !== '!=') {
      // Numeric IDs are strings, and values of maps can be durations.
      if (wholeNumber.test(literal) && wholeNumber.test(text)) return compareWholeNumbers(text, BigInt(literal));
      const difference = subtract(parseNanoseconds(text), duration);
      if (difference !== undefined) return difference;
    }
    const instant = time === undefined ? undefined : toSortableInstant(text);
    return instant === undefined || time === undefined ? compareText(text, literal) : compareText(instant, time);
  });
  return (actual) => {
    if (typeof actual === 'number' && isNumberText(literal))
      return createOrderedComparison(comparator, () => actual - Number(literal))(actual);
    if (typeof actual === 'boolean')
      return comparator === '=' ? String(actual) === literal : comparator === '!=' && String(actual) !== literal;
    if (actual === undefined && comparator !== '=' && comparator !== '!=') return false;
    return compareAsText(actual);
  };
}

/** Compiles a pattern in which `*` matches any text. Matching goes from left to right without backtracking. */
function compileWildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(escapedStar, '*'));
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1);
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
    let position = first.length;
    for (const part of middle) {
      const start = text.indexOf(part, position);
      if (start < 0) return false;
      position = start + part.length;
    }
    return position <= text.length - last.length;
  };
}
