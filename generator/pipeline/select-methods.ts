/** Reduces a description to some of its methods and the schemas they use. */
import { getObjects, getText, isObject, type Json, type JsonObject, getMember, mapMembers } from '../lib/json.js';
import { buildStatements } from '../model/statements.js';

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
  const ids = listMethodIds(value);
  const apis = new Set([name, ...ids.map(getFirstWord)]);
  const ownPatterns = patterns.filter((pattern) => [...apis].some((api) => toRegExp(getFirstWord(pattern)).test(api)));
  if (ownPatterns.length === 0) return { value, matched: [] };
  const expressions = ownPatterns.map((pattern) => ({ pattern, expression: toRegExp(pattern) }));
  const matched = expressions.filter((one) => ids.some((id) => one.expression.test(id))).map(({ pattern }) => pattern);
  const keep = (path: readonly string[], method: JsonObject): boolean =>
    expressions.some((one) => getIds(method, path).some((id) => one.expression.test(id)));
  const reduced = removeUnreachableSchemas(keepMethods(value, [name], keep));
  return { value: removeMethodIds(reduced, findRemoved(ids, listMethodIds(reduced))), matched };
}

const getFirstWord = (id: string): string => id.split('.', 1)[0] ?? '';

function toRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replace(/\*+/g, '[^]*')}$`);
}

/** Lists the stated id of each method, and the id that follows from its position. */
function listMethodIds(document: JsonObject): readonly string[] {
  return buildStatements(document).methods.flatMap(({ id, statedId }) => [id, ...(statedId ? [statedId] : [])]);
}

function getIds(method: JsonObject, path: readonly string[]): readonly string[] {
  return [path.join('.'), getText(method, 'id') ?? ''].filter((id) => id !== '');
}

type Keep = (path: readonly string[], method: JsonObject) => boolean;

function keepMethods(value: JsonObject, path: readonly string[], keep: Keep): JsonObject {
  const methods = getObjects(value, 'methods').filter(([name, method]) => keep([...path, name], method));
  const resources = getObjects(value, 'resources')
    .map(([name, inner]) => [name, keepMethods(inner, [...path, name], keep)] as const)
    .filter(([, inner]) => Object.hasOwn(inner, 'methods') || Object.hasOwn(inner, 'resources'));
  const { methods: _, resources: __, ...others } = value;
  return {
    ...others,
    ...(methods.length > 0 && { methods: Object.fromEntries(methods) }),
    ...(resources.length > 0 && { resources: Object.fromEntries(resources) }),
  };
}

function findRemoved(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const remaining = new Set(after);
  return new Set(before.filter((id) => !remaining.has(id)));
}

/** Removes requirements that only removed methods have. */
function removeMethodIds(value: JsonObject, ids: ReadonlySet<string>): JsonObject {
  const removeInside = (inner: Json): Json =>
    Array.isArray(inner) ? inner.map(removeInside) : isObject(inner) ? removeMethodIds(inner, ids) : inner;
  return mapMembers(value, (inner, key) => {
    if (key === 'x-optionalIn' && Array.isArray(inner)) return inner.filter((id) => typeof id !== 'string' || !ids.has(id));
    const required = key === 'annotations' ? getMember(inner, 'required') : undefined;
    if (!isObject(inner) || !Array.isArray(required)) return removeInside(inner);
    return { ...removeMethodIds(inner, ids), required: required.filter((id: Json) => typeof id !== 'string' || !ids.has(id)) };
  });
}

/** Removes schemas that nothing refers to. */
function removeUnreachableSchemas(value: JsonObject): JsonObject {
  const schemas = new Map(getObjects(value, 'schemas'));
  const reached = new Set<string>();
  const waiting: Json[] = ['resources', 'methods', 'parameters'].map((key) => getMember(value, key) ?? null);
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
  return mapMembers(value, (inner, key) =>
    key === 'schemas' ? Object.fromEntries([...schemas].filter(([id]) => reached.has(id))) : inner,
  );
}
