/** Dates as numbers: days since 30 December 1899, with the time as the fraction. */

const dayMilliseconds = 86_400_000;
const firstDay = Date.UTC(1899, 11, 30);

export interface DateParts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}

/** Returns `undefined` for a date that doesn't exist. */
export function toSerialDate({ year, month, day, hour = 0, minute = 0, second = 0 }: DateParts): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second >= 60) return undefined;
  return Math.round((date.getTime() - firstDay) / dayMilliseconds) + toDayFraction(hour, minute, second);
}

export const toDayFraction = (hour: number, minute: number, second: number): number => (hour * 3600 + minute * 60 + second) / 86_400;

export const fromSerialDate = (serial: number): Date => new Date(firstDay + Math.round(serial * dayMilliseconds));
