/** Finds what the name of a range stands for in a spreadsheet. */
import { getTextMember, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { closeRange, parseCells, splitRangeName, type Bounds, type OpenRange } from './a1.js';
import { getGridSize, type Sheet, type Spreadsheet } from './spreadsheets.js';

/** A range of a sheet. `open` is the range as it was named. */
export interface NamedCells {
  readonly sheet: Sheet;
  readonly open: OpenRange;
}

/** Finds a range by its name in A1 or R1C1 notation, by the title of a sheet, or by the name of a named range. Throws 400. */
export function requireRange(call: Pick<HandlerCall, 'reject'>, spreadsheet: Spreadsheet, text: string): NamedCells {
  return findRange(spreadsheet, text) ?? call.reject('invalid', `Unable to parse range: ${text}`);
}

function findRange(spreadsheet: Spreadsheet, text: string): NamedCells | undefined {
  const { title, cells } = splitRangeName(text);
  if (title !== undefined) {
    const sheet = findSheetByTitle(spreadsheet, title);
    const open = cells === undefined || cells === '' ? {} : parseCells(cells);
    return sheet && open && { sheet, open };
  }
  const [first] = spreadsheet.sheets;
  const open = parseCells(text);
  if (open && first) return { sheet: first, open };
  const sheet = findSheetByTitle(spreadsheet, text);
  return sheet ? { sheet, open: {} } : findNamedRange(spreadsheet, text);
}

export function findSheetByTitle({ sheets }: Spreadsheet, title: string): Sheet | undefined {
  const isSame = (sheet: Sheet): boolean => sheet.properties.title.toLowerCase() === title.toLowerCase();
  return sheets.find(({ properties }) => properties.title === title) ?? sheets.find(isSame);
}

function findNamedRange(spreadsheet: Spreadsheet, name: string): NamedCells | undefined {
  const ranges = (spreadsheet['namedRanges'] ?? []) as readonly JsonObject[];
  const found = ranges.find((range) => getTextMember(range, 'name')?.toLowerCase() === name.toLowerCase());
  const range = found?.['range'] as JsonObject | undefined;
  const sheet = range && findSheetById(spreadsheet, Number(range['sheetId'] ?? 0));
  return sheet && { sheet, open: readGridRange(range) };
}

export const findSheetById = ({ sheets }: Spreadsheet, id: number): Sheet | undefined =>
  sheets.find(({ properties }) => properties.sheetId === id);

/** Returns the indexes of a `GridRange`. */
export function readGridRange(range: JsonObject): OpenRange {
  const read = (name: string): number | undefined => (range[name] === undefined ? undefined : Number(range[name]));
  const [startRow, endRow, startColumn, endColumn] = ['startRowIndex', 'endRowIndex', 'startColumnIndex', 'endColumnIndex'].map(read);
  return {
    ...(startRow !== undefined && { startRow }),
    ...(endRow !== undefined && { endRow }),
    ...(startColumn !== undefined && { startColumn }),
    ...(endColumn !== undefined && { endColumn }),
  };
}

/** Returns the part of a range that is in the grid of its sheet. Throws 400 if there is none. */
export function requireBounds(call: Pick<HandlerCall, 'reject'>, { sheet, open }: NamedCells, text: string): Bounds {
  const size = getGridSize(sheet);
  const bounds = closeRange(open, size);
  if (bounds.startRow < bounds.endRow && bounds.startColumn < bounds.endColumn) return bounds;
  return call.reject('invalid', `Range (${text}) exceeds grid limits. Max rows: ${size.rowCount}, max columns: ${size.columnCount}`);
}
