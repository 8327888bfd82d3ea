/**
 * Operations on text, times, and address ranges of compiled CEL expressions. A duration is a number of nanoseconds, and a timestamp a number
 * of nanoseconds since 1970. See `operations.ts` about the results.
 */
import { parsePrefixLength, parseAddressRange, type AddressRange } from '../validate/cidr.js';
import { fromTimestamp } from '../values/time.js';
import { fail, isKnown, propagate, type Result } from './failure.js';

export function contains(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.includes(part) : propagate(text, part);
}
export function startsWith(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.startsWith(part) : propagate(text, part);
}
export function endsWith(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.endsWith(part) : propagate(text, part);
}
/** @param pattern Takes linear time. */
export function matches(text: unknown, pattern: Pick<RegExp, 'test'>): Result<boolean> {
  return typeof text === 'string' ? pattern.test(text) : propagate(text);
}
export function lowerAscii(text: unknown): Result<string> {
  return typeof text === 'string' ? text.replace(/[A-Z]+/g, (part) => part.toLowerCase()) : propagate(text);
}
export function upperAscii(text: unknown): Result<string> {
  return typeof text === 'string' ? text.replace(/[a-z]+/g, (part) => part.toUpperCase()) : propagate(text);
}
export function trim(text: unknown): Result<string> {
  return typeof text === 'string' ? text.trim() : propagate(text);
}
export function split(text: unknown, separator: unknown): Result<readonly string[]> {
  return typeof text === 'string' && typeof separator === 'string' ? text.split(separator) : propagate(text, separator);
}
export function join(list: unknown, separator: unknown = ''): Result<string> {
  if (!Array.isArray(list) || typeof separator !== 'string') return propagate(list, separator);
  return list.every((element) => typeof element === 'string') ? list.join(separator) : propagate(...(list as unknown[]));
}

const units: Readonly<Record<string, number>> = { h: 3_600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1e3, ns: 1 };

/** Converts RFC 3339 text. */
export function convertToTimestamp(value: unknown): Result<bigint> {
  if (typeof value !== 'string') return typeof value === 'bigint' ? value : propagate(value);
  try {
    return fromTimestamp(value).nanoseconds;
  } catch {
    return fail(`${JSON.stringify(value)} is not a timestamp`);
  }
}

/** Converts text such as `1h30m` or `-1.5s`. */
export function convertToDuration(value: unknown): Result<bigint> {
  if (typeof value !== 'string') return typeof value === 'bigint' ? value : propagate(value);
  const [, sign, parts] = /^([+-]?)((?:\d+(?:\.\d+)?(?:h|m(?!s)|s|ms|us|ns))+)$/.exec(value) ?? [];
  if (parts === undefined) return fail(`${JSON.stringify(value)} is not a duration`);
  let nanoseconds = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of parts.matchAll(/(\d+)(?:\.(\d+))?(h|ms|m|s|us|ns)/g)) {
    const size = BigInt(units[unit] ?? 0);
    nanoseconds += BigInt(whole) * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length);
  }
  return sign === '-' ? -nanoseconds : nanoseconds;
}

interface Cidr extends AddressRange {
  readonly prefixLength: number;
}

/** Parses an IPv4 range such as `10.0.0.0/8`. */
export function convertToCidr(value: unknown): Result<Cidr> {
  if (typeof value !== 'string') return propagate(value);
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
