/** Converts RFC 3339 timestamps and durations with nanosecond precision. */
import { describeValue } from '../error-text.js';
import { ParameterError } from '../errors.js';
import { isDateTime, isDuration } from '../validate/time-formats.js';

/** An instant with a UTC offset. */
export interface Timestamp {
  /** The nanoseconds since 1970-01-01T00:00:00Z. */
  readonly nanoseconds: bigint;
  /** The offset from UTC in minutes, positive to the east. It preserves the offset of the text. */
  readonly offset: number;
}

const nanosecondsPerSecond = 1_000_000_000n;
const timestampForm = /^(.{10})[Tt](.{8})(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Parses an RFC 3339 timestamp (`2026-01-01T00:00:00.123456789+01:00`). A leap second becomes the first second of the next minute.
 *
 * @throws ParameterError If the text isn't a timestamp, or has a higher precision than nanoseconds.
 */
export function fromTimestamp(text: string): Timestamp {
  const [, date, time, fraction = '', sign, hours = 0, minutes = 0] =
    (typeof text === 'string' && isDateTime(text) && timestampForm.exec(text)) || [];
  if (date === undefined || time === undefined || /[1-9]/.test(fraction.slice(9))) {
    throw new ParameterError('timestamp', 'an RFC 3339 timestamp with at most nanosecond precision', describeValue(text));
  }
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const leap = time.endsWith('60');
  const whole = Date.parse(`${date}T${leap ? time.replace(/60$/, '59') : time}Z`) / 1000 + (leap ? 1 : 0) - offset * 60;
  return { nanoseconds: BigInt(whole) * nanosecondsPerSecond + BigInt(fraction.slice(0, 9).padEnd(9, '0')), offset };
}

/**
 * Formats an RFC 3339 timestamp with 0, 3, 6, or 9 decimals, as needed. A `bigint` is nanoseconds since 1970-01-01T00:00:00Z; it and a `Date`
 * are formatted in UTC.
 *
 * @throws ParameterError If the year isn't between 0 and 9999.
 */
export function toTimestamp(instant: Timestamp | bigint | Date): string {
  const { nanoseconds, offset } = normalizeInstant(instant);
  const [whole, fraction] = splitSeconds(nanoseconds);
  const local = new Date(Number(whole) * 1000 + offset * 60_000);
  const text = Number.isNaN(local.getTime()) ? '' : local.toISOString();
  if (!/^\d{4}-/.test(text) || !(Number.isInteger(offset) && Math.abs(offset) < 1440)) {
    throw new ParameterError('timestamp', 'an instant in the years 0 to 9999', 'another instant');
  }
  return `${text.slice(0, 19)}${formatDecimals(fraction)}${formatOffset(offset)}`;
}

/** Converts an instant to a `Date`. Truncates it to milliseconds. */
export function toDate({ nanoseconds }: Timestamp): Date {
  const [whole, fraction] = splitSeconds(nanoseconds);
  return new Date(Number(whole) * 1000 + Number(fraction / 1_000_000n));
}

/**
 * Parses a duration (`1.5s`).
 *
 * @returns The duration in nanoseconds.
 * @throws ParameterError If the text isn't a duration.
 */
export function fromDuration(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = (typeof text === 'string' && isDuration(text) && /^(-?)(\d+)(?:\.(\d+))?s$/.exec(text)) || [];
  if (sign === undefined) throw new ParameterError('duration', 'a duration in seconds such as 3.5s', describeValue(text));
  const nanoseconds = BigInt(whole) * nanosecondsPerSecond + BigInt(fraction.padEnd(9, '0'));
  return sign === '-' ? -nanoseconds : nanoseconds;
}

/**
 * Formats a duration in seconds, with 0, 3, 6, or 9 decimals, as needed: `1.500s`.
 *
 * @param nanoseconds The duration in nanoseconds.
 * @throws ParameterError If the duration is longer than about 10,000 years.
 */
export function toDuration(nanoseconds: bigint): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const text = `${nanoseconds < 0n ? '-' : ''}${size / nanosecondsPerSecond}${formatDecimals(size % nanosecondsPerSecond)}s`;
  if (isDuration(text)) return text;
  throw new ParameterError('duration', 'nanoseconds of at most 10,000 years', describeValue(nanoseconds));
}

function normalizeInstant(instant: Timestamp | bigint | Date): Timestamp {
  if (typeof instant === 'bigint') return { nanoseconds: instant, offset: 0 };
  if (!(instant instanceof Date)) return instant;
  const milliseconds = instant.getTime();
  // For an invalid date, use an instant outside the valid years, so that it is rejected, too.
  return { nanoseconds: Number.isNaN(milliseconds) ? nanosecondsPerSecond ** 3n : BigInt(milliseconds) * 1_000_000n, offset: 0 };
}

/** Splits nanoseconds into whole seconds, rounded down, and the remaining nanoseconds. */
function splitSeconds(nanoseconds: bigint): readonly [bigint, bigint] {
  const fraction = ((nanoseconds % nanosecondsPerSecond) + nanosecondsPerSecond) % nanosecondsPerSecond;
  return [(nanoseconds - fraction) / nanosecondsPerSecond, fraction];
}

function formatDecimals(nanoseconds: bigint): string {
  return nanoseconds === 0n
    ? ''
    : `.${String(nanoseconds)
        .padStart(9, '0')
        .replace(/(?:000){1,2}$/, '')}`;
}

function formatOffset(offset: number): string {
  const formatTwoDigits = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${formatTwoDigits(Math.trunc(size / 60))}:${formatTwoDigits(size % 60)}`;
}
