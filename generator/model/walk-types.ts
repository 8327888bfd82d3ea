/** Walks types: through references, lists, maps, and the fields of objects, and along dotted paths. */
import type { Field, ObjectType, Type } from './model.js';
import type { Lookup } from './schema-lookup.js';

/** Returns the type of the elements of a list or of the values of a map. */
export function getElementType(type: Type | undefined): Type | undefined {
  if (type?.kind === 'array') return type.items;
  return type?.kind === 'map' ? type.values : undefined;
}

type FieldFilter = (field: Field) => boolean;

/** Lists the types directly inside a type, of objects those of the fields that the filter accepts. */
export function listInnerTypes(type: Type, isFollowed: FieldFilter = () => true): readonly Type[] {
  const element = getElementType(type);
  if (element !== undefined) return [element];
  if (type.kind !== 'object') return [];
  const fields = type.fields.filter(isFollowed).map((field) => field.type);
  const options = type.variants?.options.map(({ schema }): Type => ({ kind: 'ref', schema })) ?? [];
  return [...fields, ...options, ...(type.additional === undefined ? [] : [type.additional])];
}

/** Yields types, and the types inside them at any depth. Yields the reference to a schema, and what the schema contains, once. */
export function* walkTypes(
  types: readonly (Type | undefined)[],
  lookup: Pick<Lookup, 'schema'>,
  isFollowed?: FieldFilter,
): Generator<Type, void> {
  const visited = new Set<string>();
  const queue = types.filter((type) => type !== undefined);
  // The queue grows during the iteration.
  for (const type of queue) {
    if (type.kind === 'ref') {
      if (visited.has(type.schema)) continue;
      visited.add(type.schema);
      const target = lookup.schema(type.schema)?.type;
      if (target !== undefined) queue.push(target);
    }
    yield type;
    for (const inner of listInnerTypes(type, isFollowed)) queue.push(inner);
  }
}

/** The maximum depth of nested lists and maps. A schema can be a list of itself. */
const maxNestedLists = 4;

/** Finds the object behind references, lists, and maps. `onElement` receives each list or map on the way. */
export function findObjectType(
  type: Type | undefined,
  lookup: Lookup,
  onElement?: (container: 'array' | 'map') => void,
): ObjectType | undefined {
  let current = lookup.resolve(type);
  for (let hops = 0; hops < maxNestedLists && (current?.kind === 'array' || current?.kind === 'map'); hops += 1) {
    onElement?.(current.kind);
    current = lookup.resolve(getElementType(current));
  }
  return current?.kind === 'object' ? current : undefined;
}

/** A type that isn't a reference. */
type ResolvedType = Exclude<Type, { readonly kind: 'ref' }>;

type MissingField =
  /** A type on the path is open, so the field can exist. */
  | { readonly kind: 'open'; readonly part?: string; readonly known?: readonly string[] }
  | { readonly kind: 'missing'; readonly part: string; readonly known: readonly string[] };

export type FoundField<T = ResolvedType> = { readonly kind: 'field'; readonly type: T } | MissingField;

/**
 * Finds the type at a path.
 *
 * @param path A dotted path, or its names. Lists and maps have no part of their own.
 */
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

interface FieldStep {
  readonly part: string;
  /** The lists and maps on the way, which can be recursive. */
  readonly visited: Set<Type>;
}

/** Resolves one part of a path through lists and maps. */
function resolvePart(lookup: Lookup, reference: Type, step: FieldStep): FoundField<Type> {
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
function resolveMember(lookup: Lookup, values: Type, step: FieldStep): FoundField<Type> {
  const inner = resolvePart(lookup, values, step);
  return inner.kind === 'field' ? inner : { kind: 'field', type: values };
}
