const dateForm = /^(\d{4})-(\d\d)-(\d\d)$/;
const timeForm = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const durationForm = /^-?(\d+)(?:\.\d{1,9})?s$/;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 `full-date`, by the calendar. */
export function isDate(text: string): boolean {
  const parts = dateForm.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const days = month === 2 && isLeapYear(year) ? 29 : (monthDays[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** RFC 3339 `date-time`. Second 60 stands only where a leap second can: at 23:59 UTC. */
export function isDateTime(text: string): boolean {
  return (text[10] === 'T' || text[10] === 't') && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** Seconds with the suffix `s` and at most nine decimals, within some 10,000 years. */
export function isDuration(text: string): boolean {
  const seconds = durationForm.exec(text)?.[1];
  return seconds !== undefined && Number(seconds) <= 315_576_000_000;
}

function isTime(text: string): boolean {
  const parts = timeForm.exec(text);
  if (parts === null) return false;
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1);
  return (hour * 60 + minute - offset + 1440) % 1440 === 1439;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
