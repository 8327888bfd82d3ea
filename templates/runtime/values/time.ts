/** RFC 3339 timestamps and durations, to the nanosecond. */
import { ParameterError, describeValue } from '../errors.js';
import { isDateTime, isDuration } from '../validate/time-formats.js';

/** An instant. */
export interface Timestamp {
  /** Since 1970-01-01T00:00:00Z; a `Date` holds a million times less. */
  readonly nanoseconds: bigint;
  /** East of UTC, in minutes. The same instant has many writings; this tells which one it was. */
  readonly offset: number;
}

const nanosecondsPerSecond = 1_000_000_000n;
const timestampForm = /^(.{10})[Tt](.{8})(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Reads RFC 3339 (`2026-01-01T00:00:00.123456789+01:00`). A leap second is the first moment of the next minute. Throws
 * `ParameterError` for what is none, and for fractions that nanoseconds do not hold.
 */
export function fromTimestamp(text: string): Timestamp {
  const [, date, time, fraction = '', sign, hours = 0, minutes = 0] =
    (typeof text === 'string' && isDateTime(text) && timestampForm.exec(text)) || [];
  if (date === undefined || time === undefined || /[1-9]/.test(fraction.slice(9))) {
    throw new ParameterError('timestamp', 'an RFC 3339 date and time to the nanosecond', describeValue(text));
  }
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const leap = time.endsWith('60');
  const whole = Date.parse(`${date}T${leap ? time.replace(/60$/, '59') : time}Z`) / 1000 + (leap ? 1 : 0) - offset * 60;
  return { nanoseconds: BigInt(whole) * nanosecondsPerSecond + BigInt(fraction.slice(0, 9).padEnd(9, '0')), offset };
}

/** Writes RFC 3339 with 0, 3, 6 or 9 decimals, as many as it takes. Nanoseconds alone are written in UTC. Throws `ParameterError` outside the years 0 to 9999. */
export function toTimestamp(instant: Timestamp | bigint | Date): string {
  const { nanoseconds, offset } = normalizeInstant(instant);
  const [whole, fraction] = splitSeconds(nanoseconds);
  const local = new Date(Number(whole) * 1000 + offset * 60_000);
  const text = Number.isNaN(local.getTime()) ? '' : local.toISOString();
  if (!/^\d{4}-/.test(text) || !(Number.isInteger(offset) && Math.abs(offset) < 1440)) {
    throw new ParameterError('timestamp', 'an instant of the years 0 to 9999', 'one outside of them');
  }
  return `${text.slice(0, 19)}${formatDecimals(fraction)}${formatOffset(offset)}`;
}

/** The instant as a `Date`, without what is shorter than a millisecond. */
export function toDate({ nanoseconds }: Timestamp): Date {
  const [whole, fraction] = splitSeconds(nanoseconds);
  return new Date(Number(whole) * 1000 + Number(fraction / 1_000_000n));
}

/** Nanoseconds of a duration (`1.5s`). Throws `ParameterError` for what is none. */
export function fromDuration(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = (typeof text === 'string' && isDuration(text) && /^(-?)(\d+)(?:\.(\d+))?s$/.exec(text)) || [];
  if (sign === undefined) throw new ParameterError('duration', 'seconds with an s after them', describeValue(text));
  const nanoseconds = BigInt(whole) * nanosecondsPerSecond + BigInt(fraction.padEnd(9, '0'));
  return sign === '-' ? -nanoseconds : nanoseconds;
}

/** Text of a duration of so many nanoseconds, with 0, 3, 6 or 9 decimals. Throws `ParameterError` beyond 10,000 years, which no duration is. */
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
  // An invalid date is refused with the years that cannot be written.
  return { nanoseconds: Number.isNaN(milliseconds) ? nanosecondsPerSecond ** 3n : BigInt(milliseconds) * 1_000_000n, offset: 0 };
}

/** Whole seconds, and the nanoseconds from there on, before 1970 too. */
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
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}
