/** Finds fields by dotted paths, through references, lists, and maps. */
import { type JsonObject, getMember, getObject, getObjects, getText } from '../lib/json.js';
import { type LintContext, isUndocumented } from './lint-context.js';

export type FoundField =
  /** The field, references resolved. */
  | { readonly kind: 'field'; readonly value: JsonObject }
  /** A type on the path is open, so the field can exist. */
  | { readonly kind: 'open'; readonly part?: string; readonly known?: readonly string[] }
  | { readonly kind: 'missing'; readonly part: string; readonly known: readonly string[] };

/** Returns the element, or the target of its reference. Returns `undefined` for a missing target or a circular reference. */
export function resolveReference({ targets }: Pick<LintContext, 'targets'>, element: JsonObject): JsonObject | undefined {
  const name = getText(element, '$ref');
  return name === undefined ? element : targets.get(name);
}

/** @param path A dotted path, or its names. Lists and maps have no part of their own. */
export function findField(context: Pick<LintContext, 'targets'>, element: JsonObject, path: string | readonly string[]): FoundField {
  let current: JsonObject | undefined = element;
  for (const part of typeof path === 'string' ? path.split('.') : path) {
    const next = resolvePart(context, current, { part, visited: new Set() });
    if (next.kind !== 'field') return next;
    current = next.value;
  }
  const value = resolveReference(context, current);
  return value === undefined ? { kind: 'open' } : { kind: 'field', value };
}

interface PathStep {
  readonly part: string;
  /** The lists and maps on the way, which can be recursive. */
  readonly visited: Set<JsonObject>;
}

/** Resolves one part of a path through lists and maps. */
function resolvePart(context: Pick<LintContext, 'targets'>, reference: JsonObject, step: PathStep): FoundField {
  const { part, visited } = step;
  const element = resolveReference(context, reference);
  if (element === undefined || visited.has(element)) return { kind: 'open' };
  visited.add(element);
  const items = getObject(element, 'items');
  if (items !== undefined) return resolvePart(context, items, step);
  const field = getObject(getMember(element, 'properties'), part);
  if (field !== undefined) return { kind: 'field', value: field };
  const values = getObject(element, 'additionalProperties');
  if (values !== undefined) {
    // The part is a member of the map's values, or a key of the map.
    const inner = resolvePart(context, values, step);
    return inner.kind === 'field' ? inner : { kind: 'field', value: values };
  }
  const known = getObjects(element, 'properties').map(([name]) => name);
  return { kind: isOpen(element) ? 'open' : 'missing', part, known };
}

function isOpen(element: JsonObject): boolean {
  const type = getText(element, 'type');
  if (type === 'any' || type === undefined || isUndocumented(element, 'fields') || isUndocumented(element, 'type')) return true;
  return type === 'object' && getMember(element, 'properties') === undefined;
}
