/** Text for error messages: rejected values, and suggestions for unknown names. */

/** Describes the type of a value: `a string`, `an array`, `nothing`. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object';
  return `a ${typeof value}`;
}

/** Describes a rejected value: its type and, if it is text, a number, or a boolean, the value, shortened to 60 characters. */
export function describeValue(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
      : /^(n|b)/.test(typeof value) && String(value);
  return text ? `the ${typeof value} ${text}` : describeType(value);
}

/** Returns the number of insertions, deletions, replacements, and swaps of neighbors that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [];
  const get = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 0; i <= a.length; i += 1) {
    const row: number[] = (rows[i] = []);
    for (let j = 0; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] =
        i + j
          ? Math.min(
              get(i - 1, j) + 1,
              get(i, j - 1) + 1,
              get(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
              isSwap ? get(i - 2, j - 2) + 1 : Infinity,
            )
          : 0;
    }
  }
  return get(a.length, b.length);
}

/** Returns the known name that is most similar to `name`, if any is. Ignores case and everything after the first 200 characters. */
export function findNearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  const fold = (text: string): string => text.slice(0, 200).toLowerCase();
  for (const candidate of known) {
    const distance = editDistance(fold(name), fold(candidate));
    if (distance < least && distance <= 1 + candidate.length / 4) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Formats the end of a message about an unknown name: the most similar known name, or all of them. */
export function formatSuggestion(name: string, known: readonly string[]): string {
  const near = findNearest(name, known);
  return near ? `; did you mean "${near}"?` : known.length === 0 ? '; none is expected' : `; expected one of ${known.join(', ')}`;
}
