/** Reduces a description to some of its methods and the schemas they use. */
import { isObject, type Json, type JsonObject, getMember, setMember } from '../lib/json.js';

export interface MethodSelection {
  readonly value: JsonObject;
  /** The patterns that match a method. */
  readonly matched: readonly string[];
}

/**
 * Patterns are method IDs, in which `*` stands for any characters. An API that no pattern names with its first segment
 * (`compute.` of `compute.instances.*`) stays unchanged.
 */
export function selectMethods(value: JsonObject, patterns: readonly string[]): MethodSelection {
  const name = getText(value, 'name') ?? '';
  const ids = listMethodIds(value, [name]);
  const apis = new Set([name, ...ids.map(getFirstWord)]);
  const ownPatterns = patterns.filter((pattern) => [...apis].some((api) => toRegExp(getFirstWord(pattern)).test(api)));
  if (ownPatterns.length === 0) return { value, matched: [] };
  const expressions = ownPatterns.map((pattern) => ({ pattern, expression: toRegExp(pattern) }));
  const matched = expressions.filter((one) => ids.some((id) => one.expression.test(id))).map(({ pattern }) => pattern);
  const keep = (path: readonly string[], method: JsonObject): boolean =>
    expressions.some((one) => [path.join('.'), getText(method, 'id') ?? ''].some((id) => one.expression.test(id)));
  const reduced = removeUnreachableSchemas(keepMethods(value, [name], keep));
  return { value: removeMethodIds(reduced, findRemoved(ids, listMethodIds(reduced, [name]))), matched };
}

const getFirstWord = (id: string): string => id.split('.', 1)[0] ?? '';

function toRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replace(/\*+/g, '[^]*')}$`);
}

function getText(value: Json | undefined, key: string): string | undefined {
  const text = getMember(value, key);
  return typeof text === 'string' ? text : undefined;
}

function listEntries(value: JsonObject, key: string): (readonly [string, JsonObject])[] {
  const map = getMember(value, key);
  return Object.entries(isObject(map) ? map : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
}

/** The stated id of each method, and the id that follows from its position. */
function listMethodIds(value: JsonObject, path: readonly string[]): string[] {
  return [
    ...listEntries(value, 'methods').flatMap(([name, method]) =>
      [[...path, name].join('.'), getText(method, 'id') ?? ''].filter((id) => id !== ''),
    ),
    ...listEntries(value, 'resources').flatMap(([name, inner]) => listMethodIds(inner, [...path, name])),
  ];
}

type Keep = (path: readonly string[], method: JsonObject) => boolean;

function keepMethods(value: JsonObject, path: readonly string[], keep: Keep): JsonObject {
  const methods = listEntries(value, 'methods').filter(([name, method]) => keep([...path, name], method));
  const resources = listEntries(value, 'resources')
    .map(([name, inner]) => [name, keepMethods(inner, [...path, name], keep)] as const)
    .filter(([, inner]) => Object.hasOwn(inner, 'methods') || Object.hasOwn(inner, 'resources'));
  return mapMembers(value, (key, inner) => {
    if (key === 'methods') return methods.length === 0 ? undefined : createObject(methods);
    if (key === 'resources') return resources.length === 0 ? undefined : createObject(resources);
    return inner;
  });
}

function findRemoved(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const remaining = new Set(after);
  return new Set(before.filter((id) => !remaining.has(id)));
}

/** Removes requirements that only removed methods have. */
function removeMethodIds(value: JsonObject, ids: ReadonlySet<string>): JsonObject {
  const removeInside = (inner: Json): Json =>
    Array.isArray(inner) ? inner.map(removeInside) : isObject(inner) ? removeMethodIds(inner, ids) : inner;
  return mapMembers(value, (key, inner) =>
    key === 'annotations' && isObject(inner) ? removeFromAnnotations(inner, ids) : removeInside(inner),
  );
}

function removeFromAnnotations(annotations: JsonObject, ids: ReadonlySet<string>): JsonObject {
  const isRemoved = (id: Json): boolean => typeof id === 'string' && ids.has(id);
  return mapMembers(annotations, (key, inner) =>
    key === 'required' && Array.isArray(inner)
      ? inner.filter((id: Json) => !isRemoved(id))
      : isObject(inner)
        ? removeMethodIds(inner, ids)
        : inner,
  );
}

/** Removes schemas that nothing refers to. */
function removeUnreachableSchemas(value: JsonObject): JsonObject {
  const schemas = new Map(listEntries(value, 'schemas'));
  const reached = new Set<string>();
  const waiting: Json[] = [
    getMember(value, 'resources') ?? null,
    getMember(value, 'methods') ?? null,
    getMember(value, 'parameters') ?? null,
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (const item of next) waiting.push(item);
    if (!isObject(next)) continue;
    for (const inner of Object.values(next)) waiting.push(inner);
    const name = getText(next, '$ref');
    const target = name === undefined || reached.has(name) ? undefined : schemas.get(name);
    if (name === undefined || target === undefined) continue;
    reached.add(name);
    waiting.push(target);
  }
  return mapMembers(value, (key, inner) => (key === 'schemas' ? createObject([...schemas].filter(([id]) => reached.has(id))) : inner));
}

function mapMembers(value: JsonObject, change: (key: string, inner: Json) => Json | undefined): JsonObject {
  return createObject(
    Object.entries(value).flatMap(([key, inner]) => {
      const changed = change(key, inner);
      return changed === undefined ? [] : [[key, changed] as const];
    }),
  );
}

function createObject(members: readonly (readonly [string, Json])[]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, value] of members) setMember(result, key, value);
  return result;
}
