/** Infers list methods, whose response holds items. Paginated lists take a page token and return the next one. */
import { findLastLiteral } from '../../lib/path-steps.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import { findQueryParameter } from './parameters.js';
import { getItemType, type Lookup } from '../schema-lookup.js';
import { listRuleParameters } from '../../rules/index.js';
import type { ListValue } from '../../../templates/runtime/behavior.js';
import type { Field, ListShape, Method, Type } from '../model.js';

const pageSizeNames = ['maxResults', 'pageSize', 'max_results', 'page_size'];
/** Arrays in a list response that don't hold the items. */
const secondaryArray = /^(?:unreachable\w*|missing\w*|failed\w*|facets|\w*[wW]arnings|\w*[eE]rrors|\w*[cC]ontrols)$/;

export function inferList(method: Method, lookup: Lookup): ListShape | undefined {
  const nextPageToken = ['nextPageToken', 'pageToken'].find((name) => lookup.field(method.response, name)?.type.kind === 'string');
  const token = nextPageToken === undefined ? undefined : findToken(method, { nextPageToken, lookup });
  if (token === undefined || nextPageToken === undefined) return undefined;
  const items = findItems(method.response, method, lookup);
  return items && { ...items, ...token, nextPageToken };
}

/** Infers the items field of a list without pagination. */
export function inferListItems(method: Method, lookup: Lookup): Method['listItems'] {
  return method.httpMethod === 'GET' && method.name === 'list' ? findItems(method.response, method, lookup) : undefined;
}

/** Infers the field that holds the items of one scope: that of its type, else one with the name of the collection. */
export function inferScopeItems(method: Method, lookup: Lookup): string | undefined {
  const { action, list, response, route } = method;
  if (action.kind !== 'list' || (action.of === undefined && list?.shape !== 'map')) return undefined;
  const scopes = lookup.resolve(lookup.field(response, list?.items ?? 'items')?.type);
  const found = scopes?.kind === 'map' ? findItems(scopes.values, method, lookup) : undefined;
  return found?.items ?? findLastLiteral(parseTemplate(route).steps);
}

/** Infers the page size of a list without page tokens. */
export function inferPageSize(method: Method): string | undefined {
  return method.action.kind === 'list' ? pageSizeNames.find((name) => findQueryParameter(method, name)) : undefined;
}

/** Infers that an empty list has no items field: if that is stated, or in a published document that doesn't require the field. */
export function inferEmptyItems({ action, source, response, list, listItems }: Method, lookup: Lookup): true | undefined {
  const items = lookup.field(response, (list ?? listItems)?.items ?? 'items');
  const isOmitted = items !== undefined && (items.omitEmpty || (source.kind === 'published' && !items.required));
  return action.kind === 'list' && isOmitted ? true : undefined;
}

const listValues: ReadonlyMap<string, ListValue> = new Map([
  ['id', 'path'],
  ['selfLink', 'link'],
]);

/** Infers the fields of a list response that the path of the list determines, and the scopes that a list of several scopes can't reach. */
export function inferListFields({ action, response }: Method, lookup: Lookup): Method['listFields'] {
  const type = lookup.object(response);
  if (action.kind !== 'list' || type === undefined || type.additional !== undefined) return {};
  const values = action.of === undefined ? listValues : new Map([...listValues, ['unreachables', 'unreachableScopes'] as const]);
  return Object.fromEntries([...values].filter(([field]) => type.fields.some(({ name }) => name === field)));
}

/** Infers the constant `kind` of the items, which can differ from that of the resource. */
export function inferItemConstants(method: Method, lookup: Lookup): Method['itemConstants'] {
  const kind = method.action.kind === 'list' ? lookup.field(getItemType(method, lookup), 'kind') : undefined;
  const value = kind?.always ?? kind?.default;
  return typeof value === 'string' ? { kind: value } : {};
}

interface PageContext {
  readonly nextPageToken: string;
  readonly lookup: Lookup;
}

/** Finds the page token of the request: `pageToken`, else the name of the response field. */
function findToken(method: Method, { nextPageToken, lookup }: PageContext): Pick<ListShape, 'pageToken' | 'pageSize' | 'in'> | undefined {
  const inQuery = (name: string): boolean => findQueryParameter(method, name) !== undefined;
  const inBody = (name: string): boolean => lookup.field(method.request, name) !== undefined;
  const pageToken = ['pageToken', nextPageToken].find((name) => inQuery(name) || inBody(name));
  if (pageToken === undefined) return undefined;
  const location = inQuery(pageToken) ? 'query' : 'body';
  const pageSize = pageSizeNames.find(location === 'query' ? inQuery : inBody);
  return { pageToken, in: location, ...(pageSize !== undefined && { pageSize }) };
}

/** Finds the items: an array that isn't secondary, else a map `items` keyed by scope, else any array. */
function findItems(type: Type | undefined, method: Method, lookup: Lookup): Pick<ListShape, 'items' | 'shape'> | undefined {
  const fields = lookup.object(type)?.fields ?? [];
  const arrays = fields.filter(({ type }) => lookup.resolve(type)?.kind === 'array');
  const items = arrays.filter(({ name }) => !secondaryArray.test(name));
  const map = fields.find(({ name, type }) => name === 'items' && lookup.resolve(type)?.kind === 'map');
  const array = pickItems(items, method, lookup) ?? (map ? undefined : pickItems(arrays, method, lookup));
  if (array) return { items: array.name, shape: 'array' };
  return map && { items: map.name, shape: 'map' };
}

/** Picks the array named like the collection, else `items`, else one with the collection in its name, else the first of objects, else one of rows. */
function pickItems(arrays: readonly Field[], method: Method, lookup: Lookup): Field | undefined {
  const collectionNames = [findLastLiteral(parseTemplate(method.route).steps), method.collections.at(-1)].filter(
    (name) => name !== undefined,
  );
  const candidates = [...collectionNames, 'items', 'results'];
  const includesCollectionName = (name: string): boolean => collectionNames.some((word) => name.toLowerCase().includes(word.toLowerCase()));
  return (
    candidates.map((name) => arrays.find((field) => field.name === name)).find((field) => field !== undefined) ??
    arrays.find(({ name }) => includesCollectionName(name)) ??
    arrays.find((field) => getElementKind(field, lookup) === 'object') ??
    arrays.find((field) => getElementKind(field, lookup) === 'array') ??
    arrays[0]
  );
}

function getElementKind({ type }: Field, lookup: Lookup): Type['kind'] | undefined {
  const array = lookup.resolve(type);
  return array?.kind === 'array' ? lookup.resolve(array.items)?.kind : undefined;
}

/** Infers the parameter that requests all scopes from a list by scope, including those without items. */
export function inferAllScopes(method: Method): string | undefined {
  const { action } = method;
  return action.kind === 'list' && action.of ? findQueryParameter(method, 'includeAllScopes')?.name : undefined;
}

/** Parameters with a standard meaning of their own (AIP-132, AIP-160), whatever the fields of the items. */
const standardParameters: readonly string[] = ['filter', 'orderBy', 'q', 'query', 'view', 'readMask'];

/**
 * Infers the parameters that select items by a field. A string parameter with the name of a string field filters items by this field. A query parameter that reads of a single resource
 * take too isn't a filter: it chooses a version or completes the path.
 */
export function inferFieldFilters(method: Method, methods: readonly Method[], lookup: Lookup): readonly string[] {
  const { action, parameters, rules, inferredRules } = method;
  if (action.kind !== 'list') return [];
  const path = action.of?.[0] ?? action.resource;
  const fields = lookup.object(lookup.resource(path)?.schema)?.fields ?? [];
  const texts = new Set(fields.flatMap(({ name, type }) => (lookup.resolve(type)?.kind === 'string' ? [name] : [])));
  const otherNames = new Set([
    ...standardParameters,
    ...[...rules.map(({ rule }) => rule), ...inferredRules].flatMap(listRuleParameters),
    ...methods.flatMap((other) =>
      other.action.kind === 'get' && other.action.resource === path
        ? other.parameters.flatMap(({ name, location }) => (location === 'query' ? name : []))
        : [],
    ),
  ]);
  return parameters.flatMap(({ name, location, type, repeated }) =>
    location === 'query' && type.kind === 'string' && !repeated && texts.has(name) && !otherNames.has(name) ? [name] : [],
  );
}
