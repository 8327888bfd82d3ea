/** Durations in the values of options: `500ms`, `90s`, `5m`, `2h`, `14d`. */

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration in milliseconds. A bare number is seconds. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text);
  if (match === null) return undefined;
  const total = Number(match[1]) * (units[match[2] ?? 's'] ?? 1_000);
  return total <= Number.MAX_SAFE_INTEGER ? total : undefined;
}

/** Formats milliseconds as a duration in the largest unit that gives an integer: `14d`. */
export function formatDuration(milliseconds: number): string {
  const [unit, size] = Object.entries(units).findLast(([, each]) => milliseconds >= each && milliseconds % each === 0) ?? ['s', 1];
  return `${milliseconds / size}${unit}`;
}
