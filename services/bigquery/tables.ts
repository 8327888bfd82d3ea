/** Datasets and tables: their fields, their rows, and changes of schemas. */
import {
  getMemberAt,
  getTextMember,
  isList,
  isObject,
  type CompleteContext,
  type HandlerCall,
  type Handlers,
  type Json,
  type JsonObject,
  type RouteCall,
} from '../../mock/service.js';
import { measureRow, readColumns, type Column } from './values.js';

export type BigQueryCall = Pick<HandlerCall, 'state' | 'rows' | 'now' | 'user' | 'reject' | 'newId' | 'content'> | RouteCall;
type Next = () => Promise<unknown>;

export interface TableName {
  readonly projectId: string;
  readonly datasetId: string;
  readonly tableId: string;
}

export const getDatasetPath = ({ projectId, datasetId }: Pick<TableName, 'projectId' | 'datasetId'>): string =>
  `/bigquery/v2/projects/${projectId}/datasets/${datasetId}`;
export const getTablePath = (name: TableName): string => `${getDatasetPath(name)}/tables/${encodeURIComponent(name.tableId)}`;
export const formatTable = ({ projectId, datasetId, tableId }: TableName): string => `${projectId}:${datasetId}.${tableId}`;

/** Reads a reference to a table. The project can be that of the request. */
export function readTableName(reference: unknown, projectId: string): TableName {
  const read = (name: string): string | undefined => getTextMember(reference as JsonObject, name);
  return { projectId: read('projectId') ?? projectId, datasetId: read('datasetId') ?? '', tableId: read('tableId') ?? '' };
}

/** Returns the location of a dataset, and the user who owns a new one, whom the default access list doesn't name. */
export function completeDataset(dataset: JsonObject, { user, previous }: CompleteContext): JsonObject {
  const { access } = dataset;
  const isNew = previous === undefined && user !== undefined;
  return {
    location: dataset['location'] ?? 'US',
    ...(isNew && isList(access) && { access: access.map((entry) => (isUnnamed(entry) ? { ...entry, userByEmail: user } : entry)) }),
  };
}

/** Whether an entry has a role only. */
const isUnnamed = (entry: Json): entry is JsonObject => isObject(entry) && Object.keys(entry).join() === 'role';

/** Returns the type and the location of a table, and the partition filter under both of its names. */
export function completeTable(table: JsonObject, { parent }: CompleteContext): JsonObject {
  const type = table['view']
    ? 'VIEW'
    : table['materializedView']
      ? 'MATERIALIZED_VIEW'
      : table['externalDataConfiguration']
        ? 'EXTERNAL'
        : (table['type'] ?? 'TABLE');
  return {
    type,
    location: getTextMember(parent, 'location') ?? 'US',
    ...completePartitionFilter(table),
  };
}

/** A table that requires a filter says so in its partitioning, too. */
function completePartitionFilter(table: JsonObject): JsonObject {
  const { timePartitioning } = table;
  const isRequired = table['requirePartitionFilter'] === true;
  return isRequired && isObject(timePartitioning) ? { timePartitioning: { ...timePartitioning, requirePartitionFilter: true } } : {};
}

const decode = (text = ''): string => decodeURIComponent(text);

/** Returns the ID of a dataset or a table, which contains its project. */
export function renderId(_: JsonObject, { path }: { readonly path: string }): JsonObject {
  const [, project, dataset, table] = /^\/bigquery\/v2\/projects\/([^/]+)\/datasets\/([^/]+)(?:\/tables\/([^/]+))?$/.exec(path) ?? [];
  return { id: `${decode(project)}:${decode(dataset)}${table === undefined ? '' : `.${decode(table)}`}` };
}

/** Throws 400 for a record without fields. */
function checkSchema(call: HandlerCall, columns: readonly Column[]): void {
  for (const { name, type, fields } of columns) {
    if (type === 'RECORD' && fields.length === 0) call.reject('invalid', `Field ${name} is type RECORD but has no schema`);
    checkSchema(call, fields);
  }
}

/** Throws 400 for a change of a schema other than new fields, and required fields that become optional. */
function checkSchemaChange(
  call: HandlerCall,
  name: string,
  { before, after }: { readonly before: readonly Column[]; readonly after: readonly Column[] },
): void {
  const fail = (problem: string): never => call.reject('invalid', `Provided Schema does not match Table ${name}. ${problem}`);
  const byName = new Map(after.map((column) => [column.name.toLowerCase(), column]));
  const known = new Set(before.map((column) => column.name.toLowerCase()));
  for (const column of before) {
    const changed = byName.get(column.name.toLowerCase()) ?? fail(`Field ${column.name} is missing in new schema`);
    if (changed.type !== column.type) fail(`Field ${column.name} has changed type from ${column.type} to ${changed.type}`);
    const isRelaxed = column.mode === 'REQUIRED' && changed.mode === 'NULLABLE';
    if (changed.mode !== column.mode && !isRelaxed) fail(`Field ${column.name} has changed mode from ${column.mode} to ${changed.mode}`);
    checkSchemaChange(call, name, { before: column.fields, after: changed.fields });
  }
  for (const column of after)
    if (!known.has(column.name.toLowerCase()) && column.mode === 'REQUIRED')
      fail(`Cannot add required fields to an existing schema. (field: ${column.name})`);
}

async function insertTable(call: HandlerCall, next: Next): Promise<unknown> {
  const body = (call.requestBody ?? {}) as JsonObject;
  checkSchema(call, readColumns(body['schema']));
  return next();
}

async function changeTable(call: HandlerCall, next: Next): Promise<unknown> {
  const path = call.path ?? '';
  const before = call.state.get(path);
  const changed = (await next()) as JsonObject;
  if (before?.['schema'] === undefined) return changed;
  checkSchema(call, readColumns(changed['schema']));
  checkSchemaChange(call, getTextMember(before, 'id') ?? '', {
    before: readColumns(before['schema']),
    after: readColumns(changed['schema']),
  });
  return changed;
}

async function deleteTable(call: HandlerCall, next: Next): Promise<unknown> {
  const path = call.path ?? '';
  const result = await next();
  deleteRows(call, path);
  return result;
}

const getRowPrefix = (table: string): string => `data${table}/`;

/** The key of the rows that one insertion adds. */
const getRowKey = (table: string, number: number): string => getRowPrefix(table) + String(number).padStart(12, '0');

export const readRows = (call: Pick<HandlerCall, 'rows'>, table: string): readonly JsonObject[] =>
  call
    .rows()
    .list<readonly JsonObject[]>(getRowPrefix(table))
    .flatMap(([, rows]) => rows);

export function deleteRows(call: Pick<HandlerCall, 'rows'>, table: string): void {
  for (const [key] of call.rows().list(getRowPrefix(table))) call.rows().delete(key);
}

/** Adds rows to a table, and updates its counts. */
export function addRows(call: Pick<HandlerCall, 'rows' | 'state'>, path: string, rows: readonly JsonObject[]): void {
  const table = call.state.get(path) ?? {};
  const count = Number(table['numRows'] ?? 0);
  const columns = readColumns(table['schema']);
  const size = rows.reduce((sum, row) => sum + measureRow(columns, row), 0);
  if (rows.length > 0) call.rows().put(getRowKey(path, count), rows);
  setCounts(call, path, { rows: count + rows.length, bytes: Number(table['numBytes'] ?? 0) + size });
}

export function setCounts(
  call: Pick<HandlerCall, 'state'>,
  path: string,
  { rows, bytes }: { readonly rows: number; readonly bytes: number },
): void {
  const table = call.state.get(path) ?? {};
  const names = ['numBytes', 'numActiveLogicalBytes', 'numTotalLogicalBytes'].filter(
    (name) => name === 'numBytes' || table[name] !== undefined,
  );
  call.state.put(path, { ...table, numRows: String(rows), ...Object.fromEntries(names.map((name) => [name, String(bytes)])) });
}

/** Throws 404. */
export function requireTable(call: BigQueryCall, name: TableName): JsonObject {
  const { projectId, datasetId } = name;
  if (call.state.get(getDatasetPath(name)) === undefined) call.reject('notFound', `Not found: Dataset ${projectId}:${datasetId}`);
  return call.state.get(getTablePath(name)) ?? call.reject('notFound', `Not found: Table ${formatTable(name)}`);
}

export const isOfType = (table: JsonObject, type: string): boolean => getMemberAt(table, 'type') === type;

export const tableHandlers: Handlers = {
  'bigquery.tables.insert': insertTable,
  'bigquery.tables.patch': changeTable,
  'bigquery.tables.update': changeTable,
  'bigquery.tables.delete': deleteTable,
};
