/** Prints a recorded body and that of the mock side by side, one field per row. */
import { isObject, type Json, type Pointer } from '../../../generator/lib/json.js';
import type { Difference } from '../difference.js';

export interface BodyRow {
  /** The line of the service, or of the mock. Empty if it has none there. */
  readonly recorded: string;
  readonly actual: string;
  readonly isMarked: boolean;
}

/** Returns the rows of two bodies. Marks the lines that differ. */
export function alignBodies(recorded: Json | undefined, actual: Json | undefined, differences: readonly Difference[]): readonly BodyRow[] {
  const marks = new Set(differences.flatMap(({ pointer }) => (pointer === undefined ? [] : [toKey(pointer)])));
  const rows: BodyRow[] = [];
  const add = (left: Json | undefined, right: Json | undefined, line: BodyLine): void => {
    const isMarked = line.isMarked || marks.has(toKey(line.pointer));
    const [start, end] = ['  '.repeat(line.depth), line.depth === 0 ? '' : ','];
    const print = (value: Json | undefined, text: (value: Json) => string): string => (value === undefined ? '' : `${start}${text(value)}`);
    const parts = listParts(left, right);
    const label = line.label === undefined ? '' : `${JSON.stringify(line.label)}: `;
    if (parts === undefined) {
      rows.push({
        recorded: print(left, (value) => `${label}${toLine(value)}${end}`),
        actual: print(right, (value) => `${label}${toLine(value)}${end}`),
        isMarked,
      });
      return;
    }
    const open = (value: Json): string => `${label}${Array.isArray(value) ? '[' : '{'}`;
    const close = (value: Json): string => `${Array.isArray(value) ? ']' : '}'}${end}`;
    rows.push({ recorded: print(left, open), actual: print(right, open), isMarked });
    for (const { key, label: name, recorded: one, actual: other } of parts)
      add(one, other, { depth: line.depth + 1, pointer: [...line.pointer, key], label: name, isMarked });
    rows.push({ recorded: print(left, close), actual: print(right, close), isMarked });
  };
  if (recorded !== undefined || actual !== undefined) add(recorded, actual, { depth: 0, pointer: [], label: undefined, isMarked: false });
  return rows;
}

interface BodyLine {
  readonly depth: number;
  readonly pointer: Pointer;
  readonly label: string | undefined;
  readonly isMarked: boolean;
}

interface AlignedPart {
  readonly key: string | number;
  readonly label: string | undefined;
  readonly recorded: Json | undefined;
  readonly actual: Json | undefined;
}

/** Returns the members or elements of both values, or `undefined` if they have no parts in common lines. */
function listParts(left: Json | undefined, right: Json | undefined): readonly AlignedPart[] | undefined {
  const [one, other] = [left ?? right, right ?? left];
  if (Array.isArray(one) && Array.isArray(other)) {
    const length = Math.max(Array.isArray(left) ? left.length : 0, Array.isArray(right) ? right.length : 0);
    const get = (list: Json | undefined, index: number): Json | undefined =>
      Array.isArray(list) ? (list[index] as Json | undefined) : undefined;
    return Array.from({ length }, (_, key) => ({ key, label: undefined, recorded: get(left, key), actual: get(right, key) }));
  }
  if (!isObject(one) || !isObject(other)) return undefined;
  const get = (value: Json | undefined, key: string): Json | undefined =>
    isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  const keys = new Set([...Object.keys(isObject(left) ? left : {}), ...Object.keys(isObject(right) ? right : {})]);
  return [...keys].map((key) => ({ key, label: key, recorded: get(left, key), actual: get(right, key) }));
}

const maxLength = 1000;

function toLine(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const toKey = (pointer: Pointer): string => JSON.stringify(pointer.map(String));
