/** Tests of the formats of dates, times, and durations. */

const dateForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const dateTimeForm =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])t(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const durationForm = /^-?(\d+)(?:\.\d{1,9})?s$/;
const monthDays: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Tests for an RFC 3339 `full-date` that exists in the calendar. */
export function isDate(text: string): boolean {
  return dateForm.test(text) && hasDayInMonth(text);
}

/** Tests for an RFC 3339 `date-time`. Second 60 is valid only for a possible leap second, at 23:59 UTC. */
export function isDateTime(text: string): boolean {
  return dateTimeForm.test(text) && hasDayInMonth(text) && (!text.startsWith('60', 17) || isLastMinute(text));
}

const earliestTimestamp = /* @__PURE__ */ Date.parse('0001-01-01T00:00:00Z');
const latestTimestamp = /* @__PURE__ */ Date.parse('9999-12-31T23:59:59Z');

/** Tests for a protobuf `Timestamp`: a `date-time` of the years 1 to 9999 in UTC, with at most nine decimals and without leap seconds. */
export function isTimestamp(text: string): boolean {
  if (!isDateTime(text) || text.startsWith('60', 17) || /\.\d{10}/.test(text)) return false;
  const seconds = Date.parse(text.toUpperCase().replace(/\.\d+/, ''));
  return seconds >= earliestTimestamp && seconds <= latestTimestamp;
}

/** Tests for seconds with the suffix `s` and at most nine decimals, up to about 10,000 years. */
export function isDuration(text: string): boolean {
  const seconds = durationForm.exec(text)?.[1];
  return seconds !== undefined && Number(seconds) <= 315_576_000_000;
}

/** Whether the month at the start of a date or time has the day. */
function hasDayInMonth(text: string): boolean {
  const day = Number(text.slice(8, 10));
  const month = Number(text.slice(5, 7));
  return day <= 28 || day <= (month === 2 && isLeapYear(Number(text.slice(0, 4))) ? 29 : (monthDays[month - 1] as number));
}

/** Whether a time is in the last minute of a day in UTC. */
function isLastMinute(time: string): boolean {
  const [, minutes = '', offset = ''] = /^(.{16}).*?(z|[+-].{5})$/i.exec(time) ?? [];
  const date = new Date(`${minutes}${offset}`.toUpperCase());
  return date.getUTCHours() === 23 && date.getUTCMinutes() === 59;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
