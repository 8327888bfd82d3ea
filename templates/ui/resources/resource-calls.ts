/** Calls of the methods that create, change, and delete resources. */
import { signal } from '@preact/signals';
import type { PlacedMethod, Schema } from '../lib/api-documents.js';
import { isSameJson } from '../lib/json-lines.js';
import { formatQuery, toResourcePath } from '../lib/location.js';
import { parseName } from '../lib/path-templates.js';
import type { ApiCall } from '../lib/requests.js';
import { findRule, getMember, isObject, isOutputOnly, listEtagFields, type JsonObject, type ResourceType } from './resource-types.js';

export interface CallValues {
  readonly parameters: JsonObject;
  readonly body?: JsonObject;
}

/** Creates the call of a method. `path` comes from `createPath`. */
export function createCall({ method }: PlacedMethod, path: string, { parameters, body }: CallValues): ApiCall {
  const query = Object.entries(parameters).filter(([name]) => method.parameters?.[name]?.location !== 'path');
  return {
    method: method.httpMethod,
    path: `${path}${formatQuery(Object.fromEntries(query))}`,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  };
}

/**
 * Returns the values of a call that changes `before` to `after`: an update sends all fields, a patch only the changes. Both send the etags of
 * `before`, so that the API detects a change in between.
 */
export function createChange(
  { method }: PlacedMethod,
  schema: Schema | undefined,
  { before, after }: { readonly before: JsonObject; readonly after: JsonObject },
): CallValues {
  const mask = findRule(method, 'update')?.['mask'] ?? (Object.hasOwn(method.parameters ?? {}, 'updateMask') ? 'updateMask' : undefined);
  const etags = Object.fromEntries(listEtagFields(schema).flatMap((name) => (Object.hasOwn(before, name) ? [[name, before[name]]] : [])));
  if (method.httpMethod !== 'PATCH') {
    const sent = Object.entries(after).filter(([name]) => !isOutputOnly(schema?.properties?.[name] ?? {}));
    return { parameters: {}, body: { ...Object.fromEntries(sent), ...etags } };
  }
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSameJson(getMember(before, name), getMember(after, name)),
  );
  if (typeof mask !== 'string') return { parameters: {}, body: { ...createMergePatch(before, after), ...etags } };
  const values = changed.flatMap((name) => (Object.hasOwn(after, name) ? [[name, after[name]]] : []));
  return { parameters: { [mask]: changed.join(',') }, body: { ...Object.fromEntries(values), ...etags } };
}

/** A JSON merge patch: `null` removes a member, and lists are replaced. */
function createMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [old, value] = [getMember(before, name), getMember(after, name)];
      if (isSameJson(old, value)) return [];
      return [[name, value === undefined ? null : isObject(old) && isObject(value) ? createMergePatch(old, value) : value]];
    }),
  );
}

const isOperation = (body: unknown): boolean =>
  getMember(body, 'operationType') !== undefined || typeof getMember(body, 'done') === 'boolean';

/** The path of the resource that a response shows or that its operation changes. `collection`: where it is, without a link in the response. */
export function findResourcePath({ type, document }: ResourceType, body: unknown, collection: string): string | undefined {
  const link = getMember(body, isOperation(body) ? 'targetLink' : 'selfLink');
  const path = typeof link === 'string' ? link.replace(/^https?:\/\/[^/]+/, '') : '';
  if (path.startsWith('/')) return toResourcePath(path, document.rootUrl);
  if (isOperation(body)) return undefined;
  const rest = `/${type}`.split('/').slice(collection.split('/').length);
  const name = getMember(body, 'name') ?? getMember(body, 'id');
  // Several names are those of fields, such as `{name}/{type}`.
  const names =
    rest.length === 1
      ? [name === undefined ? undefined : String(name).split('/').at(-1)]
      : rest.map((part) => getMember(body, parseName(part)));
  return names.every((each) => typeof each === 'string') ? [collection, ...names.map(encodeURIComponent)].join('/') : undefined;
}

/** The names of operations that the page has started. Their statuses stay visible until they are dismissed. */
export const watchedOperations = signal<readonly string[]>([]);

/** Watches the operation in a response. Returns whether there is one. */
export function watchOperation(body: unknown): boolean {
  const name = getMember(body, 'name');
  if (!isOperation(body) || typeof name !== 'string') return false;
  watchedOperations.value = [...watchedOperations.value.slice(-4), name];
  return true;
}
