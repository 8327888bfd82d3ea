/** Operations on times of compiled CEL expressions. A duration is a number of nanoseconds, and a timestamp a number of nanoseconds since 1970. `undefined` is the result of an evaluation that fails. */
import { fromTimestamp } from '../values/time.js';

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
