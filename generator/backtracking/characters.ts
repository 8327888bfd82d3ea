/** Sets of characters, as sorted ranges of code points, and the classes that no set of an expression tells apart. */

export type Range = readonly [first: number, last: number];
export type Characters = readonly Range[];

const last = 0x10ffff;
export const anyCharacter: Characters = [[0, last]];
export const lineEnds: Characters = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
export const digits: Characters = [[48, 57]];
export const wordCharacters: Characters = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
export const spaces: Characters = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

export function union(sets: readonly Characters[]): Characters {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const before = merged.at(-1);
    if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complement(set: Characters): Characters {
  const gaps: Range[] = [];
  let from = 0;
  for (const [first, end] of union([set])) {
    if (first > from) gaps.push([from, first - 1]);
    from = end + 1;
  }
  return from <= last ? [...gaps, [from, last]] : gaps;
}

/** With the other case of each letter; beyond ASCII with everything, where there is anything: too much rather than too little. */
export function ignoreCase(set: Characters): Characters {
  const other = (from: number, by: number): Range[] =>
    set.flatMap(([first, end]): Range[] => {
      const [low, high] = [Math.max(first, from), Math.min(end, from + 25)];
      return low <= high ? [[low + by, high + by]] : [];
    });
  const beyond: Range[] = set.some(([, end]) => end > 127) ? [[128, last]] : [];
  return union([set, other(65, 32), other(97, -32), beyond]);
}

/** For each set the classes that it holds; two characters are in one class where every set holds both or neither. */
export function splitIntoClasses(sets: readonly Characters[]): {
  readonly classes: readonly (readonly number[])[];
  readonly count: number;
} {
  const starts = [...new Set(sets.flatMap((set) => set.flatMap(([first, end]) => [first, end + 1])))].sort((a, b) => a - b);
  const ids = new Map<string, number>();
  const classes: Set<number>[] = sets.map(() => new Set());
  for (const start of starts) {
    const holding = sets.flatMap((set, index) => (holds(set, start) ? [index] : []));
    if (holding.length === 0) continue;
    const key = holding.join();
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    for (const index of holding) classes[index]?.add(id);
  }
  return { classes: classes.map((members) => [...members]), count: ids.size };
}

const holds = (set: Characters, character: number): boolean => set.some(([first, end]) => first <= character && character <= end);
