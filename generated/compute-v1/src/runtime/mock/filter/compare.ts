/** Compares a resource's values with a filter's literal, each kind of value in its own way. */
import { isNumberText, type ValueKind } from '../../filter/check-filter.js';
import { escapedStar, type Comparator } from '../../filter/lexer.js';
import type { Restriction } from '../../filter/parse-filter.js';
import { toSortableInstant } from '../instants.js';
import { compareText, type Json } from '../json.js';

/** Judges a value; `undefined` where the resource has none. */
export type CompareValue = (value: Json | undefined) => boolean;

/** Of a literal that the field can have. */
export function createComparison({ comparator, value }: Pick<Restriction, 'comparator' | 'value'>, kind: ValueKind): CompareValue {
  switch (kind) {
    case 'number': {
      const wanted = Number(value);
      return createOrderedComparison(comparator, (found) => (typeof found === 'number' ? Math.sign(found - wanted) : undefined));
    }
    case 'big': {
      const wanted = BigInt(value);
      return createOrderedComparison(comparator, (found) => compareWholeNumbers(found, wanted));
    }
    case 'boolean': {
      const wanted = value.toLowerCase() === 'true';
      return createOrderedComparison(comparator, (found) => (typeof found === 'boolean' ? (found === wanted ? 0 : 1) : undefined));
    }
    case 'time': {
      const wanted = toSortableInstant(value) ?? '';
      return createOrderedComparison(comparator, (found) => compareOptionalText(toSortableInstant(found), wanted));
    }
    case 'any':
      return createTextComparison(comparator, value);
  }
}

function compareWholeNumbers(found: Json | undefined, wanted: bigint): number | undefined {
  if ((typeof found !== 'string' && typeof found !== 'number') || !wholeNumber.test(String(found))) return undefined;
  const difference = BigInt(found) - wanted;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function compareOptionalText(found: string | undefined, wanted: string): number | undefined {
  return found === undefined ? undefined : compareText(found, wanted);
}

/** What is absent differs from every value, and is neither less nor greater. */
function createOrderedComparison(comparator: Comparator, order: (found: Json | undefined) => number | undefined): CompareValue {
  return (found) => {
    const sign = order(found);
    if (sign === undefined) return comparator === '!=';
    switch (comparator) {
      case '=':
      case ':':
        return sign === 0;
      case '!=':
        return sign !== 0;
      case '<':
        return sign < 0;
      case '<=':
        return sign <= 0;
      case '>':
        return sign > 0;
      case '>=':
        return sign >= 0;
    }
  };
}

const wholeNumber = /^-?\d+$/;

/** Where the kind of value is not known, the value found tells. */
function createTextComparison(comparator: Comparator, value: string): CompareValue {
  const plain = value.replaceAll(escapedStar, '*');
  const wildcard = value.includes('*') ? compileWildcard(value) : undefined;
  const time = toSortableInstant(plain);
  const asText = createOrderedComparison(comparator, (found) => {
    const text = found === undefined || found === null ? '' : String(found);
    if (wildcard && (comparator === '=' || comparator === '!=')) return wildcard(text) ? 0 : 1;
    // Ids are numbers that are written as text.
    const sign = wholeNumber.test(plain) && wholeNumber.test(text) ? compareWholeNumbers(text, BigInt(plain)) : undefined;
    if (sign !== undefined && comparator !== '=' && comparator !== '!=') return sign;
    const instant = time === undefined ? undefined : toSortableInstant(text);
    return instant === undefined || time === undefined ? compareText(text, plain) : compareText(instant, time);
  });
  return (found) => {
    if (typeof found === 'number' && isNumberText(plain))
      return createOrderedComparison(comparator, () => Math.sign(found - Number(plain)))(found);
    if (typeof found === 'boolean') return comparator === '=' ? String(found) === plain : comparator === '!=' && String(found) !== plain;
    if (found === undefined && comparator !== '=' && comparator !== '!=') return false;
    return asText(found);
  };
}

/** `*` stands for any text; matched from left to right, without going back. */
function compileWildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(escapedStar, '*'));
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1);
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
    let at = first.length;
    for (const part of middle) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}
