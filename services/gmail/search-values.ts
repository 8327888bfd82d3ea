/** The values of search operators. */

const day = 24 * 60 * 60 * 1000;

/** Dates are interpreted as midnight in this zone: https://developers.google.com/workspace/gmail/api/guides/filtering. */
const dateZone = 'America/Los_Angeles';

/** Returns the start of a date such as `2026/11/28`, or the time of seconds since 1970, in milliseconds since 1970. */
export function parseDate(text: string): number | undefined {
  if (/^\d{9,}$/.test(text)) return Number(text) * 1000;
  const [, year, month, date] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(text) ?? [];
  const [, usMonth, usDate, usYear] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? [];
  const parts = [year ?? usYear, month ?? usMonth, date ?? usDate].map(Number);
  const midnight = Date.UTC(parts[0] as number, (parts[1] as number) - 1, parts[2] as number);
  return Number.isNaN(midnight) ? undefined : midnight - getOffset(midnight);
}

/** Returns the offset of the zone at a local time, in milliseconds. */
function getOffset(local: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: dateZone, timeZoneName: 'longOffset' });
  // Midnight in the zone is 7 or 8 hours later in UTC.
  const name = format.formatToParts(local + 8 * 60 * 60 * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 * 1000;
}

/** Returns the start of a period such as `7d`, `3m`, or `1y` until now. */
export function parsePeriod(text: string, now: number): number | undefined {
  const [, number, unit] = /^(\d+)([dmy])$/i.exec(text) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  if (unit.toLowerCase() === 'd') return now - Number(number) * day;
  const start = new Date(now);
  if (unit.toLowerCase() === 'm') start.setUTCMonth(start.getUTCMonth() - Number(number));
  else start.setUTCFullYear(start.getUTCFullYear() - Number(number));
  return start.getTime();
}

/** Returns a size such as `1000`, `10K`, or `5M` in bytes. */
export function parseSize(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+)([km]?)b?$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  return Number(number) * ({ k: 1024, m: 1024 * 1024 }[unit.toLowerCase()] ?? 1);
}
