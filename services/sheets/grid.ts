/** The cells of a sheet. Each row with cells is one row of the state. */
import { isObject, type HandlerCall, type JsonObject } from '../../mock/service.js';
import type { Bounds } from './a1.js';

/** A cell as it was entered: `userEnteredValue`, `userEnteredFormat`, `note`, and other members of `CellData` that a client sets. */
export type Cell = JsonObject;
/** The cells of a row by the index of their column. */
export type Row = Readonly<Record<string, Cell>>;

export type GridCall = Pick<HandlerCall, 'rows'>;

/** Rows are sorted by their index. */
const toIndexText = (row: number): string => String(row).padStart(8, '0');

export class Grid {
  readonly #rows: ReturnType<HandlerCall['rows']>;
  readonly #prefix: string;

  constructor(call: GridCall, spreadsheetId: string, sheetId: number) {
    this.#rows = call.rows('sheets');
    this.#prefix = `${getSpreadsheetPrefix(spreadsheetId)}${sheetId}/`;
  }

  getRow(row: number): Row {
    return this.#rows.get<Row>(this.#prefix + toIndexText(row)) ?? {};
  }

  getCell(row: number, column: number): Cell | undefined {
    return this.getRow(row)[column];
  }

  /** Returns the rows with cells inside of the bounds, with those cells. */
  listRows(bounds?: Bounds): readonly (readonly [row: number, cells: Row])[] {
    const isSmall = bounds !== undefined && bounds.endRow - bounds.startRow <= 20;
    const rows = isSmall
      ? Array.from({ length: Math.max(0, bounds.endRow - bounds.startRow) }, (_, index) => bounds.startRow + index).map(
          (row) => [row, this.getRow(row)] as const,
        )
      : this.#rows.list<Row>(this.#prefix).map(([key, cells]) => [Number(key.slice(this.#prefix.length)), cells] as const);
    return rows.flatMap(([row, cells]) => {
      if (!bounds) return [[row, cells] as const];
      if (row < bounds.startRow || row >= bounds.endRow) return [];
      const inside = Object.entries(cells).filter(([column]) => isBetween(Number(column), bounds.startColumn, bounds.endColumn));
      return inside.length === 0 ? [] : [[row, Object.fromEntries(inside)] as const];
    });
  }

  putRow(row: number, cells: Row): void {
    const kept = Object.entries(cells).filter(([, cell]) => Object.keys(cell).length > 0);
    const key = this.#prefix + toIndexText(row);
    if (kept.length > 0) this.#rows.put(key, Object.fromEntries(kept));
    else this.#rows.delete(key);
  }

  /** Replaces cells of the bounds. `change` returns the new cell: an empty one, or `undefined`, to clear it. */
  changeCells(bounds: Bounds, change: (cell: Cell, row: number, column: number) => Cell | undefined): void {
    for (let row = bounds.startRow; row < bounds.endRow; row++) {
      const cells: Record<string, Cell> = { ...this.getRow(row) };
      for (let column = bounds.startColumn; column < bounds.endColumn; column++)
        cells[column] = change(cells[column] ?? {}, row, column) ?? {};
      this.putRow(row, cells);
    }
  }

  /** Changes the cells of the bounds that aren't empty. */
  changePresentCells(bounds: Bounds, change: (cell: Cell, row: number, column: number) => Cell | undefined): void {
    for (const [row, present] of this.listRows(bounds)) {
      const changed = Object.entries(present).map(([column, cell]) => [column, change(cell, row, Number(column)) ?? {}] as const);
      this.putRow(row, { ...this.getRow(row), ...Object.fromEntries(changed) });
    }
  }

  /** Replaces all cells by those at other places. `move` returns the new place of a cell, or `undefined` to delete it. */
  moveCells(move: (row: number, column: number) => readonly [row: number, column: number] | undefined): void {
    const moved = new Map<number, Record<string, Cell>>();
    for (const [row, cells] of this.listRows()) {
      for (const [column, cell] of Object.entries(cells)) {
        const place = move(row, Number(column));
        if (!place) continue;
        const target = moved.get(place[0]) ?? {};
        moved.set(place[0], target);
        target[place[1]] = cell;
      }
      this.putRow(row, {});
    }
    for (const [row, cells] of moved) this.putRow(row, cells);
  }

  /** Copies the cells to another grid, which is empty. */
  copyTo(other: Grid): void {
    for (const [row, cells] of this.listRows()) other.putRow(row, cells);
  }

  clear(): void {
    for (const [row] of this.listRows()) this.putRow(row, {});
  }
}

export const getSpreadsheetPrefix = (spreadsheetId: string): string => `cells/${spreadsheetId}/`;

/** Deletes the cells of all sheets of a spreadsheet. */
export function deleteCells(call: GridCall, spreadsheetId: string): void {
  const rows = call.rows('sheets');
  for (const [key] of rows.list(getSpreadsheetPrefix(spreadsheetId))) rows.delete(key);
}

const isBetween = (index: number, start: number, end: number): boolean => index >= start && index < end;

/** Whether a cell has a value. */
export const hasValue = (cell: Cell | undefined): boolean => isObject(cell?.['userEnteredValue']);
