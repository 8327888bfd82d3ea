/** Numbers, times, and sizes as text. */

/** 12345 is `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A count with its noun: `1 method`, `2 methods`. */
export function formatPlural(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** A duration in milliseconds: `0.4 ms`, `12 ms`, `3.2 s`. */
export function formatDuration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '–';
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds)} ms`;
}

export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${Math.round((100 * part) / whole)}%`;
}

export function formatBytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** An RFC 3339 time as the time of day with milliseconds, in UTC like the mock's clock. */
export function formatTimeOfDay(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toISOString().slice(11, 23);
}

/** Milliseconds since 1970 as a date and a time, in UTC: `2026-01-31 12:00:00`. */
export function formatSeconds(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

const spanUnits = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** A span of the mock's clock in its two largest units: `1 d 2 h`, `1 m 30 s`, `250 ms`. */
export function formatSpan(milliseconds: number): string {
  const first = spanUnits.findIndex(([, length]) => milliseconds >= length);
  if (first < 0) return `${Math.round(milliseconds)} ms`;
  let rest = milliseconds;
  const parts = spanUnits.slice(first, first + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? '' : `${count} ${unit}`;
  });
  return parts.filter(Boolean).join(' ');
}

/** The name of a snapshot, or a sequence number. */
export function describeVersion(version: string | number): string {
  return typeof version === 'number' ? `the sequence number ${version}` : `the snapshot ${version}`;
}
