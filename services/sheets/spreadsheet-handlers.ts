/** The methods of spreadsheets: they create, read, and change them. */
import { isObject, type HandlerCall, type Handlers, type Json, type JsonObject } from '../../mock/service.js';
import type { Bounds } from './a1.js';
import { completeColors } from './field-masks.js';
import { createGridData, hasGridData, listSelectedMembers } from './grid-data.js';
import { readGridRange, requireBounds, requireRange, type NamedCells } from './ranges.js';
import { BatchContext, getObject, type RequestTable } from './requests/context.js';
import { cellRequests } from './requests/cells.js';
import { dimensionRequests } from './requests/dimensions.js';
import { objectRequests } from './requests/objects.js';
import { renumberRanges, sheetRequests } from './requests/sheets.js';
import {
  createNumericId,
  createProperties,
  createSheet,
  createSpreadsheetId,
  getSpreadsheetPath,
  numberSheets,
  openGrid,
  putGridData,
  putSpreadsheet,
  requireSpreadsheet,
  type Sheet,
  type Spreadsheet,
} from './spreadsheets.js';
import { findSheetById } from './ranges.js';

const requestTable: RequestTable = { ...sheetRequests, ...objectRequests, ...cellRequests, ...dimensionRequests };

const getId = ({ parameters }: HandlerCall): string => String(parameters['spreadsheetId']);
const getBody = (call: HandlerCall): JsonObject => (call.requestBody ?? {}) as JsonObject;

/** Returns the spreadsheet as a GET returns it. */
function renderStored(call: HandlerCall, id: string): JsonObject {
  return call.state.get(getSpreadsheetPath(id)) ?? {};
}

interface RequestedData {
  /** Empty: all sheets. */
  readonly ranges: readonly (NamedCells & { readonly bounds: Bounds })[];
  readonly includesData: boolean;
}

/** Returns the spreadsheet with the sheets in the ranges, and with their cells if the request asks for them. */
function createResponse(call: HandlerCall, id: string, { ranges, includesData }: RequestedData): JsonObject {
  const spreadsheet = requireSpreadsheet(call, id);
  const rendered = renderStored(call, id);
  if (ranges.length === 0 && !includesData) return rendered;
  const members = listSelectedMembers(call.responseMask);
  const sheets = ((rendered['sheets'] ?? []) as readonly JsonObject[]).flatMap((each) => {
    const sheetId = Number(getObject(each['properties'])['sheetId'] ?? 0);
    const sheet = findSheetById(spreadsheet, sheetId);
    const own = ranges.filter((range) => range.sheet.properties.sheetId === sheetId);
    if (!sheet || (ranges.length > 0 && own.length === 0)) return [];
    if (!includesData) return [each];
    const bounds = own.length > 0 ? own.map((range) => range.bounds) : [requireBounds(call, { sheet, open: {} }, sheet.properties.title)];
    return [{ ...each, data: bounds.map((inside) => createGridData(call, spreadsheet, { sheet, bounds: inside, members })) }];
  });
  return { ...rendered, sheets };
}

/** A field mask decides whether the response contains cells. */
function readIncludesData(call: HandlerCall, stated: unknown): boolean {
  const fields = call.responseMask;
  return fields === undefined ? stated === true : hasGridData(fields) || fields === '*';
}

const findRanges = (call: HandlerCall, spreadsheet: Spreadsheet, names: unknown): RequestedData['ranges'] =>
  [names ?? []].flat().map((name) => {
    const range = requireRange(call, spreadsheet, String(name));
    return { ...range, bounds: requireBounds(call, range, String(name)) };
  });

function getSpreadsheet(call: HandlerCall): JsonObject {
  const spreadsheet = requireSpreadsheet(call, getId(call));
  const { ranges, includeGridData } = call.parameters;
  return createResponse(call, getId(call), {
    ranges: findRanges(call, spreadsheet, ranges),
    includesData: readIncludesData(call, includeGridData),
  });
}

/** Finds the ranges of data filters. Rejects those for developer metadata with 501. */
export function findFilteredRanges(call: HandlerCall, spreadsheet: Spreadsheet, filters: Json | undefined): RequestedData['ranges'] {
  return ((filters ?? []) as readonly JsonObject[]).flatMap(({ a1Range, gridRange }) => {
    if (typeof a1Range === 'string') return findRanges(call, spreadsheet, a1Range);
    if (!isObject(gridRange)) return call.reject('notImplemented', 'The mock does not implement data filters of developer metadata.');
    const sheet = findSheetById(spreadsheet, Number(gridRange['sheetId'] ?? 0));
    if (!sheet) return call.reject('invalid', `No grid with id: ${Number(gridRange['sheetId'] ?? 0)}`);
    const range = { sheet, open: readGridRange(gridRange) };
    return [{ ...range, bounds: requireBounds(call, range, sheet.properties.title) }];
  });
}

function getByDataFilter(call: HandlerCall): JsonObject {
  const spreadsheet = requireSpreadsheet(call, getId(call));
  const { dataFilters, includeGridData } = getBody(call);
  return createResponse(call, getId(call), {
    ranges: findFilteredRanges(call, spreadsheet, dataFilters),
    includesData: readIncludesData(call, includeGridData),
  });
}

function createStated(call: HandlerCall): JsonObject {
  const body = completeColors(getBody(call));
  const id = createSpreadsheetId(call);
  const used = new Set<number>();
  const stated = (body['sheets'] ?? []) as readonly JsonObject[];
  const sheets = stated.map((sheet, index): Sheet => {
    const properties = getObject(sheet['properties']);
    const sheetId = Number(properties['sheetId'] ?? createNumericId(call, (each) => used.has(each)));
    used.add(sheetId);
    const { data: _, ...members } = sheet;
    return { ...members, ...createSheet({ ...properties, sheetId }, { index }) };
  });
  const { dataSources: __, ...rest } = body;
  const spreadsheet: Spreadsheet = {
    ...rest,
    spreadsheetId: id,
    properties: createProperties(getObject(body['properties'])),
    sheets: sheets.length > 0 ? numberSheets(sheets) : [createSheet({}, { index: 0 })],
  };
  putSpreadsheet(call, spreadsheet);
  for (const [index, sheet] of spreadsheet.sheets.entries())
    for (const data of (stated[index]?.['data'] ?? []) as readonly JsonObject[]) putGridData(openGrid(call, spreadsheet, sheet), data);
  return createResponse(call, id, { ranges: [], includesData: call.responseMask !== undefined && hasGridData(call.responseMask) });
}

/** Applies the requests in order. An error undoes all of them. */
function batchUpdate(call: HandlerCall): JsonObject {
  const context = new BatchContext(call, requireSpreadsheet(call, getId(call)));
  const body = getBody(call);
  const requests = (body['requests'] ?? []) as readonly JsonObject[];
  if (requests.length === 0) call.reject('invalid', 'Must specify at least one request.');
  const replies = requests.map((request, index) => {
    const [[kind, parameters] = ['', undefined], ...others] = Object.entries(request);
    if (parameters === undefined || others.length > 0)
      return call.reject('invalid', `Invalid requests[${index}]: exactly one kind of request must be set.`);
    const apply = Object.hasOwn(requestTable, kind) ? requestTable[kind] : undefined;
    context.startRequest(index, kind);
    if (!apply) return context.rejectUnknown('this kind of request');
    const reply = apply(context, getObject(parameters));
    return reply === undefined ? {} : { [kind]: reply };
  });
  const { spreadsheetId } = putSpreadsheet(call, context.spreadsheet);
  if (body['includeSpreadsheetInResponse'] !== true) return { spreadsheetId, replies };
  const updatedSpreadsheet = createResponse(call, spreadsheetId, {
    ranges: findRanges(call, context.spreadsheet, body['responseRanges']),
    includesData: body['responseIncludeGridData'] === true,
  });
  return { spreadsheetId, replies, updatedSpreadsheet };
}

function copySheet(call: HandlerCall): JsonObject {
  const source = requireSpreadsheet(call, getId(call));
  const sheet = findSheetById(source, Number(call.parameters['sheetId'])) ?? call.reject('notFound', 'Requested entity was not found.');
  const target = requireSpreadsheet(call, String(getBody(call)['destinationSpreadsheetId'] ?? ''));
  const sheetId = createNumericId(call, (id) => findSheetById(target, id) !== undefined);
  const titles = new Set(target.sheets.map(({ properties }) => properties.title));
  let title = `Copy of ${sheet.properties.title}`;
  for (let number = 2; titles.has(title); number++) title = `Copy of ${sheet.properties.title} ${number}`;
  const copy = {
    ...renumberRanges(sheet, sheetId),
    ...createSheet({ ...sheet.properties, sheetId, title }, { index: target.sheets.length }),
  } as Sheet;
  putSpreadsheet(call, { ...target, sheets: [...target.sheets, copy] });
  openGrid(call, source, sheet).copyTo(openGrid(call, target, copy));
  return copy.properties;
}

export const spreadsheetHandlers: Handlers = {
  'sheets.spreadsheets.get': getSpreadsheet,
  'sheets.spreadsheets.getByDataFilter': getByDataFilter,
  'sheets.spreadsheets.create': createStated,
  'sheets.spreadsheets.batchUpdate': batchUpdate,
  'sheets.spreadsheets.sheets.copyTo': copySheet,
};
