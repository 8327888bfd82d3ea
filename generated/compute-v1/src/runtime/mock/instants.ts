/** Durations and instants as people write them. */

const units: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Milliseconds of `500ms`, `90s`, `5m`, `2h`, `14d`; a bare number is seconds. `undefined` for anything else. */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value * 1000 : undefined;
  if (typeof value !== 'string') return undefined;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(value);
  const unit = units.get(match?.[2] ?? 's');
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : undefined;
}

const instantText = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** Milliseconds since 1970 of an RFC 3339 text; `undefined` for anything else, and for days no calendar has. */
export function parseInstant(value: unknown): number | undefined {
  const match = typeof value === 'string' ? instantText.exec(value) : null;
  if (!match) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] = match;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const sound = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
  if (!sound || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const fraction = (match[7] ?? '').padEnd(3, '0').slice(0, 3);
  const zone = (match[8] ?? 'Z').toUpperCase();
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second === '60' ? '59' : second}.${fraction}${zone}`);
  return Number.isNaN(time) ? undefined : time + (second === '60' ? 1000 : 0);
}

/** Text that sorts as the instants of RFC 3339 texts do, to the last digit of a second; `undefined` for anything else. */
export function toSortableInstant(value: unknown): string | undefined {
  const time = parseInstant(value);
  if (time === undefined) return undefined;
  const beyond = /\.\d{3}(\d+)/.exec(value as string)?.[1]?.replace(/0+$/, '') ?? '';
  return (time + 1e15).toString().padStart(17, '0') + beyond;
}

/** The years that RFC 3339 can write: 0000 to 9999. */
const earliest = Date.parse('0000-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a clock can show it. */
export function isRepresentableInstant(milliseconds: number): boolean {
  return milliseconds >= earliest && milliseconds <= latest;
}

/** Remembers the last answer: most requests come within the same millisecond, or second, as others. */
function memoizeLast(write: (time: number) => string): (time: number) => string {
  let last = Number.NaN;
  let text = '';
  return (time) => {
    if (time !== last) {
      text = write(time);
      last = time;
    }
    return text;
  };
}

/** RFC 3339 with milliseconds, in UTC. */
export const formatInstant: (milliseconds: number) => string = memoizeLast((time) => new Date(time).toISOString());

/** A time as a field holds it: RFC 3339 or a date, or milliseconds since 1970 in a field of whole numbers. */
export function formatTime(
  milliseconds: number,
  { type, format }: { readonly type?: string; readonly format?: string } = {},
): string | number {
  if (type === 'integer' || type === 'number') return Math.trunc(milliseconds);
  if (format === 'int64' || format === 'uint64') return String(Math.trunc(milliseconds));
  return format === 'date' ? formatInstant(milliseconds).slice(0, 10) : formatInstant(milliseconds);
}

const formatHttpSecond = memoizeLast((second) => new Date(second * 1000).toUTCString());

/** As the `Date` header has it. */
export function formatHttpDate(milliseconds: number): string {
  return formatHttpSecond(Math.floor(milliseconds / 1000));
}
