/** Inserts, deletes, and moves rows and columns, with everything that refers to them. */
import { isList, isObject, type Json, type JsonObject } from '../../mock/service.js';
import type { Grid } from './grid.js';
import { getGridSize, setGridSize, type Sheet, type Spreadsheet } from './spreadsheets.js';

export type Dimension = 'ROWS' | 'COLUMNS';

/** Returns the new index of a row or a column, or `undefined` if it is deleted. */
type MoveIndex = (index: number) => number | undefined;

export const toDimension = (value: unknown): Dimension => (value === 'COLUMNS' ? 'COLUMNS' : 'ROWS');

/** Moves the cells and the ranges of a sheet. */
function moveIndexes(
  grid: Grid,
  sheet: Sheet,
  { dimension, move, count }: { readonly dimension: Dimension; readonly move: MoveIndex; readonly count: number },
): Sheet {
  const isRows = dimension === 'ROWS';
  grid.moveCells((row, column) => {
    const moved = move(isRows ? row : column);
    return moved === undefined ? undefined : isRows ? [moved, column] : [row, moved];
  });
  const size = getGridSize(sheet);
  const length = isRows ? size.rowCount : size.columnCount;
  const shifted = moveRanges(sheet, { dimension, move, length });
  return setGridSize(shifted as Sheet, isRows ? { rowCount: length + count } : { columnCount: length + count });
}

export interface Insertion {
  readonly dimension: Dimension;
  readonly start: number;
  readonly count: number;
}

const createInsertion =
  ({ start, count }: Insertion): MoveIndex =>
  (index) =>
    index >= start ? index + count : index;

const createDeletion =
  ({ start, count }: Insertion): MoveIndex =>
  (index) =>
    index < start ? index : index < start + count ? undefined : index - count;

export const insertIndexes = (grid: Grid, sheet: Sheet, insertion: Insertion): Sheet =>
  moveIndexes(grid, sheet, { ...insertion, move: createInsertion(insertion) });

export const deleteIndexes = (grid: Grid, sheet: Sheet, deletion: Insertion): Sheet =>
  moveIndexes(grid, sheet, { ...deletion, move: createDeletion(deletion), count: -deletion.count });

/** Moves rows or columns before another index, which is that before the move. */
export function reorderIndexes(
  grid: Grid,
  sheet: Sheet,
  { dimension, start, count, target }: Insertion & { readonly target: number },
): Sheet {
  const end = start + count;
  const move: MoveIndex = (index) => {
    if (index >= start && index < end) return index - start + (target > start ? target - count : target);
    if (target > start && index >= end && index < target) return index - count;
    return target < start && index >= target && index < start ? index + count : index;
  };
  return moveIndexes(grid, sheet, { dimension, move, count: 0 });
}

/** Moves the named ranges of a sheet. */
export function moveNamedRanges(
  spreadsheet: Spreadsheet,
  sheetId: number,
  change: Insertion & { readonly isDeletion: boolean },
): Spreadsheet {
  const named = spreadsheet['namedRanges'];
  if (!isList(named)) return spreadsheet;
  const move = change.isDeletion ? createDeletion(change) : createInsertion(change);
  const moved = named.map((each) => {
    const range = isObject(each) ? each['range'] : undefined;
    if (!isObject(each) || !isObject(range) || Number(range['sheetId'] ?? 0) !== sheetId) return each;
    return { ...each, range: moveRange(range, { dimension: change.dimension, move, length: Infinity }) ?? range };
  });
  return { ...spreadsheet, namedRanges: moved };
}

interface RangeMove {
  readonly dimension: Dimension;
  readonly move: MoveIndex;
  /** The number of rows or columns before the change. */
  readonly length: number;
}

/** The members of a sheet whose ranges move with its cells. */
const rangeMembers = [
  'merges',
  'protectedRanges',
  'basicFilter',
  'filterViews',
  'conditionalFormats',
  'bandedRanges',
  'rowGroups',
  'columnGroups',
];

function moveRanges(sheet: Sheet, change: RangeMove): JsonObject {
  const moved: Record<string, Json> = { ...sheet };
  for (const name of rangeMembers) {
    const value = sheet[name];
    const next = value === undefined ? undefined : moveInside(value, change);
    if (next === undefined || (isList(next) && next.length === 0)) delete moved[name];
    else moved[name] = next;
  }
  return moved;
}

/** Returns `undefined` for a range that is deleted, and for what has such a range. */
function moveInside(value: Json, change: RangeMove): Json | undefined {
  if (isList(value)) return value.flatMap((item) => moveInside(item, change) ?? []);
  if (!isObject(value)) return value;
  if ('startRowIndex' in value || 'startColumnIndex' in value || 'endRowIndex' in value || 'endColumnIndex' in value)
    return moveRange(value, change);
  if ('startIndex' in value || 'endIndex' in value)
    return value['dimension'] === change.dimension ? moveEnds(value, ['startIndex', 'endIndex'], change) : value;
  const entries: (readonly [string, Json])[] = [];
  for (const [name, member] of Object.entries(value)) {
    const moved = moveInside(member, change);
    if (moved === undefined) return undefined;
    entries.push([name, moved]);
  }
  return Object.fromEntries(entries);
}

const moveRange = (range: JsonObject, change: RangeMove): JsonObject | undefined =>
  moveEnds(range, change.dimension === 'ROWS' ? ['startRowIndex', 'endRowIndex'] : ['startColumnIndex', 'endColumnIndex'], change);

function moveEnds(range: JsonObject, [startName, endName]: readonly [string, string], { move, length }: RangeMove): JsonObject | undefined {
  const isOpen = range[endName] === undefined;
  const start = Number(range[startName] ?? 0);
  const end = isOpen ? Math.min(length, start + 100_000) : Number(range[endName]);
  let [first, last]: readonly (number | undefined)[] = [undefined, undefined];
  for (let index = start; index < end; index++) {
    const moved = move(index);
    if (moved === undefined) continue;
    first = first === undefined ? moved : Math.min(first, moved);
    last = last === undefined ? moved : Math.max(last, moved);
  }
  if (first === undefined || last === undefined) return undefined;
  return { ...range, ...(range[startName] !== undefined && { [startName]: first }), ...(!isOpen && { [endName]: last + 1 }) };
}
