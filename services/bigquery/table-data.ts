/** Reads and adds rows of tables. */
import { getMember, isList, isObject, type HandlerCall, type Handlers, type Json, type JsonObject } from '../../mock/service.js';
import { getField } from '../requests.js';
import { addRows, getTablePath, isOfType, readRows, requireTable, type TableName } from './tables.js';
import { formatRow, readColumns, RowError, selectColumns, toRow } from './values.js';

const readName = ({ parameters }: HandlerCall): TableName => ({
  projectId: String(parameters['projectId']),
  datasetId: String(parameters['datasetId']),
  tableId: String(parameters['tableId']),
});

function insertAll(call: HandlerCall): JsonObject {
  const name = readName(call);
  const table = requireTable(call, name);
  if (!isOfType(table, 'TABLE')) call.reject('invalid', `Cannot add rows to a table of type ${String(table['type'])}.`);
  if (getField(call, 'templateSuffix') !== undefined) call.reject('notImplemented', "The mock doesn't implement template tables.");
  const columns = readColumns(table['schema']);
  const list = getField(call, 'rows');
  if (!isList(list) || list.length === 0) return call.reject('invalid', 'No rows present in the request.');
  const options = { ignoresUnknown: getField(call, 'ignoreUnknownValues') === true };
  const results = list.map((entry) => readEntry(() => toRow(columns, readObject(entry), options)));
  const failures = results.flatMap((result, index) => (result instanceof RowError ? [createInsertError(index, result)] : []));
  const skipsInvalid = getField(call, 'skipInvalidRows') === true;
  const rows = results.flatMap((result) => (result instanceof RowError ? [] : [result]));
  if (failures.length === 0 || skipsInvalid) addRows(call, getTablePath(name), rows);
  // If one row is invalid, none is added.
  const stopped =
    failures.length > 0 && !skipsInvalid ? results.flatMap((result, index) => (result instanceof RowError ? [] : [createStop(index)])) : [];
  const insertErrors = [...failures, ...stopped];
  return { kind: 'bigquery#tableDataInsertAllResponse', ...(insertErrors.length > 0 && { insertErrors }) };
}

const readObject = (entry: Json): JsonObject => {
  const json = getMember(entry, 'json');
  return isObject(json) ? json : {};
};

function readEntry(read: () => JsonObject): JsonObject | RowError {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowError) return error;
    throw error;
  }
}

const createInsertError = (index: number, { message, location }: RowError): JsonObject => ({
  index,
  errors: [{ reason: 'invalid', location, debugInfo: '', message }],
});
const createStop = (index: number): JsonObject => ({ index, errors: [{ reason: 'stopped', location: '', debugInfo: '', message: '' }] });

function listRows(call: HandlerCall): JsonObject {
  const name = readName(call);
  const table = requireTable(call, name);
  if (!isOfType(table, 'TABLE'))
    call.reject('notImplemented', `The mock doesn't implement rows of tables of type ${String(table['type'])}.`);
  const { startIndex, pageToken, maxResults, selectedFields } = call.parameters;
  const all = readColumns(table['schema']);
  const columns = typeof selectedFields === 'string' && selectedFields !== '' ? selectColumns(all, selectedFields) : all;
  const rows = readRows(call, getTablePath(name));
  const begin = typeof pageToken === 'string' && pageToken !== '' ? Number(pageToken) : Number(startIndex ?? 0);
  if (!Number.isInteger(begin) || begin < 0) call.reject('invalid', 'The page token is not valid.');
  const end = begin + (maxResults === undefined ? rows.length : Number(maxResults));
  const usesMicroseconds = call.parameters['formatOptions.useInt64Timestamp'] === true;
  const page = rows.slice(begin, end).map((row) => formatRow(columns, row, usesMicroseconds));
  return {
    kind: 'bigquery#tableDataList',
    etag: String(table['etag'] ?? ''),
    totalRows: String(rows.length),
    ...(end < rows.length && { pageToken: String(end) }),
    ...(page.length > 0 && { rows: page }),
  };
}

export const tableDataHandlers: Handlers = { 'bigquery.tabledata.insertAll': insertAll, 'bigquery.tabledata.list': listRows };
