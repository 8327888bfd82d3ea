/** What the requests of a batch update share: the spreadsheet as the requests before have changed it. */
import { isObject, type HandlerCall, type Json, type JsonObject } from '../../../mock/service.js';
import { closeRange, type Bounds } from '../a1.js';
import { getFormula } from '../cell-values.js';
import type { Grid } from '../grid.js';
import { findSheetById, readGridRange } from '../ranges.js';
import { createNumericId, getGridSize, openGrid, replaceSheet, type Sheet, type SheetsCall, type Spreadsheet } from '../spreadsheets.js';

export class BatchContext {
  spreadsheet: Spreadsheet;
  /** The position and the kind of the current request, for messages. */
  #position = '';

  constructor(
    readonly call: SheetsCall,
    spreadsheet: Spreadsheet,
  ) {
    this.spreadsheet = spreadsheet;
  }

  startRequest(index: number, kind: string): void {
    this.#position = `requests[${index}].${kind}`;
  }

  /** Throws 400. */
  reject(message: string): never {
    return this.call.reject('invalid', `Invalid ${this.#position}: ${message}`);
  }

  /** Throws 501. */
  rejectUnknown(message: string): never {
    return this.call.reject('notImplemented', `The mock doesn't implement ${this.#position}: ${message}`);
  }

  requireSheet(id: Json | undefined, noun = 'sheet'): Sheet {
    return findSheetById(this.spreadsheet, Number(id ?? 0)) ?? this.reject(`No ${noun} with id: ${Number(id ?? 0)}`);
  }

  replaceSheet(sheet: Sheet): void {
    this.spreadsheet = replaceSheet(this.spreadsheet, sheet);
  }

  openGrid(sheet: Sheet): Grid {
    return openGrid(this.call, this.spreadsheet, sheet);
  }

  /** Returns the sheet, the grid, and the bounds of a `GridRange`. */
  requireRange(range: Json | undefined): { readonly sheet: Sheet; readonly grid: Grid; readonly bounds: Bounds } {
    if (!isObject(range)) return this.reject('range is required');
    const sheet = this.requireSheet(range['sheetId'], 'grid');
    const open = readGridRange(range);
    const size = getGridSize(sheet);
    if (
      (open.endRow ?? 0) > size.rowCount ||
      (open.endColumn ?? 0) > size.columnCount ||
      (open.startRow ?? 0) >= size.rowCount ||
      (open.startColumn ?? 0) >= size.columnCount
    )
      return this.reject(`Range exceeds grid limits. Max rows: ${size.rowCount}, max columns: ${size.columnCount}`);
    return { sheet, grid: this.openGrid(sheet), bounds: closeRange(open, size) };
  }

  /** Returns a new ID for something in the spreadsheet. */
  createId(): number {
    const text = JSON.stringify(this.spreadsheet);
    return createNumericId(this.call, (id) => text.includes(String(id)));
  }

  /** Throws 501 if formulas refer to cells, because the mock doesn't change such references. */
  requireFixedFormulas(): void {
    for (const sheet of this.spreadsheet.sheets)
      for (const [, cells] of this.openGrid(sheet).listRows())
        for (const cell of Object.values(cells))
          if (hasReference(getFormula(cell)))
            this.rejectUnknown('A formula refers to cells, and the mock does not change references in formulas.');
  }
}

/** Whether a formula can refer to cells. */
export const hasReference = (formula: string | undefined): boolean =>
  formula !== undefined && /\$?[a-z]{1,3}\$?\d|[a-z]:\$?[a-z]|\d:\$?\d/i.test(formula.replaceAll(/"[^"]*"/g, '""'));

/** Applies one request. Returns its reply. */
export type ApplyRequest = (context: BatchContext, request: JsonObject & HandlerBody) => JsonObject | undefined | void;

/** The members of a request are checked where they are read. */
type HandlerBody = Readonly<Record<string, Json>>;

export type RequestTable = Readonly<Record<string, ApplyRequest>>;

export const getObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const omitNullMembers = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));

export type { HandlerCall };
