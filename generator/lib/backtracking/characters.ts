/** Character sets as sorted ranges of code points, and their partition into equivalence classes. */

export type CharacterRange = readonly [first: number, maxCodePoint: number];
export type Characters = readonly CharacterRange[];

const maxCodePoint = 0x10ffff;
export const anyCharacter: Characters = [[0, maxCodePoint]];
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
  const gaps: CharacterRange[] = [];
  let from = 0;
  for (const [first, end] of union([set])) {
    if (first > from) gaps.push([from, first - 1]);
    from = end + 1;
  }
  return from <= maxCodePoint ? [...gaps, [from, maxCodePoint]] : gaps;
}

/** Adds the other case of each ASCII letter. Adds all characters beyond ASCII if the set has one, which overestimates the set. */
export function ignoreCase(set: Characters): Characters {
  const shiftRange = (from: number, by: number): CharacterRange[] =>
    set.flatMap(([first, end]): CharacterRange[] => {
      const [low, high] = [Math.max(first, from), Math.min(end, from + 25)];
      return low <= high ? [[low + by, high + by]] : [];
    });
  const beyond: CharacterRange[] = set.some(([, end]) => end > 127) ? [[128, maxCodePoint]] : [];
  return union([set, shiftRange(65, 32), shiftRange(97, -32), beyond]);
}

/** Returns the classes in each set. Two characters are in the same class if every set contains both or neither. */
export function splitIntoClasses(sets: readonly Characters[]): {
  readonly classes: readonly (readonly number[])[];
  readonly count: number;
} {
  const starts = [...new Set(sets.flatMap((set) => set.flatMap(([first, end]) => [first, end + 1])))].sort((a, b) => a - b);
  const ids = new Map<string, number>();
  const classes: Set<number>[] = sets.map(() => new Set());
  for (const start of starts) {
    const holding = sets.flatMap((set, index) => (hasCharacter(set, start) ? [index] : []));
    if (holding.length === 0) continue;
    const key = holding.join();
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    for (const index of holding) classes[index]?.add(id);
  }
  return { classes: classes.map((members) => [...members]), count: ids.size };
}

const hasCharacter = (set: Characters, character: number): boolean => set.some(([first, end]) => first <= character && character <= end);
