/** Reads the query of a list: page, order, and filter. */
import type { OrderByRule } from '../../rule.js';
import { reverseOrder, supportedOrders } from '../../supported-orders.js';
import { getParameter, getTextParameter, type CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { compileFilter, type Filter } from '../filter/index.js';
import { getMember, type Json, type JsonObject } from '../json.js';
import { getRule } from '../world/method.js';
import { getField } from '../field-tables.js';
import type { Order, Resource } from '../world/resource.js';
import { readPageToken, writePageToken } from './list-token.js';

/** The page sizes of methods that don't document them. Larger values are coerced to the maximum (AIP-158). */
const defaultPageSizes = { default: 100, maximum: Number.MAX_SAFE_INTEGER, minimum: 0 };
const maxPageSize = 1000;

/** What a list calls the parts of a page. */
interface PageNames {
  /** Fields of the answer that hold the items and the next token. */
  readonly items: string;
  readonly nextPageToken: string;
  /** Items are keyed by scope. */
  readonly map: boolean;
  readonly emptyWarning?: string;
}

export interface ListQuery extends PageNames {
  readonly limit: number;
  /** Absent: by name. */
  readonly order?: Order;
  readonly filter?: Filter;
  readonly names?: NameSelection;
  /** The cursor at which the previous page ended. */
  readonly after?: string;
  /** Creates the token that continues after a cursor. */
  writeToken(cursor: string): string;
}

/** Items by the beginning of their names, and how names that go on are grouped. */
export interface NameSelection {
  /** The field with the name. */
  readonly field: string;
  readonly prefix: string;
  readonly delimiter?: string;
  /** The field of the response with the groups. */
  readonly prefixes?: string;
}

/** Reads the query. A parameter with the name of a string field selects by that field: `?type=A`. */
export async function readListQuery(call: CallContext, resource: Resource, collection: string): Promise<ListQuery> {
  const orderText = readOrder(call);
  const filterText = getFilterText(call);
  const wanted = readFieldSelection(call, resource);
  const names = readNameSelection(call);
  const selection = names ? [...wanted, [names.prefix, names.delimiter ?? '']] : wanted;
  const binding = JSON.stringify([collection, orderText ?? '', filterText ?? '', call.method.id, ...selection]);
  const order = orderText === undefined ? undefined : findOrder(resource, orderText);
  const stated = filterText === undefined ? undefined : await compileListFilter(filterText, call, resource);
  const filter = addFieldSelection(call, { resource, wanted }, stated);
  const after = readCursor(call, binding);
  return {
    ...getPageNames(call),
    limit: readPageSize(call),
    ...(order && { order }),
    ...(filter && { filter }),
    ...(names && { names }),
    ...(after !== undefined && { after }),
    writeToken: (cursor) => writePageToken(cursor, binding),
  };
}

function getPageNames({ method }: CallContext): PageNames {
  const paging = getRule(method, 'pagination');
  const { list } = method.behavior.method;
  return {
    items: paging?.items ?? list?.items ?? method.behavior.listItems ?? 'items',
    nextPageToken: paging?.nextPageToken ?? list?.nextPageToken ?? 'nextPageToken',
    map: list?.map === true,
    ...(paging?.emptyWarning !== undefined && { emptyWarning: paging.emptyWarning }),
  };
}

function readNameSelection(call: CallContext): NameSelection | undefined {
  const rule = getRule(call.method, 'prefix');
  if (!rule) return undefined;
  const prefix = getTextParameter(call, rule.parameter) ?? '';
  const delimiter = rule.delimiter && getTextParameter(call, rule.delimiter.parameter);
  if (prefix === '' && delimiter === undefined) return undefined;
  const groups = rule.delimiter && delimiter !== undefined ? { delimiter, prefixes: rule.delimiter.prefixes } : {};
  return { field: rule.field ?? 'name', prefix, ...groups };
}

function getFilterText(call: CallContext): string | undefined {
  const rule = getRule(call.method, 'filter');
  return rule && getTextParameter(call, rule.parameter);
}

function compileListFilter(text: string, call: CallContext, { fields, api }: Resource): Promise<Filter> | undefined {
  const rule = getRule(call.method, 'filter');
  return rule && compileFilter(text, { rule, fields, shapes: api.shapes, engine: api.regularExpressions });
}

/** Where the page before ended. Throws 400 for a token of another list or query. */
function readCursor(call: CallContext, binding: string): string | undefined {
  const { list } = call.method.behavior.method;
  const name = getRule(call.method, 'pagination')?.pageToken ?? list?.pageToken ?? 'pageToken';
  const given = list?.in === 'body' ? call.body[name] : getParameter(call, name);
  return typeof given === 'string' && given !== '' ? readPageToken(given, binding, name) : undefined;
}

/** Throws 400 outside the bounds; 0 means the default. */
export function readPageSize(call: CallContext): number {
  const paging = getRule(call.method, 'pagination');
  const size = paging?.pageSize ?? {
    parameter: call.parameters['maxResults'] === undefined ? 'pageSize' : 'maxResults',
    ...defaultPageSizes,
  };
  const value = getParameter(call, size.parameter);
  const given = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (given === undefined || given === 0 || given === '')
    return paging && !paging.pageSize && value === undefined ? Infinity : getDefaultSize(call, size);
  if (typeof given === 'number' && Number.isInteger(given) && given >= size.minimum && given <= size.maximum)
    return paging?.pageSize ? given : Math.min(given, maxPageSize);
  throw new HttpError('invalid', {
    message: `Invalid value for parameter '${size.parameter}': must be an integer from ${size.minimum} to ${size.maximum} (received '${String(given)}')`,
    location: size.parameter,
    locationType: 'parameter',
    rule: 'pagination',
  });
}

/** What the parameter says of its own comes before the rule. */
function getDefaultSize({ method }: CallContext, size: { readonly parameter: string; readonly default: number }): number {
  const stated = method.behavior.defaults?.[size.parameter];
  return typeof stated === 'number' ? stated : size.default;
}

/** The order of the list: a field, and ` desc` if it is descending. Throws 400 for an unsupported value. */
function readOrder(call: CallContext): string | undefined {
  const rule = getRule(call.method, 'orderBy');
  if (!rule) return undefined;
  const orders = supportedOrders(rule);
  const value = getTextParameter(call, rule.parameter)?.trim().replace(/\s+/g, ' ') ?? rule.default ?? [...orders.keys()][0] ?? '';
  const order = orders.get(value);
  if (order === undefined) throw invalidOrderError(rule.parameter, value, [...orders.keys()]);
  return readDirection(call, rule) === 'descending' ? reverseOrder(order) : order;
}

function readDirection(call: CallContext, { direction }: OrderByRule): string {
  if (direction === undefined) return 'ascending';
  const value = getTextParameter(call, direction) ?? 'ascending';
  if (value !== 'ascending' && value !== 'descending') throw invalidOrderError(direction, value, ['ascending', 'descending']);
  return value;
}

function invalidOrderError(name: string, received: string, expected: readonly string[]): HttpError {
  const message = `Invalid value for parameter '${name}': must be ${expected.map((each) => `'${each}'`).join(' or ')} (received '${received}')`;
  return new HttpError('invalid', { message, location: name, locationType: 'parameter', rule: 'orderBy' });
}

function findOrder(resource: Resource, text: string): Order | undefined {
  return resource.orders.find((order) => order.text === text);
}

/** Parameters that select by a field, and what it must be. */
type FieldSelection = readonly (readonly [field: string, value: Json])[];

function readFieldSelection(call: CallContext, { fields = {} }: Resource): FieldSelection {
  const { defaults, method, ignored } = call.method.behavior;
  const isText = (name: string): boolean => (getField(fields, name) && (getField(fields, name)?.type ?? 'string')) === 'string';
  const rule = getRule(call.method, 'prefix');
  const others = [getRule(call.method, 'filter')?.parameter, getRule(call.method, 'orderBy')?.parameter];
  const read = [rule?.parameter, rule?.delimiter?.parameter, ...others];
  const selectsNothing = (name: string): boolean => read.includes(name) || ignored?.includes(name) === true;
  const isField = (name: string): boolean => Object.hasOwn(method.query ?? {}, name) && isText(name) && !selectsNothing(name);
  return Object.entries(call.parameters).filter(
    ([name, value]) => typeof value === 'string' && value !== '' && value !== defaults?.[name] && isField(name),
  );
}

function addFieldSelection(
  { state }: CallContext,
  { resource, wanted }: { readonly resource: Resource; readonly wanted: FieldSelection },
  filter: Filter | undefined,
): Filter | undefined {
  if (wanted.length === 0) return filter;
  const tests = wanted.map(([name, value]) => {
    const folds = state.world.isDomainField(resource, name);
    const sought = folds ? foldCase(value) : value;
    return (shown: JsonObject) => (folds ? foldCase(getMember(shown, name)) : getMember(shown, name)) === sought;
  });
  return (shown) => tests.every((test) => test(shown)) && (filter?.(shown) ?? true);
}

/** Names of domains are compared without regard to case (RFC 4343). */
function foldCase(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
