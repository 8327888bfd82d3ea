const durationForm = /^-?(\d+)(?:\.\d{1,9})?s$/;
const monthDays: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const DIGIT_0 = 48;
const PLUS = 43;
const DASH = 45;
const DOT = 46;
const COLON = 58;

// Hand-written for speed and without temporary arrays, because every resource contains times.

/** Tests for an RFC 3339 `full-date` that exists in the calendar. */
export function isDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text);
}

/** Tests for an RFC 3339 `date-time`. Second 60 is valid only for a possible leap second, at 23:59 UTC. */
export function isDateTime(text: string): boolean {
  const separator = text.charCodeAt(10) | 32;
  if (separator !== 116 || !startsWithDate(text) || text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return false;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  const offset = parseOffset(text, skipFraction(text));
  if (offset === undefined) return false;
  return second < 60 || (hour * 60 + minute - offset + 1440) % 1440 === 1439;
}

/** Tests for seconds with the suffix `s` and at most nine decimals, up to about 10,000 years. */
export function isDuration(text: string): boolean {
  const seconds = durationForm.exec(text)?.[1];
  return seconds !== undefined && Number(seconds) <= 315_576_000_000;
}

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return false;
  const century = twoDigits(text, 0);
  const year = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1) return false;
  return day <= (month === 2 && isLeapYear(century * 100 + year) ? 29 : (monthDays[month - 1] as number));
}

/** Returns the number of two digits, or -1 if they aren't digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - DIGIT_0;
  const ones = text.charCodeAt(at + 1) - DIGIT_0;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Returns the position after the fraction of a second, or the end of the text if the fraction has no digits. */
function skipFraction(text: string): number {
  if (text.charCodeAt(19) !== DOT) return 19;
  let at = 20;
  while (text.charCodeAt(at) >= DIGIT_0 && text.charCodeAt(at) <= DIGIT_0 + 9) at += 1;
  return at === 20 ? text.length : at;
}

/** Parses the rest of the text as the offset from UTC, in minutes. */
function parseOffset(text: string, at: number): number | undefined {
  const sign = text.charCodeAt(at);
  if ((sign | 32) === 122) return text.length === at + 1 ? 0 : undefined;
  if ((sign !== PLUS && sign !== DASH) || text.length !== at + 6 || text.charCodeAt(at + 3) !== COLON) return undefined;
  const hour = twoDigits(text, at + 1);
  const minute = twoDigits(text, at + 4);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return undefined;
  return (hour * 60 + minute) * (sign === DASH ? -1 : 1);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
