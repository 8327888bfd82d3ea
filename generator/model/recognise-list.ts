/** Lists with pages: a page token goes in, the next one and a collection of items come out. */
import { lastLiteral, shapeOf } from './shape.js';
import type { Lookup } from './lookup.js';
import type { Field, ListShape, Method } from './model.js';

const SIZES = ['maxResults', 'pageSize', 'max_results', 'page_size'];
/** Arrays that stand beside the items of a page. */
const BESIDE = /^(?:unreachable\w*|missing\w*|failed\w*|facets|\w*[wW]arnings|\w*[eE]rrors|\w*[cC]ontrols)$/;

export function recogniseList(method: Method, lookup: Lookup): ListShape | undefined {
  const token = findToken(method, lookup);
  if (token === undefined || lookup.field(method.response, 'nextPageToken')?.type.kind !== 'string') return undefined;
  const items = findItems(method, lookup);
  return items && { ...items, ...token, nextPageToken: 'nextPageToken' };
}

function findToken(method: Method, lookup: Lookup): Pick<ListShape, 'pageToken' | 'pageSize' | 'in'> | undefined {
  const inQuery = (name: string): boolean =>
    method.parameters.some((parameter) => parameter.name === name && parameter.location === 'query');
  const inBody = (name: string): boolean => lookup.field(method.request, name) !== undefined;
  const place = inQuery('pageToken') ? 'query' : inBody('pageToken') ? 'body' : undefined;
  if (place === undefined) return undefined;
  const pageSize = SIZES.find(place === 'query' ? inQuery : inBody);
  return { pageToken: 'pageToken', in: place, ...(pageSize !== undefined && { pageSize }) };
}

/** The one array, else the one called as the collection, else `items`, else one that has the collection in its name, else the first that holds objects. */
function findItems(method: Method, lookup: Lookup): Pick<ListShape, 'items' | 'shape'> | undefined {
  const fields = lookup.object(method.response)?.fields ?? [];
  const arrays = fields.filter(({ type }) => lookup.resolve(type)?.kind === 'array');
  const items = arrays.filter(({ name }) => !BESIDE.test(name));
  const array = arrays.length === 1 ? arrays[0] : (pick(items, method, lookup) ?? pick(arrays, method, lookup));
  if (array) return { items: array.name, shape: 'array' };
  const map = fields.find(({ name, type }) => name === 'items' && lookup.resolve(type)?.kind === 'map');
  return map && { items: map.name, shape: 'map' };
}

function pick(arrays: readonly Field[], method: Method, lookup: Lookup): Field | undefined {
  const own = [lastLiteral(shapeOf(method.route).parts), method.collections.at(-1)].filter((name) => name !== undefined);
  const called = [...own, 'items', 'results'];
  const within = (name: string): boolean => own.some((word) => name.toLowerCase().includes(word.toLowerCase()));
  return (
    called.map((name) => arrays.find((field) => field.name === name)).find((field) => field !== undefined) ??
    arrays.find(({ name }) => within(name)) ??
    arrays.find(({ type }) => {
      const array = lookup.resolve(type);
      return array?.kind === 'array' && lookup.object(array.items) !== undefined;
    }) ??
    arrays[0]
  );
}
