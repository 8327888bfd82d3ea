/** Reads the query of a list: page, order, and filter. Page tokens contain the end of the previous page and are bound to their list. */
import type { OrderByRule } from '../../../runtime/rule.js';
import { reverseOrder, listSupportedOrders, normalizeOrder } from '../../../runtime/list-rules.js';
import { getParameter, getTextParameter, type EngineCall } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import type { Predicate } from './compile-filter.js';
import { loadOnce } from '../../lib/lazy-module.js';
import { getMember, type Json, type JsonObject } from '../../lib/json.js';
import { getRule, type CompiledMethod } from '../../catalog/method.js';
import { getField } from '../../catalog/field-tables.js';
import { isDeleted } from '../../catalog/soft-deletion.js';
import type { ServiceSelection } from './service-selection.js';
import { isDomainName, type ResourceFields, type Order, type CompiledResource } from '../../catalog/resource.js';
import { encodeBase64Url, decodeBase64Url, hashHex } from '../../lib/hashes.js';

const loadFilters = loadOnce(() => import('./compile-filter.js'));
const loadServiceSelection = loadOnce(() => import('./service-selection.js'));

/** The page sizes of methods that don't document them. Larger values are coerced to the maximum (AIP-158). */
const defaultPageSizes = { default: 100, maximum: Number.MAX_SAFE_INTEGER, minimum: 0 };
const maxPageSize = 1000;

export interface ListQuery {
  /** The response fields that hold the items and the next page token. */
  readonly items: string;
  readonly nextPageToken: string;
  /** Whether the items are keyed by scope. */
  readonly isKeyedByScope: boolean;
  readonly emptyWarning?: string;
  readonly limit: number;
  /** Absent if the list is ordered by name. */
  readonly order?: Order;
  readonly filter?: Predicate;
  readonly names?: NameSelection;
  /** Orders the items in place of `order`. */
  readonly compare?: (one: JsonObject, other: JsonObject) => number;
  /** The cursor at which the previous page ended. */
  readonly after?: string;
  /** Creates the token that continues after a cursor. */
  writeToken(cursor: string): string;
}

/** Selects resources by a prefix of their names, and groups names by a delimiter. */
export interface NameSelection {
  /** The field that contains the name. */
  readonly field: string;
  readonly prefix: string;
  readonly delimiter?: string;
  /** The field of the response with the groups. */
  readonly prefixes?: string;
}

const noSelection: ServiceSelection = { parameters: [] };

/** Reads the query. A parameter with the name of a string field selects by that field: `?type=A`. */
export async function readListQuery(call: EngineCall, resource: CompiledResource, collection: string): Promise<ListQuery> {
  const paging = getRule(call.method, 'pagination');
  const { list } = call.method.behavior.method;
  const orderText = readOrder(call);
  const filterText = getFilterText(call);
  const fieldSelection = readFieldSelection(call);
  const names = readNameSelection(call);
  const { serviceParameters, serviceOrder } = call.method;
  const services = serviceParameters || serviceOrder ? await (await loadServiceSelection()).readServiceSelection(call) : noSelection;
  const showsDeleted = hasDeletedParameter(call) ? [['showsDeleted']] : [];
  const selection = [...fieldSelection, ...(names ? [[names.prefix, names.delimiter ?? '']] : []), ...showsDeleted, ...services.parameters];
  const binding = JSON.stringify([collection, orderText ?? '', filterText ?? '', call.method.id, ...selection]);
  const order = resource.orders.find(({ text }) => text === orderText);
  const stated = omitDeleted(call, addFieldSelection({ resource, fieldSelection }, await compileListFilter(call, resource.fields)));
  const filter = services.filter && stated ? joinTests(services.filter, stated) : (services.filter ?? stated);
  const after = readCursor(call, binding);
  return {
    items: list?.items ?? call.method.behavior.listItems ?? 'items',
    nextPageToken: list?.nextPageToken ?? 'nextPageToken',
    isKeyedByScope: list?.map === true,
    ...(paging?.emptyWarning !== undefined && { emptyWarning: paging.emptyWarning }),
    limit: readPageSize(call),
    ...(order && { order }),
    ...(filter && { filter }),
    ...(names && { names }),
    ...(services.compare && { compare: services.compare }),
    ...(after !== undefined && { after }),
    writeToken: (cursor) => writePageToken(cursor, binding),
  };
}

const joinTests =
  (one: Predicate, other: Predicate): Predicate =>
  (visible) =>
    one(visible) && other(visible);

function readNameSelection(call: EngineCall): NameSelection | undefined {
  const rule = getRule(call.method, 'prefix');
  if (!rule) return undefined;
  const prefix = getTextParameter(call, rule.parameter) ?? '';
  const delimiter = rule.delimiter && getTextParameter(call, rule.delimiter.parameter);
  if (prefix === '' && delimiter === undefined) return undefined;
  const grouping = rule.delimiter && delimiter !== undefined ? { delimiter, prefixes: rule.delimiter.prefixes } : {};
  return { field: rule.field ?? 'name', prefix, ...grouping };
}

function getFilterText(call: EngineCall): string | undefined {
  const rule = getRule(call.method, 'filter');
  return rule && getTextParameter(call, rule.parameter);
}

/** Returns the filter of the call, if it has one. Rejects with 400 if it is invalid. `fields`: the fields of the listed items. */
export async function compileListFilter(call: EngineCall, fields: ResourceFields | undefined): Promise<Predicate | undefined> {
  const rule = getRule(call.method, 'filter');
  const text = getFilterText(call);
  if (!rule || text === undefined) return undefined;
  const { api } = call.method;
  const { compileFilter } = await loadFilters();
  return compileFilter(text, { rule, fields, objectTypes: api.objectTypes, loadRe2: api.re2 });
}

/** Returns the name of the parameter or body field with the page token. */
export function getPageTokenName({ behavior: { method } }: CompiledMethod): string {
  return method.list?.pageToken ?? 'pageToken';
}

function readPageInput(call: EngineCall, name: string): Json | undefined {
  return call.method.behavior.method.list?.in === 'body' ? call.body[name] : getParameter(call, name);
}

/** Returns the cursor at which the previous page ended. Throws 400 for a token of another list or query. */
function readCursor(call: EngineCall, binding: string): string | undefined {
  const name = getPageTokenName(call.method);
  const token = readPageInput(call, name);
  return typeof token === 'string' && token !== '' ? readPageToken(token, binding, name) : undefined;
}

/** Returns the page size. 0 means the default. Throws 400 if the value is out of range. */
export function readPageSize(call: EngineCall): number {
  const paging = getRule(call.method, 'pagination');
  const name = call.method.behavior.pageSize;
  const size = paging?.pageSize ?? defaultPageSizes;
  const value = name === undefined ? undefined : readPageInput(call, name);
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  const requested = typeof number === 'number' && paging?.pageSize?.coerced ? Math.min(number, size.maximum) : number;
  if (requested === undefined || requested === 0 || requested === '')
    return paging && !paging.pageSize && value === undefined ? Infinity : (getDefaultSize(call, name) ?? size.default);
  if (typeof requested === 'number' && Number.isInteger(requested) && requested >= size.minimum && requested <= size.maximum)
    return paging?.pageSize ? requested : Math.min(requested, maxPageSize);
  const problem = `must be an integer from ${size.minimum} to ${size.maximum} (received '${String(requested)}')`;
  throw createInvalidParameterError(name ?? '', problem, 'pagination');
}

function getDefaultSize({ method }: EngineCall, name = ''): number | undefined {
  const value = method.behavior.method.parameters?.[name]?.default;
  return typeof value === 'number' ? value : undefined;
}

/** The order of the list: a field, and ` desc` if it is descending. Throws 400 for an unsupported value. */
function readOrder(call: EngineCall): string | undefined {
  const rule = getRule(call.method, 'orderBy');
  if (!rule) return undefined;
  const orders = listSupportedOrders(rule);
  const value = normalizeOrder(getTextParameter(call, rule.parameter) ?? rule.default ?? [...orders.keys()][0] ?? '');
  const order = orders.get(value);
  if (order === undefined) throw createInvalidOrderError(rule.parameter, value, [...orders.keys()]);
  return readDirection(call, rule) === 'descending' ? reverseOrder(order) : order;
}

function readDirection(call: EngineCall, { direction }: OrderByRule): string {
  if (direction === undefined) return 'ascending';
  const value = getTextParameter(call, direction) ?? 'ascending';
  if (value !== 'ascending' && value !== 'descending') throw createInvalidOrderError(direction, value, ['ascending', 'descending']);
  return value;
}

function createInvalidOrderError(name: string, received: string, expected: readonly string[]): HttpError {
  const problem = `must be ${expected.map((value) => `'${value}'`).join(' or ')} (received '${received}')`;
  return createInvalidParameterError(name, problem, 'orderBy');
}

function createInvalidParameterError(name: string, problem: string, rule: string): HttpError {
  const message = `Invalid value for parameter '${name}': ${problem}`;
  return new HttpError('invalid', { message, location: name, locationType: 'parameter', rule });
}

/** The parameters that select resources by a field, with the required values. */
type FieldSelection = readonly (readonly [field: string, value: Json])[];

function readFieldSelection(call: EngineCall): FieldSelection {
  const { method, fieldFilters = [] } = call.method.behavior;
  return Object.entries(call.parameters).filter(
    ([name, value]) =>
      fieldFilters.includes(name) && typeof value === 'string' && value !== '' && value !== method.parameters?.[name]?.default,
  );
}

function addFieldSelection(
  { resource, fieldSelection }: { readonly resource: CompiledResource; readonly fieldSelection: FieldSelection },
  filter: Predicate | undefined,
): Predicate | undefined {
  if (fieldSelection.length === 0) return filter;
  const tests = fieldSelection.map(([name, value]) => {
    const ignoresCase = isDomainName(getField(resource.fields, name));
    const expected = ignoresCase ? toLowerCase(value) : value;
    return (visible: JsonObject) => (ignoresCase ? toLowerCase(getMember(visible, name)) : getMember(visible, name)) === expected;
  });
  return (visible) => tests.every((test) => test(visible)) && (filter?.(visible) ?? true);
}

/** Omits the deleted resources that can be undeleted, unless the call asks for them. */
function omitDeleted(call: EngineCall, filter: Predicate | undefined): Predicate | undefined {
  const { deletedItems } = call.method.behavior;
  if (!deletedItems || hasDeletedParameter(call)) return filter;
  return (visible) => !isDeleted(visible, deletedItems.deletion) && (filter?.(visible) ?? true);
}

function hasDeletedParameter(call: EngineCall): boolean {
  const name = call.method.behavior.deletedItems?.parameter;
  return name !== undefined && getParameter(call, name) === true;
}

/** Lowercases a domain name. Domain names are compared case-insensitively (RFC 4343). */
function toLowerCase(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Creates a page token. `binding` identifies everything that the token depends on: collection, filter, and order. */
export function writePageToken(cursor: string, binding: string): string {
  return encodeBase64Url(`${hashHex(`${binding}\n${cursor}`)}${escapeSurrogates(cursor)}`);
}

/** Escapes unpaired surrogates, which UTF-8 can't encode. They occur in names and in reversed sort keys. */
function escapeSurrogates(cursor: string): string {
  return cursor.replace(/[\\\ud800-\udfff]/g, (unit) => `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function unescapeSurrogates(text: string): string {
  return text.replace(/\\([\da-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

/** Returns the cursor of a token. Throws 400 for an invalid token and a token of another list. */
export function readPageToken(token: string, binding: string, parameter: string): string {
  const text = decodeBase64Url(token);
  const cursor = unescapeSurrogates(text?.slice(16) ?? '');
  if (text !== undefined && text.slice(0, 16) === hashHex(`${binding}\n${cursor}`)) return cursor;
  const problem = "the token doesn't belong to this list with this filter and order.";
  throw createInvalidParameterError(parameter, problem, 'pagination');
}
