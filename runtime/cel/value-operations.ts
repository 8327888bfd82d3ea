/**
 * Operations on text, times, and address ranges of compiled CEL expressions. A duration is a number of nanoseconds, and a timestamp a number
 * of nanoseconds since 1970. See `operations.ts` about the results.
 */
import { parsePrefixLength, parseAddressRange, type AddressRange } from '../validate/cidr.js';
import { fromTimestamp } from '../values/time.js';
import { spend, spendOnText } from './cost.js';
import { fail, isKnown, propagate, propagateAny, type Result } from './failure.js';

export function contains(text: unknown, part: unknown): Result<boolean> {
  if (typeof text !== 'string' || typeof part !== 'string') return propagate(text, part);
  spendOnText(text.length * Math.max(1, part.length / 10));
  return text.includes(part);
}
export function startsWith(text: unknown, part: unknown): Result<boolean> {
  if (typeof text !== 'string' || typeof part !== 'string') return propagate(text, part);
  spendOnText(part.length);
  return text.startsWith(part);
}
export function endsWith(text: unknown, part: unknown): Result<boolean> {
  if (typeof text !== 'string' || typeof part !== 'string') return propagate(text, part);
  spendOnText(part.length);
  return text.endsWith(part);
}
/**
 * @param pattern Takes linear time.
 * @param patternCost How many times as much as reading a character it costs to match one.
 */
export function matches(text: unknown, pattern: Pick<RegExp, 'test'>, patternCost = 1): Result<boolean> {
  if (typeof text !== 'string') return propagate(text);
  spendOnText((text.length + 1) * patternCost);
  return pattern.test(text);
}
export function lowerAscii(text: unknown): Result<string> {
  if (typeof text !== 'string') return propagate(text);
  spendOnText(text.length);
  return text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}
export function upperAscii(text: unknown): Result<string> {
  if (typeof text !== 'string') return propagate(text);
  spendOnText(text.length);
  return text.replace(/[a-z]+/g, (part) => part.toUpperCase());
}
export function trim(text: unknown): Result<string> {
  if (typeof text !== 'string') return propagate(text);
  spendOnText(text.length);
  return text.trim();
}
export function split(text: unknown, separator: unknown): Result<readonly string[]> {
  if (typeof text !== 'string' || typeof separator !== 'string') return propagate(text, separator);
  spendOnText(text.length * 2);
  const parts = text.split(separator);
  spend(parts.length);
  return parts;
}
export function join(list: unknown, separator: unknown = ''): Result<string> {
  if (!Array.isArray(list) || typeof separator !== 'string') return propagate(list, separator);
  for (const element of list as readonly unknown[]) {
    if (typeof element !== 'string') return propagateAny(list);
    spendOnText((element.length + separator.length) * 2);
  }
  return list.join(separator);
}

const units: Readonly<Record<string, number>> = { h: 3_600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1e3, ns: 1 };

/** Converts RFC 3339 text. */
export function convertToTimestamp(value: unknown): Result<bigint> {
  if (typeof value !== 'string') return typeof value === 'bigint' ? value : propagate(value);
  spendOnText(value.length);
  try {
    return fromTimestamp(value).nanoseconds;
  } catch {
    return fail(`${JSON.stringify(value)} is not a timestamp`);
  }
}

/** The maximum number of decimals that count. The ones after them are less than a nanosecond of any unit. */
const maxFraction = 30;

/** Converts text such as `1h30m` or `-1.5s`. */
export function convertToDuration(value: unknown): Result<bigint> {
  if (typeof value !== 'string') return typeof value === 'bigint' ? value : propagate(value);
  spendOnText(value.length);
  const [, sign, parts] = /^([+-]?)((?:\d+(?:\.\d+)?(?:h|m(?!s)|s|ms|us|ns))+)$/.exec(value) ?? [];
  if (parts === undefined || /\d{20}/.test(parts.replace(/\.\d+/g, ''))) return fail(`${JSON.stringify(value)} is not a duration`);
  let nanoseconds = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of parts.matchAll(/(\d+)(?:\.(\d+))?(h|ms|m|s|us|ns)/g)) {
    const size = BigInt(units[unit] ?? 0);
    const digits = fraction.slice(0, maxFraction);
    nanoseconds += BigInt(whole) * size + (BigInt(digits || '0') * size) / 10n ** BigInt(digits.length);
  }
  return sign === '-' ? -nanoseconds : nanoseconds;
}

interface Cidr extends AddressRange {
  readonly prefixLength: number;
}

/** Parses an IPv4 range such as `10.0.0.0/8`. */
export function convertToCidr(value: unknown): Result<Cidr> {
  if (typeof value !== 'string') return propagate(value);
  spendOnText(value.length);
  const range = parseAddressRange(value);
  return range ? { ...range, prefixLength: parsePrefixLength(value) } : fail(`${JSON.stringify(value)} is not an address range`);
}

export function containsCidr(outer: unknown, inner: unknown): Result<boolean> {
  const [outerRange, innerRange] = [outer as Result<Cidr>, typeof inner === 'string' ? convertToCidr(inner) : (inner as Result<Cidr>)];
  if (!isKnown(outerRange) || !isKnown(innerRange)) return propagate(outerRange, innerRange);
  return outerRange.first <= innerRange.first && innerRange.last <= outerRange.last;
}

export function getPrefixLength(value: unknown): Result<number> {
  const range = value as Result<Cidr>;
  return isKnown(range) ? range.prefixLength : range;
}
