/** Finds fields by dotted paths, through references, lists, and maps. */
import type { Type } from '../model/model.js';
import type { Lookup } from '../model/schema-lookup.js';

/** A type that isn't a reference. */
type ResolvedType = Exclude<Type, { readonly kind: 'ref' }>;

type MissingField =
  /** A type on the path is open, so the field can exist. */
  | { readonly kind: 'open'; readonly part?: string; readonly known?: readonly string[] }
  | { readonly kind: 'missing'; readonly part: string; readonly known: readonly string[] };

export type FoundField<T = ResolvedType> = { readonly kind: 'field'; readonly type: T } | MissingField;

/** @param path A dotted path, or its names. Lists and maps have no part of their own. */
export function findField(lookup: Lookup, start: Type, path: string | readonly string[]): FoundField {
  let current = start;
  for (const part of typeof path === 'string' ? path.split('.') : path) {
    const next = resolvePart(lookup, current, { part, visited: new Set() });
    if (next.kind !== 'field') return next;
    current = next.type;
  }
  const type = lookup.resolve(current);
  return type === undefined ? { kind: 'open' } : { kind: 'field', type };
}

interface PathStep {
  readonly part: string;
  /** The lists and maps on the way, which can be recursive. */
  readonly visited: Set<Type>;
}

/** Resolves one part of a path through lists and maps. */
function resolvePart(lookup: Lookup, reference: Type, step: PathStep): FoundField<Type> {
  const { part, visited } = step;
  const type = lookup.resolve(reference);
  if (type === undefined || visited.has(type)) return { kind: 'open' };
  visited.add(type);
  if (type.kind === 'array') return resolvePart(lookup, type.items, step);
  if (type.kind === 'map') return resolveMember(lookup, type.values, step);
  if (type.kind !== 'object') return { kind: type.kind === 'any' ? 'open' : 'missing', part, known: [] };
  const { fields, additional } = type;
  const field = fields.find(({ name }) => name === part);
  if (field !== undefined) return { kind: 'field', type: field.type };
  if (additional !== undefined && additional.kind !== 'any') return resolveMember(lookup, additional, step);
  return { kind: additional !== undefined || fields.length === 0 ? 'open' : 'missing', part, known: fields.map(({ name }) => name) };
}

/** The part is a member of the map's values, or a key of the map. */
function resolveMember(lookup: Lookup, values: Type, step: PathStep): FoundField<Type> {
  const inner = resolvePart(lookup, values, step);
  return inner.kind === 'field' ? inner : { kind: 'field', type: values };
}
