/** Requests that change cells. */
import { compareText, isObject, type Json, type JsonObject } from '../../../mock/service.js';
import type { Bounds } from '../a1.js';
import { getEnteredValue, getFormula } from '../cell-values.js';
import { completeColors, replaceFields, requireFields } from '../field-masks.js';
import { hasValue, type Cell, type Grid } from '../grid.js';
import { getGridSize, setGridSize } from '../spreadsheets.js';
import { enterValue } from '../values-handlers.js';
import { getObject, hasReference, type BatchContext, type RequestTable } from './context.js';

type Rows = readonly (readonly JsonObject[])[];

const readRows = (rows: Json | undefined): Rows =>
  ((rows ?? []) as readonly JsonObject[]).map(({ values }) => ((values ?? []) as readonly JsonObject[]).map((cell) => completeCell(cell)));

/** An empty text is no value. */
function completeCell(cell: JsonObject): Cell {
  const completed = completeColors(cell);
  const value = completed['userEnteredValue'];
  const isCleared = isObject(value) && (Object.keys(value).length === 0 || value['stringValue'] === '');
  const isUnnoted = completed['note'] === '';
  if (!isCleared && !isUnnoted) return completed;
  return Object.fromEntries(
    Object.entries(completed).filter(([name]) => !((isCleared && name === 'userEnteredValue') || (isUnnoted && name === 'note'))),
  );
}

const overlaps = (one: Bounds, other: Bounds): boolean =>
  one.startRow < other.endRow && other.startRow < one.endRow && one.startColumn < other.endColumn && other.startColumn < one.endColumn;

const contains = (outer: Bounds, inner: Bounds): boolean =>
  outer.startRow <= inner.startRow &&
  outer.endRow >= inner.endRow &&
  outer.startColumn <= inner.startColumn &&
  outer.endColumn >= inner.endColumn;

const toBounds = (range: JsonObject): Bounds => ({
  startRow: Number(range['startRowIndex'] ?? 0),
  endRow: Number(range['endRowIndex'] ?? 0),
  startColumn: Number(range['startColumnIndex'] ?? 0),
  endColumn: Number(range['endColumnIndex'] ?? 0),
});

const toGridRange = (sheetId: number, { startRow, endRow, startColumn, endColumn }: Bounds): JsonObject => ({
  sheetId,
  startRowIndex: startRow,
  endRowIndex: endRow,
  startColumnIndex: startColumn,
  endColumnIndex: endColumn,
});

/** Divides a range into the ranges that become one cell each. */
function splitMerge(bounds: Bounds, type: Json | undefined): readonly Bounds[] {
  const columns = Array.from({ length: bounds.endColumn - bounds.startColumn }, (_, index) => bounds.startColumn + index);
  const rows = Array.from({ length: bounds.endRow - bounds.startRow }, (_, index) => bounds.startRow + index);
  if (type === 'MERGE_COLUMNS') return columns.map((column) => ({ ...bounds, startColumn: column, endColumn: column + 1 }));
  return type === 'MERGE_ROWS' ? rows.map((row) => ({ ...bounds, startRow: row, endRow: row + 1 })) : [bounds];
}

/** Returns the merges of a sheet that aren't in the range. Throws 400 for one that is only partly in it. */
function removeMerges(context: BatchContext, merges: readonly JsonObject[], bounds: Bounds): readonly JsonObject[] {
  return merges.filter((merge) => {
    const merged = toBounds(merge);
    if (!overlaps(bounds, merged)) return true;
    return contains(bounds, merged) ? false : context.reject('You must select all cells in a merged range to merge or unmerge them.');
  });
}

interface Shift extends ReturnType<BatchContext['requireRange']> {
  /** Whether rows shift, and not columns. */
  readonly isDown: boolean;
}

/** Whether a cell is in the bounds, or after them in the direction of the shift. */
const isShifted = ({ bounds, isDown }: Shift, row: number, column: number): boolean =>
  row >= bounds.startRow && column >= bounds.startColumn && (isDown ? column < bounds.endColumn : row < bounds.endRow);

/** Returns the range whose insertion or deletion shifts cells. Throws 501 if something else than cells would move. */
function requireShift(context: BatchContext, range: Json | undefined, dimension: Json | undefined): Shift {
  if (dimension !== 'ROWS' && dimension !== 'COLUMNS') context.reject('shiftDimension must be ROWS or COLUMNS');
  const isDown = dimension === 'ROWS';
  const found = context.requireRange(range);
  context.requireFixedFormulas();
  const { rowCount, columnCount } = getGridSize(found.sheet);
  const zone = isDown ? { ...found.bounds, endRow: rowCount } : { ...found.bounds, endColumn: columnCount };
  const named = ((context.spreadsheet['namedRanges'] ?? []) as readonly JsonObject[]).map((each) => getObject(each['range']));
  const ranges = [
    ...((found.sheet['merges'] ?? []) as readonly JsonObject[]),
    ...named.filter(({ sheetId = 0 }) => sheetId === found.sheet.properties.sheetId),
  ];
  const isMoved = ranges.some((each) =>
    overlaps(zone, {
      ...toBounds(each),
      endRow: Number(each['endRowIndex'] ?? Infinity),
      endColumn: Number(each['endColumnIndex'] ?? Infinity),
    }),
  );
  if (isMoved) context.rejectUnknown('merged cells or a named range would move');
  return { ...found, isDown };
}

interface SortSpec {
  readonly column: number;
  readonly isDescending: boolean;
}

const listSortSpecs = (specs: Json | undefined): readonly SortSpec[] =>
  ((specs ?? []) as readonly JsonObject[]).map(({ dimensionIndex, sortOrder }) => ({
    column: Number(dimensionIndex ?? 0),
    isDescending: sortOrder === 'DESCENDING',
  }));

/** Orders numbers before texts, and texts before truth values. Empty cells are last in both directions. */
function compareCells(one: Cell | undefined, other: Cell | undefined, isDescending: boolean): number {
  const [value, otherValue] = [getEnteredValue(one), getEnteredValue(other)];
  if (value === undefined || otherValue === undefined) return Number(value === undefined) - Number(otherValue === undefined);
  const rank = (each: unknown): number => ['number', 'string', 'boolean'].indexOf(typeof each);
  const compared =
    rank(value) - rank(otherValue) ||
    (typeof value === 'number' && typeof otherValue === 'number'
      ? value - otherValue
      : compareText(String(value).toLowerCase(), String(otherValue).toLowerCase()));
  return isDescending ? -compared : compared;
}

function sortRows(grid: Grid, bounds: Bounds, specs: readonly SortSpec[]): void {
  const rows = Array.from({ length: bounds.endRow - bounds.startRow }, (_, index) => grid.getRow(bounds.startRow + index));
  const isInside = (column: string): boolean => Number(column) >= bounds.startColumn && Number(column) < bounds.endColumn;
  const sorted = [...rows].sort((one, other) => {
    for (const { column, isDescending } of specs) {
      const compared = compareCells(one[column], other[column], isDescending);
      if (compared !== 0) return compared;
    }
    return 0;
  });
  for (const [index, cells] of sorted.entries()) {
    const kept = Object.entries(rows[index] ?? {}).filter(([column]) => !isInside(column));
    grid.putRow(bounds.startRow + index, Object.fromEntries([...kept, ...Object.entries(cells).filter(([column]) => isInside(column))]));
  }
}

/** The members of a cell that a kind of paste replaces. */
const pastedMembers: Readonly<Record<string, readonly string[]>> = {
  PASTE_VALUES: ['userEnteredValue'],
  PASTE_FORMAT: ['userEnteredFormat'],
  PASTE_FORMULA: ['userEnteredValue'],
  PASTE_DATA_VALIDATION: ['dataValidation'],
};

function pasteCell(
  context: BatchContext,
  { source, target, type }: { readonly source: Cell; readonly target: Cell; readonly type: string },
): Cell {
  if (hasReference(getFormula(source))) context.rejectUnknown('The mock does not change references in formulas.');
  if (type === 'PASTE_VALUES' && getFormula(source) !== undefined) context.rejectUnknown('The mock does not evaluate formulas.');
  if (type === 'PASTE_NORMAL') return source;
  const members = pastedMembers[type] ?? context.rejectUnknown(`the paste type ${type}`);
  const kept = Object.entries(target).filter(([name]) => !members.includes(name));
  return Object.fromEntries([...kept, ...Object.entries(source).filter(([name]) => members.includes(name))]);
}

/** Copies cells, repeated as often as the destination is larger. */
interface Region {
  readonly grid: Grid;
  readonly bounds: Bounds;
}

interface Paste {
  readonly from: Region;
  readonly target: Region;
  readonly type: string;
  readonly isTransposed: boolean;
}

function pasteCells(context: BatchContext, { from: { grid, bounds }, target, type, isTransposed }: Paste): void {
  const [height, width] = [bounds.endRow - bounds.startRow, bounds.endColumn - bounds.startColumn];
  const source = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) => grid.getCell(bounds.startRow + row, bounds.startColumn + column) ?? {}),
  );
  const [rows, columns] = isTransposed ? [width, height] : [height, width];
  const { startRow, startColumn } = target.bounds;
  const repeat = (length: number, size: number): number => Math.max(size, Math.floor(length / size) * size);
  const endRow = startRow + repeat(target.bounds.endRow - startRow, rows);
  const endColumn = startColumn + repeat(target.bounds.endColumn - startColumn, columns);
  target.grid.changeCells({ startRow, startColumn, endRow, endColumn }, (cell, row, column) => {
    const [at, position] = [(row - startRow) % rows, (column - startColumn) % columns];
    const copied = source[isTransposed ? position : at]?.[isTransposed ? at : position] ?? {};
    return pasteCell(context, { source: copied, target: cell, type });
  });
}

function updateCells(
  context: BatchContext,
  { grid, bounds }: Region,
  { rows, fields }: { readonly rows: Rows; readonly fields: Json | undefined },
): void {
  const mask = requireFields(context.call, fields);
  grid.changeCells(bounds, (cell, row, column) =>
    replaceFields(cell, rows[row - bounds.startRow]?.[column - bounds.startColumn] ?? {}, mask),
  );
}

export const cellRequests: RequestTable = {
  updateCells(context, { range, start, rows, fields }) {
    const lines = readRows(rows);
    const first = getObject(start);
    const [row, column] = [Number(first['rowIndex'] ?? 0), Number(first['columnIndex'] ?? 0)];
    const stated = range ?? {
      sheetId: first['sheetId'] ?? 0,
      startRowIndex: row,
      endRowIndex: row + lines.length,
      startColumnIndex: column,
      endColumnIndex: column + Math.max(1, ...lines.map((line) => line.length)),
    };
    const { grid, bounds } = context.requireRange(stated);
    updateCells(context, { grid, bounds }, { rows: lines, fields });
  },

  appendCells(context, { sheetId, rows, fields }) {
    const sheet = context.requireSheet(sheetId, 'grid');
    const grid = context.openGrid(sheet);
    const lines = readRows(rows);
    const startRow = Math.max(0, ...grid.listRows().flatMap(([row, cells]) => (Object.values(cells).some(hasValue) ? [row + 1] : [])));
    const size = getGridSize(sheet);
    const width = Math.max(1, ...lines.map((line) => line.length));
    context.replaceSheet(
      setGridSize(sheet, { rowCount: Math.max(size.rowCount, startRow + lines.length), columnCount: Math.max(size.columnCount, width) }),
    );
    const bounds = { startRow, endRow: startRow + lines.length, startColumn: 0, endColumn: width };
    updateCells(context, { grid, bounds }, { rows: lines, fields });
  },

  repeatCell(context, { range, cell, fields }) {
    const { grid, bounds } = context.requireRange(range);
    const source = completeCell(getObject(cell));
    const isSingle = bounds.endRow - bounds.startRow === 1 && bounds.endColumn - bounds.startColumn === 1;
    if (!isSingle && hasReference(getFormula(source))) context.rejectUnknown('The mock does not change references in formulas.');
    const mask = requireFields(context.call, fields);
    grid.changeCells(bounds, (before) => replaceFields(before, source, mask));
  },

  setDataValidation(context, { range, rule }) {
    const { grid, bounds } = context.requireRange(range);
    grid.changeCells(bounds, ({ dataValidation: _, ...cell }) => (isObject(rule) ? { ...cell, dataValidation: rule } : cell));
  },

  updateBorders(context, { range, top, bottom, left, right, innerHorizontal, innerVertical }) {
    const { grid, bounds } = context.requireRange(range);
    const pick = (isEdge: boolean, edge: Json | undefined, inner: Json | undefined): Json | undefined => (isEdge ? edge : inner);
    grid.changeCells(bounds, (cell, row, column) => {
      const format = getObject(cell['userEnteredFormat']);
      const sides = {
        top: pick(row === bounds.startRow, top, innerHorizontal),
        bottom: pick(row === bounds.endRow - 1, bottom, innerHorizontal),
        left: pick(column === bounds.startColumn, left, innerVertical),
        right: pick(column === bounds.endColumn - 1, right, innerVertical),
      };
      const stated = Object.entries(sides).flatMap(([side, border]) => (isObject(border) ? [[side, completeColors(border)] as const] : []));
      const borders = Object.entries({ ...getObject(format['borders']), ...Object.fromEntries(stated) }).filter(
        ([, border]) => getObject(border)['style'] !== 'NONE',
      );
      const { borders: _, ...rest } = format;
      const next = borders.length > 0 ? { ...rest, borders: Object.fromEntries(borders) } : rest;
      const { userEnteredFormat: __, ...members } = cell;
      return Object.keys(next).length > 0 ? { ...members, userEnteredFormat: next } : members;
    });
  },

  mergeCells(context, { range, mergeType }) {
    const { sheet, grid, bounds } = context.requireRange(range);
    const kept = removeMerges(context, (sheet['merges'] ?? []) as readonly JsonObject[], bounds);
    const added = splitMerge(bounds, mergeType).filter((each) => each.endRow - each.startRow > 1 || each.endColumn - each.startColumn > 1);
    for (const merge of added)
      grid.changePresentCells(merge, (cell, row, column) => {
        if (row === merge.startRow && column === merge.startColumn) return cell;
        const { userEnteredValue: _, ...rest } = cell;
        return rest;
      });
    context.replaceSheet({
      ...sheet,
      merges: [...kept, ...added.map((each) => toGridRange(sheet.properties.sheetId, each))],
    } as typeof sheet);
  },

  unmergeCells(context, { range }) {
    const { sheet, bounds } = context.requireRange(range);
    context.replaceSheet({
      ...sheet,
      merges: removeMerges(context, (sheet['merges'] ?? []) as readonly JsonObject[], bounds),
    } as typeof sheet);
  },

  insertRange(context, { range, shiftDimension }) {
    const shift = requireShift(context, range, shiftDimension);
    const { grid, bounds, isDown, sheet } = shift;
    const [rows, columns] = [bounds.endRow - bounds.startRow, bounds.endColumn - bounds.startColumn];
    const size = getGridSize(sheet);
    grid.moveCells((row, column) => {
      if (!isShifted(shift, row, column)) return [row, column];
      const place = isDown ? ([row + rows, column] as const) : ([row, column + columns] as const);
      return place[0] < size.rowCount && place[1] < size.columnCount ? place : context.rejectUnknown('cells would leave the grid');
    });
  },

  deleteRange(context, { range, shiftDimension }) {
    const shift = requireShift(context, range, shiftDimension);
    const { grid, bounds, isDown } = shift;
    const [rows, columns] = [bounds.endRow - bounds.startRow, bounds.endColumn - bounds.startColumn];
    grid.moveCells((row, column) => {
      if (!isShifted(shift, row, column)) return [row, column];
      if (row < bounds.endRow && column < bounds.endColumn) return undefined;
      return isDown ? [row - rows, column] : [row, column - columns];
    });
  },

  sortRange(context, { range, sortSpecs }) {
    const { grid, bounds } = context.requireRange(range);
    const hasFormula = grid.listRows(bounds).some(([, cells]) => Object.values(cells).some((cell) => getFormula(cell) !== undefined));
    if (hasFormula) context.rejectUnknown('The order of formulas depends on their values.');
    sortRows(grid, bounds, listSortSpecs(sortSpecs));
  },

  copyPaste(context, { source, destination, pasteType, pasteOrientation }) {
    const type = typeof pasteType === 'string' ? pasteType : 'PASTE_NORMAL';
    pasteCells(context, {
      from: context.requireRange(source),
      target: context.requireRange(destination),
      type,
      isTransposed: pasteOrientation === 'TRANSPOSE',
    });
  },

  cutPaste(context, { source, destination, pasteType }) {
    const type = typeof pasteType === 'string' ? pasteType : 'PASTE_NORMAL';
    if (type !== 'PASTE_NORMAL') context.rejectUnknown(`the paste type ${type}`);
    const from = context.requireRange(source);
    const { sheetId = 0, rowIndex = 0, columnIndex = 0 } = getObject(destination);
    const moved = from.grid.listRows(from.bounds);
    context.requireFixedFormulas();
    from.grid.changePresentCells(from.bounds, () => undefined);
    const target = context.openGrid(context.requireSheet(sheetId, 'grid'));
    const [rows, columns] = [Number(rowIndex) - from.bounds.startRow, Number(columnIndex) - from.bounds.startColumn];
    for (const [row, cells] of moved) {
      const shifted = Object.entries(cells).map(([column, cell]) => [Number(column) + columns, cell] as const);
      target.putRow(row + rows, { ...target.getRow(row + rows), ...Object.fromEntries(shifted) });
    }
  },

  pasteData(context, { coordinate, data, delimiter, html }) {
    if (html === true) context.rejectUnknown('HTML');
    const { sheetId = 0, rowIndex = 0, columnIndex = 0 } = getObject(coordinate);
    const sheet = context.requireSheet(sheetId, 'grid');
    const grid = context.openGrid(sheet);
    const locale = String(context.spreadsheet.properties['locale'] ?? 'en_US');
    for (const [index, line] of String(data ?? '')
      .split(/\r?\n/)
      .entries()) {
      const row = Number(rowIndex) + index;
      const cells: Record<string, Cell> = { ...grid.getRow(row) };
      for (const [offset, text] of line.split(String(delimiter ?? '\t')).entries())
        cells[Number(columnIndex) + offset] = enterValue(context.call, cells[Number(columnIndex) + offset] ?? {}, {
          input: text,
          isTyped: true,
          locale,
        });
      grid.putRow(row, cells);
    }
  },

  trimWhitespace(context, { range }) {
    const { grid, bounds } = context.requireRange(range);
    let count = 0;
    grid.changePresentCells(bounds, (cell) => {
      const text = getObject(cell['userEnteredValue'])['stringValue'];
      if (typeof text !== 'string') return cell;
      const trimmed = text.trim().replaceAll(/\s+/g, ' ');
      if (trimmed === text) return cell;
      count += 1;
      return { ...cell, userEnteredValue: { stringValue: trimmed } };
    });
    return count > 0 ? { cellsChangedCount: count } : {};
  },

  findReplace(context, request) {
    const { find, replacement, matchCase, matchEntireCell, searchByRegex, includeFormulas, range, sheetId, allSheets } = request;
    if (typeof find !== 'string' || find === '') context.reject('find is required');
    if (searchByRegex === true) context.rejectUnknown('regular expressions');
    const scopes = isObject(range)
      ? [context.requireRange(range)]
      : (allSheets === true ? context.spreadsheet.sheets : [context.requireSheet(sheetId)]).map((sheet) =>
          context.requireRange({ sheetId: sheet.properties.sheetId }),
        );
    const source = String(find).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    const pattern = new RegExp(matchEntireCell === true ? `^(?:${source})$` : source, matchCase === true ? 'g' : 'gi');
    const counts = { valuesChanged: 0, formulasChanged: 0, rowsChanged: 0, sheetsChanged: 0, occurrencesChanged: 0 };
    const locale = String(context.spreadsheet.properties['locale'] ?? 'en_US');
    for (const { grid, bounds } of scopes) {
      const rows = new Set<number>();
      grid.changePresentCells(bounds, (cell, row) => {
        const value = getEnteredValue(cell);
        const isFormula = getFormula(cell) !== undefined;
        if (value === undefined || typeof value === 'boolean' || (isFormula && includeFormulas !== true)) return cell;
        const found = String(value).match(pattern)?.length ?? 0;
        if (found === 0) return cell;
        counts.occurrencesChanged += found;
        if (isFormula) counts.formulasChanged += 1;
        else counts.valuesChanged += 1;
        rows.add(row);
        return enterValue(context.call, cell, {
          input: String(value).replaceAll(pattern, () => String(replacement ?? '')),
          isTyped: true,
          locale,
        });
      });
      counts.rowsChanged += rows.size;
      counts.sheetsChanged += rows.size > 0 ? 1 : 0;
    }
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  },
};
