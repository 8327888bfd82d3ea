/** Parses and formats durations and instants. */
import { isInt64Format } from '../../runtime/proto-number.js';
import { isDuration } from '../../runtime/validate/time-formats.js';
import { fromDuration } from '../../runtime/values/time.js';

const units: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Returns the milliseconds of `500ms`, `90s`, `5m`, `2h`, or `14d`. A bare number means seconds. Returns `undefined` for anything else. */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value * 1000 : undefined;
  if (typeof value !== 'string') return undefined;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(value);
  const unit = units.get(match?.[2] ?? 's');
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : undefined;
}

const instantText = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** Returns the milliseconds since 1970 of an RFC 3339 time. Returns `undefined` for anything else, including days that don't exist. */
export function parseInstant(value: unknown): number | undefined {
  const match = typeof value === 'string' ? instantText.exec(value) : null;
  if (!match) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] = match;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isValidDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
  if (!isValidDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const fraction = (match[7] ?? '').padEnd(3, '0').slice(0, 3);
  const zone = (match[8] ?? 'Z').toUpperCase();
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second === '60' ? '59' : second}.${fraction}${zone}`);
  return Number.isNaN(time) ? undefined : time + (second === '60' ? 1000 : 0);
}

/** Returns a text that sorts like the RFC 3339 time, with its full precision. Returns `undefined` for anything else. */
export function toSortableInstant(value: unknown): string | undefined {
  const time = parseInstant(value);
  if (time === undefined) return undefined;
  const remainingDigits = /\.\d{3}(\d+)/.exec(value as string)?.[1]?.replace(/0+$/, '') ?? '';
  return (time + 1e15).toString().padStart(17, '0') + remainingDigits;
}

/** Returns the nanoseconds of a duration in the form of ProtoJSON: `3.5s`. Returns `undefined` for anything else. */
export function parseNanoseconds(value: unknown): bigint | undefined {
  return typeof value === 'string' && isDuration(value) ? fromDuration(value) : undefined;
}

/** The range of RFC 3339 times: the years 0000 to 9999. */
const earliest = Date.parse('0000-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns whether RFC 3339 can represent the time. */
export function isRepresentableInstant(milliseconds: number): boolean {
  return milliseconds >= earliest && milliseconds <= latest;
}

/** Caches the last result, because most requests share their millisecond or second with others. */
function memoizeLast(format: (time: number) => string): (time: number) => string {
  let last = Number.NaN;
  let text = '';
  return (time) => {
    if (time !== last) {
      text = format(time);
      last = time;
    }
    return text;
  };
}

/** Formats a time as RFC 3339 with milliseconds in UTC. */
export const formatInstant: (milliseconds: number) => string = memoizeLast((time) => new Date(time).toISOString());

/** Formats a time as ProtoJSON does: without decimals if they are zero. */
export const formatTimestamp: (milliseconds: number) => string = memoizeLast((time) => new Date(time).toISOString().replace('.000Z', 'Z'));

/** Formats a time for a field: as RFC 3339, as a date, or as milliseconds since 1970 in an integer field. */
export function formatTime(
  milliseconds: number,
  { type, format }: { readonly type?: string; readonly format?: string } = {},
): string | number {
  if (type === 'integer' || type === 'number') return Math.trunc(milliseconds);
  if (isInt64Format(format)) return String(Math.trunc(milliseconds));
  if (format === 'google-datetime') return formatTimestamp(milliseconds);
  return format === 'date' ? formatInstant(milliseconds).slice(0, 10) : formatInstant(milliseconds);
}

const formatHttpSecond = memoizeLast((second) => new Date(second * 1000).toUTCString());

/** Formats a time for the `Date` header. */
export function formatHttpDate(milliseconds: number): string {
  return formatHttpSecond(Math.floor(milliseconds / 1000));
}
