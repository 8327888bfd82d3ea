/** Cells as `GridData`: what was entered, what they show, and their format. */
import { getMemberAt, isObject, type Json, type JsonObject } from '../../mock/service.js';
import type { Bounds } from './a1.js';
import { formatCellValue, getEnteredValue, getFormula, rejectFormula } from './cell-values.js';
import { hasValue, type Cell } from './grid.js';
import { openGrid, type Sheet, type SheetsCall, type Spreadsheet } from './spreadsheets.js';

/** The cells that a response contains. */
export interface GridDataRequest {
  readonly sheet: Sheet;
  readonly bounds: Bounds;
  /** The members of `CellData` that the response contains. Default: all. */
  readonly members?: ReadonlySet<string> | undefined;
}

/** Returns the cells in the bounds. */
export function createGridData(call: SheetsCall, spreadsheet: Spreadsheet, { sheet, bounds, members }: GridDataRequest): JsonObject {
  const isSelected = (name: string): boolean => members === undefined || members.has(name);
  const readSizes = (dimension: string): Readonly<Record<string, JsonObject>> =>
    call.rows('sheets').get<Record<string, JsonObject>>(getMetadataKey(spreadsheet, sheet, dimension)) ?? {};
  const rowData: JsonObject[] = [];
  for (const [row, cells] of openGrid(call, spreadsheet, sheet).listRows(bounds)) {
    const values: JsonObject[] = [];
    for (const [column, cell] of Object.entries(cells)) {
      const rendered = renderCell(call, { spreadsheet, cell, isSelected });
      if (Object.keys(rendered).length === 0 && members !== undefined) continue;
      const position = Number(column) - bounds.startColumn;
      while (values.length < position) values.push({});
      values[position] = rendered;
    }
    if (values.length === 0) continue;
    while (rowData.length < row - bounds.startRow) rowData.push({});
    rowData[row - bounds.startRow] = { values };
  }
  return {
    ...(bounds.startRow > 0 && { startRow: bounds.startRow }),
    ...(bounds.startColumn > 0 && { startColumn: bounds.startColumn }),
    ...(rowData.length > 0 && { rowData }),
    rowMetadata: listMetadata(readSizes('ROWS'), { start: bounds.startRow, end: bounds.endRow, pixelSize: 21 }),
    columnMetadata: listMetadata(readSizes('COLUMNS'), { start: bounds.startColumn, end: bounds.endColumn, pixelSize: 100 }),
  };
}

function listMetadata(
  stored: Readonly<Record<string, JsonObject>>,
  { start, end, pixelSize }: { readonly start: number; readonly end: number; readonly pixelSize: number },
): readonly JsonObject[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => {
    const { pixelSize: own = pixelSize, ...rest } = stored[start + index] ?? {};
    // The size of a resized row isn't known.
    return own === -1 ? rest : { ...rest, pixelSize: own };
  });
}

interface CellRequest {
  readonly spreadsheet: Spreadsheet;
  readonly cell: Cell;
  readonly isSelected: (name: string) => boolean;
}

function renderCell(call: SheetsCall, { spreadsheet, cell, isSelected }: CellRequest): JsonObject {
  const rendered: Record<string, Json> = {};
  const add = (name: string, compute: () => Json | undefined): void => {
    const value = isSelected(name) ? compute() : undefined;
    if (value !== undefined) rendered[name] = value;
  };
  const isFilled = hasValue(cell);
  const isFormula = getFormula(cell) !== undefined;
  add('userEnteredValue', () => cell['userEnteredValue']);
  add('effectiveValue', () => (isFilled ? (isFormula ? rejectFormula(call) : cell['userEnteredValue']) : undefined));
  add('formattedValue', () => (isFilled ? formatCellValue(call, cell) : undefined));
  add('userEnteredFormat', () => cell['userEnteredFormat']);
  add('effectiveFormat', () =>
    isFilled || cell['userEnteredFormat'] !== undefined ? createEffectiveFormat(spreadsheet, cell) : undefined,
  );
  for (const [name, value] of Object.entries(cell)) if (!(name in rendered)) add(name, () => value);
  return rendered;
}

/** The key of the sizes of rows or columns. */
export const getMetadataKey = ({ spreadsheetId }: Spreadsheet, { properties: { sheetId } }: Sheet, dimension: string): string =>
  `metadata/${spreadsheetId}/${sheetId}/${dimension}`;

/** The format of a cell is that of the spreadsheet with its own. The alignment follows from the value. */
function createEffectiveFormat(spreadsheet: Spreadsheet, cell: Cell): JsonObject {
  const own = isObject(cell['userEnteredFormat']) ? cell['userEnteredFormat'] : {};
  const base = spreadsheet.properties['defaultFormat'];
  const theme = getMemberAt(spreadsheet.properties, 'spreadsheetTheme.primaryFontFamily');
  const font = typeof theme === 'string' ? { textFormat: { fontFamily: theme } } : {};
  const value = getEnteredValue(cell);
  const alignment = value === undefined || getFormula(cell) !== undefined ? undefined : alignments[typeof value];
  const aligned = alignment === undefined ? {} : { horizontalAlignment: alignment };
  return [font, aligned, { hyperlinkDisplayType: 'PLAIN_TEXT' }, own].reduce<JsonObject>(mergeObjects, isObject(base) ? base : {});
}

const alignments: Readonly<Record<string, string>> = { string: 'LEFT', number: 'RIGHT', boolean: 'CENTER' };

function mergeObjects(base: JsonObject, added: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(added)) {
    const before = base[name];
    // A color is replaced as a whole.
    merged[name] = isObject(value) && isObject(before) && !/color/i.test(name) ? mergeObjects(before, value) : value;
  }
  return merged;
}

/** The member of a response in which a `fields` parameter can select grid data. */
export const hasGridData = (fields: string | undefined): boolean =>
  fields !== undefined && /(?:^|[/.(,])data\b/.test(fields.replaceAll(/\s/g, ''));

const cellMembers = [
  'userEnteredValue',
  'effectiveValue',
  'formattedValue',
  'userEnteredFormat',
  'effectiveFormat',
  'note',
  'hyperlink',
  'dataValidation',
  'textFormatRuns',
  'pivotTable',
  'chipRuns',
];

/** Returns the members of cells that a `fields` parameter names, or `undefined` if it selects all of them. */
export function listSelectedMembers(fields: string | undefined): ReadonlySet<string> | undefined {
  if (fields === undefined) return undefined;
  const named = cellMembers.filter((member) => new RegExp(String.raw`\b${member}\b`).test(fields));
  const selectsNoCells = /\b(?:rowMetadata|columnMetadata|startRow|startColumn)\b/.test(fields) && !/\browData\b/.test(fields);
  return named.length > 0 || selectsNoCells ? new Set(named) : undefined;
}
