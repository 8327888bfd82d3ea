/** The methods of values: they read, write, append, and clear the values of ranges. */
import { isEqual, isList, isObject, type HandlerCall, type Handlers, type Json, type JsonObject } from '../../mock/service.js';
import { closeRange, formatRange, type Bounds } from './a1.js';
import { renderValue, type RenderOptions } from './cell-values.js';
import { findTable } from './tables.js';
import { hasValue, type Cell, type Grid } from './grid.js';
import { isTextFormat, parseInput } from './input-values.js';
import { requireBounds, requireRange, type NamedCells } from './ranges.js';
import { insertIndexes } from './dimensions.js';
import {
  getGridSize,
  openGrid,
  putSpreadsheet,
  replaceSheet,
  requireSpreadsheet,
  setGridSize,
  type Sheet,
  type Spreadsheet,
} from './spreadsheets.js';

type Call = HandlerCall;

const getText = (source: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = source[name];
  return value === undefined || value === null || value === '' ? undefined : String(value);
};

const getId = (call: Call): string => getText(call.parameters, 'spreadsheetId') ?? '';
const getRangeText = (call: Call): string => getText(call.parameters, 'range') ?? '';
const getBody = (call: Call): JsonObject => (call.requestBody ?? {}) as JsonObject;

const readRenderOptions = (source: Readonly<Record<string, unknown>>, prefix = ''): RenderOptions => {
  const getOption = (name: string): string | undefined =>
    getText(source, prefix === '' ? name : `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`);
  return {
    valueRenderOption: getOption('valueRenderOption') ?? 'FORMATTED_VALUE',
    dateTimeRenderOption: getOption('dateTimeRenderOption') ?? 'SERIAL_NUMBER',
  };
};

interface ReadOptions extends RenderOptions {
  readonly majorDimension: string;
}

const readMajorDimension = (source: Readonly<Record<string, unknown>>): string => {
  const dimension = getText(source, 'majorDimension');
  return dimension === undefined || dimension === 'DIMENSION_UNSPECIFIED' ? 'ROWS' : dimension;
};

/** Returns the values in the bounds, without the empty ones at the ends of rows, and without the empty rows at the end. */
function readValues(
  call: Pick<Call, 'reject'>,
  grid: Grid,
  { bounds, ...options }: ReadOptions & { readonly bounds: Bounds },
): readonly (readonly Json[])[] {
  const lines: Json[][] = [];
  for (const [row, cells] of grid.listRows(bounds))
    for (const [column, cell] of Object.entries(cells)) {
      if (!hasValue(cell)) continue;
      const place = [row - bounds.startRow, Number(column) - bounds.startColumn] as const;
      const [line, position] = options.majorDimension === 'COLUMNS' ? [place[1], place[0]] : place;
      while (lines.length <= line) lines.push([]);
      const values = lines[line] ?? [];
      while (values.length < position) values.push('');
      values[position] = renderValue(call, cell, options);
    }
  return lines;
}

function createValueRange(
  call: Call,
  spreadsheet: Spreadsheet,
  { sheet, ...request }: ReadOptions & { readonly sheet: Sheet; readonly bounds: Bounds },
): JsonObject {
  const { bounds, majorDimension } = request;
  const values = readValues(call, openGrid(call, spreadsheet, sheet), request);
  return {
    range: formatRange(sheet.properties.title, bounds),
    majorDimension,
    ...(values.length > 0 && { values: values as Json }),
  };
}

function getRangeValues(call: Call, spreadsheet: Spreadsheet, { text, ...options }: ReadOptions & { readonly text: string }): JsonObject {
  const range = requireRange(call, spreadsheet, text);
  return createValueRange(call, spreadsheet, { sheet: range.sheet, bounds: requireBounds(call, range, text), ...options });
}

const readOptions = (source: Readonly<Record<string, unknown>>): ReadOptions => ({
  ...readRenderOptions(source),
  majorDimension: readMajorDimension(source),
});

const listTexts = (value: unknown): readonly string[] => (value === undefined || value === null ? [] : [value].flat().map(String));

function getValues(call: Call): JsonObject {
  const spreadsheet = requireSpreadsheet(call, getId(call));
  return getRangeValues(call, spreadsheet, { text: getRangeText(call), ...readOptions(call.parameters) });
}

function batchGetValues(call: Call): JsonObject {
  const spreadsheet = requireSpreadsheet(call, getId(call));
  const ranges = listTexts(call.parameters['ranges']);
  const options = readOptions(call.parameters);
  return {
    spreadsheetId: spreadsheet.spreadsheetId,
    ...(ranges.length > 0 && { valueRanges: ranges.map((text) => getRangeValues(call, spreadsheet, { text, ...options })) }),
  };
}

/** How values are written, and what the response contains. */
interface WriteOptions {
  readonly isTyped: boolean;
  /** Present if the response contains the values. */
  readonly echo?: RenderOptions;
}

function readWriteOptions(call: Call, source: Readonly<Record<string, unknown>>): WriteOptions {
  const option = getText(source, 'valueInputOption');
  if (option === undefined || option === 'INPUT_VALUE_OPTION_UNSPECIFIED')
    return call.reject('invalid', "'valueInputOption' is required but not specified");
  return {
    isTyped: option === 'USER_ENTERED',
    ...(source['includeValuesInResponse'] === true && { echo: readRenderOptions(source, 'response') }),
  };
}

/** Returns the values by rows. */
function readRows(call: Call, valueRange: JsonObject): readonly (readonly Json[])[] {
  const { values = [] } = valueRange;
  if (!isList(values)) return [];
  const lines = values.map((line) => (isList(line) ? line : call.reject('invalid', "Invalid value at 'data.values'")));
  if (readMajorDimension(valueRange) !== 'COLUMNS') return lines;
  const count = Math.max(0, ...lines.map((line) => line.length));
  return Array.from({ length: count }, (_, row) => lines.map((line) => line[row] ?? null));
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** Writes values, and returns the response. `null` keeps a cell, and an empty text clears its value. */
function writeValues(
  call: Call,
  {
    spreadsheet,
    sheet,
    place,
    rows,
  }: { readonly spreadsheet: Spreadsheet; readonly sheet: Sheet; readonly place: Place; readonly rows: readonly (readonly Json[])[] },
  { isTyped, echo }: WriteOptions,
): JsonObject {
  const grid = openGrid(call, spreadsheet, sheet);
  const locale = getText(spreadsheet.properties, 'locale') ?? 'en_US';
  const changedColumns = new Set<number>();
  let [changedRows, changedCells] = [0, 0];
  for (const [index, values] of rows.entries()) {
    const row = place.row + index;
    const cells: Record<string, Cell> = { ...grid.getRow(row) };
    const before = changedCells;
    for (const [offset, input] of values.entries()) {
      if (input === null) continue;
      const column = place.column + offset;
      cells[column] = enterValue(call, cells[column] ?? {}, { input, isTyped, locale });
      changedColumns.add(column);
      changedCells += 1;
    }
    if (changedCells === before) continue;
    changedRows += 1;
    grid.putRow(row, cells);
  }
  const width = Math.max(1, ...rows.map((values) => values.length));
  const bounds = {
    startRow: place.row,
    endRow: place.row + Math.max(1, rows.length),
    startColumn: place.column,
    endColumn: place.column + width,
  };
  return {
    spreadsheetId: spreadsheet.spreadsheetId,
    updatedRange: formatRange(sheet.properties.title, bounds),
    ...(changedCells > 0 && { updatedRows: changedRows, updatedColumns: changedColumns.size, updatedCells: changedCells }),
    ...(echo && { updatedData: createValueRange(call, spreadsheet, { sheet, bounds, ...echo, majorDimension: 'ROWS' }) }),
  };
}

/** A value as a request contains it. `isTyped`: as if a user had typed it. */
interface TypedInput {
  readonly input: Json;
  readonly isTyped: boolean;
  readonly locale: string;
}

/** Returns a cell with an entered value. */
export function enterValue(call: Pick<Call, 'reject'>, cell: Cell, { input, isTyped, locale }: TypedInput): Cell {
  const { userEnteredValue: _, textFormatRuns: __, ...rest } = cell;
  if (input === '') return rest;
  const entered = parseInput(input, { isTyped, locale, isText: isTextFormat(cell['userEnteredFormat']) });
  if (entered === undefined) return call.reject('invalid', 'Invalid values: a value must be a text, a number, or a truth value.');
  if (entered === null)
    return call.reject('notImplemented', `The mock doesn't know what '${String(input)}' means in the locale ${locale}.`);
  const { value, numberFormat } = entered;
  const format = (isObject(cell['userEnteredFormat']) ? cell['userEnteredFormat'] : {}) as JsonObject;
  const isFormatted = numberFormat === undefined || format['numberFormat'] !== undefined;
  return { ...rest, ...(!isFormatted && { userEnteredFormat: { ...format, numberFormat } }), userEnteredValue: value };
}

function updateRange(
  call: Call,
  spreadsheet: Spreadsheet,
  { text, valueRange, options }: { readonly text: string; readonly valueRange: JsonObject; readonly options: WriteOptions },
): JsonObject {
  const range = requireRange(call, spreadsheet, text);
  const rows = readRows(call, valueRange);
  const place = { row: range.open.startRow ?? 0, column: range.open.startColumn ?? 0 };
  requireFit(call, range, { place, rows, text });
  return writeValues(call, { spreadsheet, sheet: range.sheet, place, rows }, options);
}

/** Throws 400 if values don't fit into the range, or into the sheet. A range of one cell states only where values begin. */
function requireFit(
  call: Call,
  { sheet, open }: NamedCells,
  { place, rows, text }: { readonly place: Place; readonly rows: readonly (readonly Json[])[]; readonly text: string },
): void {
  const size = getGridSize(sheet);
  const title = formatRange(sheet.properties.title, {
    ...closeRange(open, size),
    ...(open.endRow !== undefined && { endRow: open.endRow }),
  });
  const width = Math.max(0, ...rows.map((values) => values.length));
  const isCell = open.endRow === place.row + 1 && open.endColumn === place.column + 1 && !text.includes(':');
  const [endRow, endColumn] = isCell ? [undefined, undefined] : [open.endRow, open.endColumn];
  if (endRow !== undefined && place.row + rows.length > endRow)
    call.reject('invalid', `Requested writing within range [${title}], but tried writing to row [${endRow + 1}]`);
  if (endColumn !== undefined && place.column + width > endColumn)
    call.reject('invalid', `Requested writing within range [${title}], but tried writing to column [${toLetters(endColumn)}]`);
  if (place.row + Math.max(1, rows.length) > size.rowCount || place.column + Math.max(1, width) > size.columnCount)
    call.reject('invalid', `Range (${title}) exceeds grid limits. Max rows: ${size.rowCount}, max columns: ${size.columnCount}`);
}

const toLetters = (column: number): string =>
  formatRange('S', { startRow: 0, endRow: 1, startColumn: column, endColumn: column + 1 }).replaceAll(/^S!|\d/g, '');

function updateValues(call: Call): JsonObject {
  const spreadsheet = requireSpreadsheet(call, getId(call));
  const options = readWriteOptions(call, call.parameters);
  requireSameRange(call, spreadsheet, getRangeText(call));
  const response = updateRange(call, spreadsheet, { text: getRangeText(call), valueRange: getBody(call), options });
  putSpreadsheet(call, spreadsheet);
  return response;
}

/** Throws 400 if the body names another range than the path. */
function requireSameRange(call: Call, spreadsheet: Spreadsheet, text: string): void {
  const { range } = getBody(call);
  if (typeof range !== 'string' || range === '' || range === text) return;
  const [one, other] = [text, range].map((name) => requireRange(call, spreadsheet, name));
  if (!isEqual({ ...one?.open }, { ...other?.open }) || one?.sheet !== other?.sheet)
    call.reject('invalid', `Requested writing within range [${text}], but the body has the range [${range}].`);
}

function batchUpdateValues(call: Call): JsonObject {
  const spreadsheet = requireSpreadsheet(call, getId(call));
  const body = getBody(call);
  const options = readWriteOptions(call, body);
  const data = (body['data'] ?? []) as readonly JsonObject[];
  const responses = data.map((valueRange) =>
    updateRange(call, spreadsheet, { text: getText(valueRange, 'range') ?? '', valueRange, options }),
  );
  putSpreadsheet(call, spreadsheet);
  const total = (name: string): number => responses.reduce((sum, response) => sum + Number(response[name] ?? 0), 0);
  const sheetCount = new Set(
    data.map((valueRange) => requireRange(call, spreadsheet, getText(valueRange, 'range') ?? '').sheet.properties.sheetId),
  ).size;
  return {
    spreadsheetId: spreadsheet.spreadsheetId,
    ...(total('updatedCells') > 0 && {
      totalUpdatedRows: total('updatedRows'),
      totalUpdatedColumns: total('updatedColumns'),
      totalUpdatedCells: total('updatedCells'),
      totalUpdatedSheets: sheetCount,
    }),
    ...(responses.length > 0 && { responses }),
  };
}

/** Appends rows after the last table in the range. Adds rows and columns to the sheet if they don't fit. */
function appendValues(call: Call): JsonObject {
  let spreadsheet = requireSpreadsheet(call, getId(call));
  const options = readWriteOptions(call, call.parameters);
  const text = getRangeText(call);
  const range = requireRange(call, spreadsheet, text);
  const rows = readRows(call, getBody(call));
  const grid = openGrid(call, spreadsheet, range.sheet);
  const size = getGridSize(range.sheet);
  const table = findTable(grid, closeRange(range.open, size));
  const place = table
    ? { row: table.endRow, column: table.startColumn }
    : { row: range.open.startRow ?? 0, column: range.open.startColumn ?? 0 };
  let { sheet } = range;
  if (getText(call.parameters, 'insertDataOption') === 'INSERT_ROWS' && place.row < size.rowCount)
    sheet = insertIndexes(grid, sheet, { dimension: 'ROWS', start: place.row, count: rows.length });
  const width = Math.max(0, ...rows.map((values) => values.length));
  const { rowCount, columnCount } = getGridSize(sheet);
  sheet = setGridSize(sheet, {
    rowCount: Math.max(rowCount, place.row + rows.length),
    columnCount: Math.max(columnCount, place.column + width),
  });
  spreadsheet = putSpreadsheet(call, replaceSheet(spreadsheet, sheet));
  return {
    spreadsheetId: spreadsheet.spreadsheetId,
    ...(table && { tableRange: formatRange(sheet.properties.title, table) }),
    updates: writeValues(call, { spreadsheet, sheet, place, rows }, options),
  };
}

function clearRange(call: Call, spreadsheet: Spreadsheet, text: string): string {
  const range = requireRange(call, spreadsheet, text);
  const bounds = requireBounds(call, range, text);
  openGrid(call, spreadsheet, range.sheet).changePresentCells(bounds, ({ userEnteredValue: _, textFormatRuns: __, ...rest }) => rest);
  return formatRange(range.sheet.properties.title, bounds);
}

function clearValues(call: Call): JsonObject {
  const spreadsheet = requireSpreadsheet(call, getId(call));
  const clearedRange = clearRange(call, spreadsheet, getRangeText(call));
  putSpreadsheet(call, spreadsheet);
  return { spreadsheetId: spreadsheet.spreadsheetId, clearedRange };
}

function batchClearValues(call: Call): JsonObject {
  const spreadsheet = requireSpreadsheet(call, getId(call));
  const clearedRanges = listTexts(getBody(call)['ranges']).map((text) => clearRange(call, spreadsheet, text));
  putSpreadsheet(call, spreadsheet);
  return { spreadsheetId: spreadsheet.spreadsheetId, ...(clearedRanges.length > 0 && { clearedRanges }) };
}

export const valuesHandlers: Handlers = {
  'sheets.spreadsheets.values.get': getValues,
  'sheets.spreadsheets.values.batchGet': batchGetValues,
  'sheets.spreadsheets.values.update': updateValues,
  'sheets.spreadsheets.values.batchUpdate': batchUpdateValues,
  'sheets.spreadsheets.values.append': appendValues,
  'sheets.spreadsheets.values.clear': clearValues,
  'sheets.spreadsheets.values.batchClear': batchClearValues,
};
