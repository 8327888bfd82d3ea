/** Walks types: through references, lists, maps, and the fields of objects. */
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
  return type.additional === undefined ? fields : [...fields, type.additional];
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
