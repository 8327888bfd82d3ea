/** Times in time zones. A local time is the number of milliseconds since 1970 that a clock in the zone would show in UTC. */

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      era: 'short',
    });
    formats.set(zone, format);
  }
  return format;
}

export function isZone(zone: string): boolean {
  if (zone === '' || /^[+-]/.test(zone)) return false;
  try {
    getFormat(zone);
    return true;
  } catch {
    return false;
  }
}

export function toLocal(instant: number, zone: string): number {
  if (zone === 'UTC') return instant;
  const parts = new Map(
    getFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second')) + milliseconds;
}

/** Returns the instant of a local time. A time that a change of the clocks skips counts from before the change, and of a repeated one the first counts. */
export function toInstant(local: number, zone: string): number {
  if (zone === 'UTC') return local;
  const hour = 60 * 60 * 1000;
  // The offsets around the time.
  const offsets = [local - 24 * hour, local + 24 * hour].map((instant) => toLocal(instant, zone) - instant);
  const exact = offsets.map((offset) => local - offset).filter((instant) => toLocal(instant, zone) === local);
  return exact.length > 0 ? Math.min(...exact) : local - (offsets[0] ?? 0);
}

/** Formats an instant without milliseconds: `2026-01-02T04:04:05+01:00`. */
export function formatInZone(instant: number, zone: string): string {
  const seconds = Math.floor(instant / 1000) * 1000;
  const local = toLocal(seconds, zone);
  const minutes = Math.round((local - seconds) / 60_000);
  const text = new Date(local).toISOString().slice(0, 19);
  if (minutes === 0) return `${text}Z`;
  const pad = (number: number): string => String(number).padStart(2, '0');
  return `${text}${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
}

/** Returns the day of a local time. */
export const formatDay = (local: number): string => new Date(local).toISOString().slice(0, 10);
