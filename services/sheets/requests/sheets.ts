/** Requests that change the spreadsheet and its sheets. */
import { getTextMember, type Json, type JsonObject } from '../../../mock/service.js';
import { completeColors, replaceFields, requireFields } from '../field-masks.js';
import { findSheetByTitle } from '../ranges.js';
import { createSheet, getGridSize, numberSheets, openGrid, type Sheet } from '../spreadsheets.js';
import { getObject, type BatchContext, type RequestTable } from './context.js';

function requireFreeTitle(context: BatchContext, title: string, own?: Sheet): void {
  const found = findSheetByTitle(context.spreadsheet, title);
  if (found && found.properties.sheetId !== own?.properties.sheetId)
    context.reject(`A sheet with the name "${title}" already exists. Please enter another name.`);
}

/** Returns `Sheet2` and so on: the first title that no sheet has. */
function createTitle({ spreadsheet }: BatchContext): string {
  for (let number = spreadsheet.sheets.length + 1; ; number++) {
    if (!findSheetByTitle(spreadsheet, `Sheet${number}`)) return `Sheet${number}`;
  }
}

function insertSheet(context: BatchContext, sheet: Sheet, index: number): Sheet {
  const { sheets } = context.spreadsheet;
  const position = Math.min(Math.max(0, index), sheets.length);
  const numbered = numberSheets([...sheets.slice(0, position), sheet, ...sheets.slice(position)]);
  context.spreadsheet = { ...context.spreadsheet, sheets: numbered };
  return numbered[position] as Sheet;
}

function requireFreeId(context: BatchContext, id: Json | undefined): number {
  if (id === undefined) return context.createId();
  if (context.spreadsheet.sheets.some(({ properties }) => properties.sheetId === id))
    return context.reject(`Sheet with id ${Number(id)} already exists`);
  return Number(id);
}

function requireVisibleSheet(context: BatchContext): void {
  if (context.spreadsheet.sheets.every(({ properties }) => properties['hidden'] === true))
    context.reject("You can't hide all the sheets in a document.");
}

/** Throws 400 for a sheet without cells that scroll. */
function requireUnfrozenCells(context: BatchContext, sheet: Sheet): void {
  const { rowCount, columnCount } = getGridSize(sheet);
  const grid = getObject(sheet.properties['gridProperties']);
  if (Number(grid['frozenRowCount'] ?? 0) >= rowCount) context.reject("You can't freeze all visible rows on the sheet.");
  if (Number(grid['frozenColumnCount'] ?? 0) >= columnCount) context.reject("You can't freeze all visible columns on the sheet.");
  if (rowCount < 1 || columnCount < 1) context.reject('A sheet must have at least one row and one column.');
}

export const sheetRequests: RequestTable = {
  updateSpreadsheetProperties(context, request) {
    const mask = requireFields(context.call, request['fields']);
    const source = completeColors(getObject(request['properties']));
    const properties = replaceFields(context.spreadsheet.properties, source, mask);
    if ((getTextMember(properties, 'title') ?? '') === '') context.reject('The title of a spreadsheet must not be empty.');
    context.spreadsheet = { ...context.spreadsheet, properties };
  },

  addSheet(context, { properties }) {
    const stated = completeColors(getObject(properties));
    const sheetId = requireFreeId(context, stated['sheetId']);
    const title = getTextMember(stated, 'title') ?? createTitle(context);
    requireFreeTitle(context, title);
    const index = Number(stated['index'] ?? context.spreadsheet.sheets.length);
    const sheet = createSheet({ ...stated, sheetId, title }, { index });
    requireUnfrozenCells(context, sheet);
    return { properties: insertSheet(context, sheet, index).properties };
  },

  deleteSheet(context, { sheetId }) {
    const sheet = context.requireSheet(sheetId);
    const remaining = context.spreadsheet.sheets.filter((each) => each !== sheet);
    if (remaining.length === 0) context.reject("You can't remove all the sheets in a document.");
    context.openGrid(sheet).clear();
    const named = ((context.spreadsheet['namedRanges'] ?? []) as readonly JsonObject[]).filter(
      (each) => Number(getObject(each['range'])['sheetId'] ?? 0) !== sheet.properties.sheetId,
    );
    context.spreadsheet = { ...context.spreadsheet, sheets: numberSheets(remaining), namedRanges: named };
    requireVisibleSheet(context);
  },

  duplicateSheet(context, { sourceSheetId, insertSheetIndex, newSheetId, newSheetName }) {
    const source = context.requireSheet(sourceSheetId);
    const sheetId = requireFreeId(context, newSheetId);
    const title = typeof newSheetName === 'string' ? newSheetName : createCopyTitle(context, source.properties.title);
    requireFreeTitle(context, title);
    const copy = insertSheet(
      context,
      { ...renumberRanges(source, sheetId), properties: { ...source.properties, sheetId, title } } as Sheet,
      Number(insertSheetIndex ?? 0),
    );
    context.openGrid(source).copyTo(openGrid(context.call, context.spreadsheet, copy));
    return { properties: copy.properties };
  },

  updateSheetProperties(context, request) {
    const { index, ...source } = completeColors(getObject(request['properties']));
    const sheet = context.requireSheet(source['sheetId']);
    const mask = requireFields(context.call, request['fields']);
    const { sheetId, sheetType } = sheet.properties;
    const replaced = replaceFields(sheet.properties, { ...source, index: sheet.properties.index }, mask);
    const next = createSheet({ ...replaced, sheetId, sheetType }, { index: sheet.properties.index, title: sheet.properties.title });
    requireFreeTitle(context, next.properties.title, sheet);
    requireUnfrozenCells(context, next);
    const changed = { ...sheet, properties: next.properties } as Sheet;
    dropOutside(context, changed);
    context.replaceSheet(changed);
    requireVisibleSheet(context);
    if (index !== undefined && (mask.has('index') || mask.has('*'))) moveSheet(context, changed, Number(index));
  },
};

function createCopyTitle(context: BatchContext, title: string): string {
  for (let number = 1; ; number++) {
    const copy = number === 1 ? `Copy of ${title}` : `Copy of ${title} ${number}`;
    if (!findSheetByTitle(context.spreadsheet, copy)) return copy;
  }
}

/** Returns the members of a sheet with the ID of another one in their ranges. */
export function renumberRanges({ properties: _, ...members }: Sheet, sheetId: number): JsonObject {
  return JSON.parse(JSON.stringify(members), (name, value: Json) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const isRange = ['startRowIndex', 'endRowIndex', 'startColumnIndex', 'endColumnIndex'].some((key) => key in value);
    const isGroup = name === 'range' && 'dimension' in value;
    return isRange || isGroup ? { ...value, sheetId } : value;
  }) as JsonObject;
}

/** Deletes the cells outside of a grid that has become smaller. */
function dropOutside(context: BatchContext, sheet: Sheet): void {
  const { rowCount, columnCount } = getGridSize(sheet);
  const grid = context.openGrid(sheet);
  for (const [row, cells] of grid.listRows()) {
    if (row >= rowCount) grid.putRow(row, {});
    else if (Object.keys(cells).some((column) => Number(column) >= columnCount))
      grid.putRow(row, Object.fromEntries(Object.entries(cells).filter(([column]) => Number(column) < columnCount)));
  }
}

/** The index is that before the sheet is moved. */
function moveSheet(context: BatchContext, sheet: Sheet, index: number): void {
  const { sheets } = context.spreadsheet;
  const from = sheets.findIndex(({ properties }) => properties.sheetId === sheet.properties.sheetId);
  const others = sheets.filter((_, position) => position !== from);
  const position = index > from ? index - 1 : index;
  const target = sheets[from];
  if (target)
    context.spreadsheet = {
      ...context.spreadsheet,
      sheets: numberSheets([...others.slice(0, position), target, ...others.slice(position)]),
    };
}
