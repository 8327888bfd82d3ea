/**
 * Operations on text, times, and address ranges of compiled CEL expressions. A duration is a number of nanoseconds, and a timestamp a number
 * of nanoseconds since 1970. `undefined` is the result of an evaluation that fails.
 */
import { parsePrefix, parseAddressRange, type AddressRange } from '../validate/cidr.js';
import { fromTimestamp } from '../values/time.js';

type Result<T> = T | undefined;

export function contains(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.includes(part) : undefined;
}
export function startsWith(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.startsWith(part) : undefined;
}
export function endsWith(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.endsWith(part) : undefined;
}
/** @param pattern Known to take linear time. */
export function matches(text: unknown, pattern: RegExp): Result<boolean> {
  return typeof text === 'string' ? pattern.test(text) : undefined;
}
export function lowerAscii(text: unknown): Result<string> {
  return typeof text === 'string' ? text.replace(/[A-Z]+/g, (part) => part.toLowerCase()) : undefined;
}
export function upperAscii(text: unknown): Result<string> {
  return typeof text === 'string' ? text.replace(/[a-z]+/g, (part) => part.toUpperCase()) : undefined;
}
export function trim(text: unknown): Result<string> {
  return typeof text === 'string' ? text.trim() : undefined;
}
export function split(text: unknown, separator: unknown): Result<readonly string[]> {
  return typeof text === 'string' && typeof separator === 'string' ? text.split(separator) : undefined;
}
export function join(list: unknown, separator: unknown = ''): Result<string> {
  if (!Array.isArray(list) || typeof separator !== 'string') return undefined;
  return list.every((element) => typeof element === 'string') ? list.join(separator) : undefined;
}

const units: Readonly<Record<string, number>> = { h: 3_600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1e3, ns: 1 };

/** Converts RFC 3339 text. */
export function convertToTimestamp(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return typeof value === 'bigint' ? value : undefined;
  try {
    return fromTimestamp(value).nanoseconds;
  } catch {
    return undefined;
  }
}

/** Converts text such as `1h30m` or `-1.5s`. */
export function convertToDuration(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return typeof value === 'bigint' ? value : undefined;
  const [, sign, parts] = /^([+-]?)((?:\d+(?:\.\d+)?(?:h|m(?!s)|s|ms|us|ns))+)$/.exec(value) ?? [];
  if (parts === undefined) return undefined;
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
export function convertToCidr(value: unknown): Cidr | undefined {
  const range = typeof value === 'string' ? parseAddressRange(value) : undefined;
  return range && { ...range, prefixLength: parsePrefix(value as string) };
}

export function containsCidr(outer: unknown, inner: unknown): boolean | undefined {
  const [outerRange, innerRange] = [
    outer as Cidr | undefined,
    typeof inner === 'string' ? convertToCidr(inner) : (inner as Cidr | undefined),
  ];
  return outerRange && innerRange && outerRange.first <= innerRange.first && innerRange.last <= outerRange.last;
}

export function getPrefixLength(value: unknown): number | undefined {
  return (value as Cidr | undefined)?.prefixLength;
}
