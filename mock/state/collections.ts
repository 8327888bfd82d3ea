/** The stored resources of all types, by collection. */
import { isObject, type Json } from '../lib/json.js';
import type { Entry, Range } from '../store/store.js';
import type { Place } from '../catalog/resource.js';
import { toEntity, type Entity } from './entity.js';
import { getKeyRange, getRecordKey, parseKey, parseRecordPath } from './keys.js';
import type { State } from './state.js';

/** A stored resource with its path, which begins with a slash. */
export interface StoredResource {
  readonly path: string;
  readonly place: Place;
  readonly entity: Entity;
}

export interface Collection {
  /** The canonical path, without a leading slash. */
  readonly path: string;
  /** One of its members. */
  readonly member: Place;
  readonly count: number;
}

/** Lists the collections with members, sorted by path. */
export function listCollections(state: State): readonly Collection[] {
  const collections: Collection[] = [];
  const { from, to } = getKeyRange('record');
  for (let next = from; ;) {
    const [entry] = state.transaction.range({ from: next, to, limit: 1 });
    if (!entry) return collections;
    const [path = ''] = parseKey(entry[0]);
    const range = getKeyRange('record', path);
    const member = state.catalog.findPlace(`/${parseRecordPath(entry[0])}`);
    if (member) collections.push({ path, member, count: state.transaction.count(range) });
    next = range.to;
  }
}

export interface ResourceQuery {
  /** A canonical path. Default: all collections. */
  readonly collection?: string | undefined;
  /** Text in lower case that the path or the body contains. */
  readonly search?: string | undefined;
  /** Returns whether a resource is part of the result. Default: all are. */
  readonly filter?: ((resource: StoredResource) => boolean) | undefined;
  /** The resource after which to start. */
  readonly after?: Place | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundResources {
  readonly resources: readonly StoredResource[];
  readonly total: number;
  /** Whether there are more after them. */
  readonly hasMore: boolean;
}

/** Finds resources. Without a search and a filter, it reads only those that it returns. */
export function findResources(state: State, { collection, search, filter, after, offset, limit }: ResourceQuery): FoundResources {
  const range = collection === undefined ? getKeyRange('record') : getKeyRange('record', collection);
  const start: Range = { ...range, ...(after && { from: `${getRecordKey(after)}\u0000` }) };
  const toResources = (entries: readonly Entry[]): readonly StoredResource[] => entries.flatMap((entry) => toResource(state, entry) ?? []);
  if (search === undefined && filter === undefined) {
    const entries = state.transaction.range({ ...start, offset, limit: limit + 1 });
    return { resources: toResources(entries.slice(0, limit)), total: state.transaction.count(range), hasMore: entries.length > limit };
  }
  const isMatch = (entry: Entry): boolean => {
    const [key, value] = entry;
    if (search !== undefined && !hasText(parseRecordPath(key), search) && !hasText(value, search)) return false;
    const resource = filter && toResource(state, entry);
    return !filter || (resource !== undefined && filter(resource));
  };
  const matches = state.transaction.range(range).filter(isMatch);
  const rest = matches.filter(([key]) => key >= start.from).slice(offset);
  return { resources: toResources(rest.slice(0, limit)), total: matches.length, hasMore: rest.length > limit };
}

function toResource(state: State, [key, value]: Entry): StoredResource | undefined {
  const path = `/${parseRecordPath(key)}`;
  const place = state.catalog.findPlace(path);
  const entity = toEntity(value);
  return place && entity && { path, place, entity };
}

/** Returns whether a string or a number in a value contains the text. */
function hasText(value: Json, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text);
  if (Array.isArray(value)) return value.some((item: Json) => hasText(item, text));
  if (isObject(value)) return Object.keys(value).some((name) => hasText(value[name] ?? null, text));
  return typeof value === 'number' && String(value).includes(text);
}
