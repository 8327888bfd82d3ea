/** Suggests the known name that an unknown one is most like. */

/** Names that are longer are not compared. */
const longestName = 200;

/** The number of insertions, deletions, replacements, and swaps of neighbors that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [];
  for (let i = 0; i <= a.length; i += 1) {
    const row: number[] = (rows[i] = []);
    for (let j = 0; j <= b.length; j += 1) {
      const at = (up: number, left: number): number => rows[i - up]?.[j - left] ?? Infinity;
      const replaced = at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(2, 2) + 1 : Infinity;
      row[j] = i + j && Math.min(at(1, 0) + 1, at(0, 1) + 1, replaced, swapped);
    }
  }
  return (rows[a.length] as number[])[b.length] as number;
}

/** The known name that is most like `name`, at most a third of the longer one away; upper and lower case count as the same. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const length = Math.max(name.length, candidate.length);
    const limit = Math.min(least - 1, Math.max(1, length / 3));
    if (length > longestName || Math.abs(name.length - candidate.length) > limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** The end of a message about an unknown name: the nearest known one, or all of them. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `; expected one of ${known.join(', ')}` : `; did you mean "${near}"?`;
}
