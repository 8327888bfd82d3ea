/** Spreadsheets with their sheets, as the state contains them. The cells are in grids. */
import { getMemberAt, getTextMember, isList, isObject, type HandlerCall, type Json, type JsonObject } from '../../mock/service.js';
import { Grid } from './grid.js';

/** What the functions of the module need of a call. */
export type SheetsCall = Pick<HandlerCall, 'state' | 'rows' | 'newId' | 'now' | 'user' | 'reject'>;

export interface GridSize {
  readonly rowCount: number;
  readonly columnCount: number;
}

export interface SheetProperties extends JsonObject {
  readonly sheetId: number;
  readonly title: string;
  readonly index: number;
  readonly sheetType: string;
}

export interface Sheet extends JsonObject {
  readonly properties: SheetProperties;
}

export interface Spreadsheet extends JsonObject {
  readonly spreadsheetId: string;
  readonly properties: JsonObject;
  readonly sheets: readonly Sheet[];
}

export const getSpreadsheetPath = (id: string): string => `/v4/spreadsheets/${encodeURIComponent(id)}`;

/** Throws 404. */
export function requireSpreadsheet(call: SheetsCall, id: string): Spreadsheet {
  const stored = call.state.get(getSpreadsheetPath(id));
  if (!stored) return call.reject('notFound', 'Requested entity was not found.');
  const spreadsheet = normalizeSpreadsheet(id, stored);
  return spreadsheet.sheets.some(({ data }) => data !== undefined) ? moveDataToGrids(call, spreadsheet) : spreadsheet;
}

/** Adds what a seeded spreadsheet can lack. */
function normalizeSpreadsheet(id: string, stored: JsonObject): Spreadsheet {
  const properties = isObject(stored['properties']) ? stored['properties'] : {};
  const sheets = (stored['sheets'] ?? []) as readonly JsonObject[];
  return {
    ...stored,
    spreadsheetId: id,
    properties,
    sheets: sheets.length === 0 ? [createSheet({}, { index: 0 })] : sheets.map((sheet, index) => normalizeSheet(sheet, index)),
  };
}

const normalizeSheet = (sheet: JsonObject, index: number): Sheet => ({
  ...sheet,
  properties: createSheetProperties((sheet['properties'] ?? {}) as JsonObject, { index }),
});

/** A seed can contain cells in the form in which responses do. */
function moveDataToGrids(call: SheetsCall, spreadsheet: Spreadsheet): Spreadsheet {
  for (const sheet of spreadsheet.sheets) {
    const grid = openGrid(call, spreadsheet, sheet);
    for (const data of (sheet['data'] ?? []) as readonly JsonObject[]) putGridData(grid, data);
  }
  const sheets = spreadsheet.sheets.map(({ data: _, ...sheet }) => sheet as unknown as Sheet);
  return putSpreadsheet(call, { ...spreadsheet, sheets });
}

/** Stores the cells of a `GridData`. */
export function putGridData(grid: Grid, data: JsonObject): void {
  const startRow = Number(data['startRow'] ?? 0);
  const startColumn = Number(data['startColumn'] ?? 0);
  for (const [index, row] of ((data['rowData'] ?? []) as readonly JsonObject[]).entries()) {
    const cells = ((row['values'] ?? []) as readonly JsonObject[]).map(
      (cell, column) => [startColumn + column, toEnteredCell(cell)] as const,
    );
    if (cells.length > 0) grid.putRow(startRow + index, { ...grid.getRow(startRow + index), ...Object.fromEntries(cells) });
  }
}

const computedMembers: ReadonlySet<string> = new Set([
  'effectiveValue',
  'formattedValue',
  'effectiveFormat',
  'hyperlink',
  'dataSourceFormula',
]);

const toEnteredCell = (cell: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(cell).filter(([name]) => !computedMembers.has(name)));

/** Stores a spreadsheet. Also without a change of it, so that others that follow it see a change of its cells. */
export function putSpreadsheet(call: Pick<SheetsCall, 'state'>, spreadsheet: Spreadsheet): Spreadsheet {
  call.state.put(getSpreadsheetPath(spreadsheet.spreadsheetId), spreadsheet);
  return spreadsheet;
}

export const openGrid = (call: Pick<SheetsCall, 'rows'>, { spreadsheetId }: Pick<Spreadsheet, 'spreadsheetId'>, sheet: Sheet): Grid =>
  new Grid(call, spreadsheetId, sheet.properties.sheetId);

/** The size of a sheet without one. */
const defaultSize: GridSize = { rowCount: 1000, columnCount: 26 };

export function getGridSize(sheet: Sheet): GridSize {
  return {
    rowCount: Number(getMemberAt(sheet, 'properties.gridProperties.rowCount') ?? defaultSize.rowCount),
    columnCount: Number(getMemberAt(sheet, 'properties.gridProperties.columnCount') ?? defaultSize.columnCount),
  };
}

export const setGridSize = (sheet: Sheet, size: Partial<GridSize>): Sheet => ({
  ...sheet,
  properties: { ...sheet.properties, gridProperties: { ...(sheet.properties['gridProperties'] as JsonObject), ...size } },
});

export const replaceSheet = (spreadsheet: Spreadsheet, sheet: Sheet): Spreadsheet => ({
  ...spreadsheet,
  sheets: spreadsheet.sheets.map((each) => (each.properties.sheetId === sheet.properties.sheetId ? sheet : each)),
});

/** Returns the sheets with their positions as `index`. */
export const numberSheets = (sheets: readonly Sheet[]): readonly Sheet[] =>
  sheets.map((sheet, index) => ({ ...sheet, properties: { ...sheet.properties, index } }));

export const createSheet = (
  properties: JsonObject,
  defaults: { readonly index: number; readonly sheetId?: number; readonly title?: string },
): Sheet => ({
  properties: createSheetProperties(properties, defaults),
});

function createSheetProperties(
  properties: JsonObject,
  { index, sheetId = 0, title = `Sheet${index + 1}` }: { readonly index: number; readonly sheetId?: number; readonly title?: string },
): SheetProperties {
  const { gridProperties, ...rest } = properties;
  const grid: JsonObject = isObject(gridProperties) ? gridProperties : {};
  return {
    ...rest,
    sheetId: Number(properties['sheetId'] ?? sheetId),
    title: getTextMember(properties, 'title') ?? title,
    index,
    sheetType: getTextMember(properties, 'sheetType') ?? 'GRID',
    ...(properties['sheetType'] !== 'OBJECT' && { gridProperties: { ...defaultSize, ...grid } }),
  };
}

/** Returns a new ID for something in a spreadsheet: a positive number of 31 bits that nothing in it has. */
export function createNumericId(call: Pick<SheetsCall, 'newId'>, isUsed: (id: number) => boolean = () => false): number {
  for (;;) {
    const id = Number(BigInt(call.newId()) % 2_147_483_647n);
    if (id > 0 && !isUsed(id)) return id;
  }
}

/** Returns a new ID like those of the service: 44 characters. */
export function createSpreadsheetId(call: Pick<SheetsCall, 'newId'>): string {
  return `1${createIdText(call, 43)}`;
}

const idCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns a random text of letters, digits, `-`, and `_`. */
export function createIdText(call: Pick<SheetsCall, 'newId'>, length: number): string {
  let text = '';
  while (text.length < length) {
    for (let number = BigInt(call.newId()); number > 0n && text.length < length; number /= 64n) text += idCharacters[Number(number % 64n)];
  }
  return text;
}

const white = { red: 1, green: 1, blue: 1 };

/** The format of cells in a new spreadsheet. */
export const defaultFormat: JsonObject = {
  backgroundColor: white,
  padding: { top: 2, right: 3, bottom: 2, left: 3 },
  verticalAlignment: 'BOTTOM',
  wrapStrategy: 'OVERFLOW_CELL',
  textFormat: {
    foregroundColor: {},
    fontFamily: 'arial,sans,sans-serif',
    fontSize: 10,
    bold: false,
    italic: false,
    strikethrough: false,
    underline: false,
    foregroundColorStyle: { rgbColor: {} },
  },
  backgroundColorStyle: { rgbColor: white },
};

const themeColors: readonly (readonly [colorType: string, color: JsonObject])[] = [
  ['TEXT', {}],
  ['BACKGROUND', white],
  ['ACCENT1', { red: 0.25882354, green: 0.52156866, blue: 0.95686275 }],
  ['ACCENT2', { red: 0.91764706, green: 0.2627451, blue: 0.20784314 }],
  ['ACCENT3', { red: 0.9843137, green: 0.7372549, blue: 0.015686275 }],
  ['ACCENT4', { red: 0.20392157, green: 0.65882355, blue: 0.3254902 }],
  ['ACCENT5', { red: 1, green: 0.42745098, blue: 0.003921569 }],
  ['ACCENT6', { red: 0.27450982, green: 0.7411765, blue: 0.7764706 }],
  ['LINK', { red: 0.06666667, green: 0.33333334, blue: 0.8 }],
];

const defaultProperties: JsonObject = {
  locale: 'en_US',
  autoRecalc: 'ON_CHANGE',
  timeZone: 'Etc/GMT',
  defaultFormat,
  spreadsheetTheme: {
    primaryFontFamily: 'Arial',
    themeColors: themeColors.map(([colorType, rgbColor]) => ({ colorType, color: { rgbColor } })),
  },
};

/** Returns the properties of a new spreadsheet. */
export const createProperties = (properties: JsonObject, title = 'Untitled spreadsheet'): JsonObject => ({
  title,
  ...defaultProperties,
  ...properties,
});

/** Returns a spreadsheet with one empty sheet. */
export const createSpreadsheet = (id: string, title: string): Spreadsheet => ({
  spreadsheetId: id,
  properties: createProperties({ title }),
  sheets: [createSheet({}, { index: 0 })],
});

/** The default values of ProtoJSON that responses contain nevertheless. */
export function renderSpreadsheet(spreadsheet: JsonObject, { path }: { readonly path: string }): JsonObject {
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const properties = spreadsheet['properties'];
  const { sheets } = spreadsheet;
  return {
    ...(isObject(properties) && { properties: renderProperties(properties) }),
    ...(isList(sheets) && { sheets: (sheets as readonly JsonObject[]).map(renderSheet) }),
    ...(isList(spreadsheet['namedRanges']) && { namedRanges: addRangeStarts(spreadsheet['namedRanges']) }),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${id}/edit`,
  };
}

function renderProperties(properties: JsonObject): JsonObject {
  const format = properties['defaultFormat'];
  const text = getMemberAt(format, 'textFormat');
  if (!isObject(format) || !isObject(text)) return properties;
  return { ...properties, defaultFormat: { ...format, textFormat: { ...flags, ...text } } };
}

const flags: JsonObject = { bold: false, italic: false, strikethrough: false, underline: false };

function renderSheet(sheet: JsonObject, position: number): JsonObject {
  const { properties, ...members } = sheet;
  if (!isObject(properties)) return sheet;
  return {
    ...(addRangeStarts(members) as JsonObject),
    properties: { ...properties, sheetId: properties['sheetId'] ?? 0, index: properties['index'] ?? position },
  };
}

const rangeEnds: readonly (readonly [end: string, start: string])[] = [
  ['endRowIndex', 'startRowIndex'],
  ['endColumnIndex', 'startColumnIndex'],
  ['endIndex', 'startIndex'],
];

/** A range with an end also has its start, although it is 0. */
function addRangeStarts(value: Json): Json {
  if (isList(value)) return value.map(addRangeStarts);
  if (!isObject(value)) return value;
  const starts = rangeEnds.flatMap(([end, start]) => (value[end] !== undefined && value[start] === undefined ? [[start, 0] as const] : []));
  return { ...mapMembers(value, addRangeStarts), ...Object.fromEntries(starts) };
}

const mapMembers = (object: JsonObject, map: (member: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, map(member)]));

export const getSpreadsheetTitle = (spreadsheet: JsonObject | undefined): string | undefined => {
  const title: Json | undefined = getMemberAt(spreadsheet, 'properties.title');
  return typeof title === 'string' ? title : undefined;
};
