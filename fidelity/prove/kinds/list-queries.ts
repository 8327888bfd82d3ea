/** Properties of lists: filters by each type of field, and page tokens together with other parameters. */
import { getAt, getText, isObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Method, Resource, Type } from '../../../generator/model/model.js';
import { getItemsField, type Lookup } from '../../../generator/model/schema-lookup.js';
import type { ApiIndex } from '../api-index.js';
import { createInstance, prepareCall } from '../prepare.js';
import { getBody, isAccepted } from '../reference-mock.js';
import type { Instance, ScenarioBuilder } from '../scenario-builder.js';
import { listCandidates } from '../values.js';
import { listItems } from './list-rules.js';
import { createWithAllFields } from './whole-resources.js';

const findParameter = ({ rules }: Method, kind: 'filter' | 'orderBy'): string | undefined =>
  rules.flatMap(({ rule }) => (rule.kind === kind ? [rule.parameter] : []))[0];

/** Creates resources, unless no method does. */
async function createMembers(builder: ScenarioBuilder, resource: Resource, count: number): Promise<readonly Instance[]> {
  const instances: Instance[] = [];
  if (resource.implicit || (resource.operation === undefined && builder.index.findCreation(resource) === undefined)) return instances;
  for (let at = 0; at < count; at += 1) instances.push(await createInstance(builder, resource));
  return instances;
}

/** Returns the method that lists a resource with a filter. */
export const findFilteredList = (index: ApiIndex, resource: Resource): Method | undefined =>
  index.listMethods(resource).find((method) => method.action.kind === 'list' && findParameter(method, 'filter') !== undefined);

/** Filters by a field of each type, with each operator. */
export async function filterByType(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const method = findFilteredList(builder.index, resource);
  const parameter = method && findParameter(method, 'filter');
  if (method === undefined || parameter === undefined) return false;
  builder.isIsolated = true;
  const created = await createMembers(builder, resource, 1);
  if (created.length > 0) await createWithAllFields(builder, resource);
  const call = await prepareCall(builder, method);
  const items = getItemsField(method);
  const reply = await builder.mustCall(call, { fields: [items] });
  const [item] = listItems(getAt(getBody(reply) ?? {}, [items]))
    .filter(isObject)
    .toSorted((one, other) => Object.keys(other).length - Object.keys(one).length);
  if (item === undefined) return false;
  const filters = listFilters(item, resource.schema, builder.index.lookup);
  for (const filter of filters) await builder.call({ ...call, query: { ...call.query, [parameter]: filter } }, { fields: [items] });
  return filters.length > 0;
}

/** A field in a filter, with a value that the resource has and one that it doesn't have. */
interface FilterExample {
  readonly path: string;
  readonly kind: string;
  readonly value: string;
  readonly other: string;
}

const operators = ['=', '!=', '<', '<=', '>', '>=', ':'];

function listFilters(item: JsonObject, schema: string | undefined, lookup: Lookup): readonly string[] {
  const fields = listFields(item, schema === undefined ? undefined : { kind: 'ref', schema }, { lookup, path: [] });
  const kinds = new Map(fields.toReversed().map((field) => [field.kind, field]));
  const chosen = [...kinds.values()].reverse();
  const compared = chosen.flatMap(({ path, value, other }) => [
    ...operators.flatMap((operator) => [value, other].map((literal) => `${path} ${operator} ${JSON.stringify(literal)}`)),
    `${path}:*`,
    `${path} = "${value.slice(0, 2)}*"`,
    `-${path} = ${JSON.stringify(value)}`,
    `${path} eq ${value}`,
  ]);
  const [first, second = first] = chosen.map(({ path, value }) => `${path} = ${JSON.stringify(value)}`);
  if (first === undefined) return [];
  return [...compared, `${first} AND ${second}`, `${first} ${second}`, `NOT ${first} OR ${second}`, `(${first}) AND NOT (${second})`, ''];
}

interface FieldContext {
  readonly lookup: Lookup;
  readonly path: readonly string[];
}

/** Lists the scalar fields of a value, those in maps and objects too, with their types. */
function listFields(value: Json, type: Type | undefined, { lookup, path }: FieldContext): readonly FilterExample[] {
  const resolved = lookup.resolve(type);
  if (isObject(value)) {
    const getType = (name: string): Type | undefined =>
      resolved?.kind === 'map' ? resolved.values : resolved?.kind === 'object' ? lookup.field(resolved, name)?.type : undefined;
    return Object.entries(value).flatMap(([name, member]) => listFields(member, getType(name), { lookup, path: [...path, name] }));
  }
  if (path.length > 2 || resolved === undefined) return [];
  const [element] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  if (element === undefined || isObject(element) || Array.isArray(element)) return [];
  const scalar = resolved.kind === 'array' ? lookup.resolve(resolved.items) : resolved;
  const format = scalar?.kind === 'string' ? (scalar.format ?? (scalar.enum === undefined ? '' : 'enum')) : '';
  const other = listCandidates(scalar, lookup).find((candidate) => candidate !== element && !isObject(candidate));
  const depth = path.length > 1 ? 'inner ' : '';
  const kind = `${depth}${Array.isArray(value) ? 'list ' : ''}${scalar?.kind ?? ''} ${format}`;
  return [{ path: path.join('.'), kind, value: String(element), other: String(other ?? 'other') }];
}

/** The maximum number of pages that a scenario follows. */
const maxPages = 4;

/** Follows pages of a filtered and sorted list, and uses their tokens in other lists and after changes. */
export async function combineParameters(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const method = builder.index.findMethod(resource, 'list');
  const { pageSize, pageToken = '', nextPageToken = '', items = '' } = method?.list ?? {};
  if (method === undefined || pageSize === undefined) return false;
  builder.isIsolated = true;
  const instances = await createMembers(builder, resource, maxPages);
  const call = await prepareCall(builder, method);
  const send = (query: Readonly<Record<string, Json>>) =>
    builder.call({ ...call, query: { ...call.query, ...query } }, { fields: [items, nextPageToken] });
  const [filter, order] = [findParameter(method, 'filter'), findParameter(method, 'orderBy')];
  const [idField = 'name'] = resource.idFields;
  const others: readonly JsonObject[] = [
    {},
    ...(filter === undefined ? [] : [{ [filter]: `${idField} != "none"` }]),
    ...(order === undefined ? [] : [{ [order]: 'creationTimestamp desc' }, { [order]: idField }]),
  ];
  let lastToken: string | undefined;
  for (const other of others) {
    let query: JsonObject = { ...other, [pageSize]: 1 };
    for (let page = 0; page < maxPages; page += 1) {
      const reply = await send(query);
      const token =
        isAccepted(reply) && getAt(getBody(reply) ?? {}, [nextPageToken]) !== '' ? builder.refer(reply, [nextPageToken]) : undefined;
      if (token === undefined) break;
      lastToken = token;
      query = { ...other, [pageSize]: page + 1, [pageToken]: token };
    }
    for (const another of others) if (lastToken !== undefined) await send({ ...another, [pageSize]: 1, [pageToken]: lastToken });
  }
  const remove = builder.index.findMethod(resource, 'delete');
  const first = await send({ [pageSize]: 2 });
  const token = builder.refer(first, [nextPageToken]);
  if (token === undefined || getAt(getBody(first) ?? {}, [nextPageToken]) === '') return true;
  await send({ [pageSize]: 2, [pageToken]: `${token}x` });
  if (remove !== undefined) for (const instance of instances.slice(0, 2)) await builder.call(builder.createCall(remove, instance));
  await send({ [pageSize]: 2, [pageToken]: token });
  return true;
}

interface FieldParameter {
  readonly method: Method;
  readonly name: string;
}

/** Lists the parameters of the list of a resource that have the name of a field, which selects by that field. */
export function listFieldParameters(index: ApiIndex, resource: Resource): readonly FieldParameter[] {
  const method = index.findMethod(resource, 'list');
  const fields = new Set(index.lookup.object(resource.schema)?.fields.map(({ name }) => name));
  const isField = ({ location, name }: Method['parameters'][number]): boolean => location === 'query' && fields.has(name);
  return method === undefined ? [] : method.parameters.filter(isField).map(({ name }) => ({ method, name }));
}

/** Selects by the values of fields, in upper case too, and by values that no member has. */
export async function selectByFields(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  builder.isIsolated = true;
  await createMembers(builder, resource, 2);
  let query: JsonObject = {};
  for (const { method, name } of listFieldParameters(builder.index, resource)) {
    const call = await prepareCall(builder, method);
    const items = getItemsField(method);
    const reply = await builder.mustCall(call, { fields: [items] });
    const values = listItems(getAt(getBody(reply) ?? {}, [items])).flatMap((item) => getText(item, name) ?? []);
    for (const value of new Set([...values, ...values.map((text) => text.toUpperCase()), 'other', 'other.']))
      for (const more of [{}, query])
        await builder.call({ ...call, query: { ...call.query, ...more, [name]: value } }, { fields: [items] });
    query = { ...query, ...(values[0] !== undefined && { [name]: values[0] }) };
  }
  return true;
}
