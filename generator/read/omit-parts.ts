/** Omits parts of a specification. The positions of the other parts stay. */
import { groupByKey } from '../lib/group-by.js';
import { getPart, isObject, type Json, type JsonObject, type Pointer, setMember } from '../lib/json.js';
import type { Specification } from '../language/specification.js';

/** Also omits what then contains nothing. */
export function omitParts(specification: Specification, pointers: readonly Pointer[]): Specification {
  if (pointers.length === 0) return specification;
  const indexes: Indexes = new WeakMap();
  const value = omitMembers(specification.value, pointers, indexes);
  const at: Specification['at'] = (pointer, part, index) => {
    let current: Json | undefined = value;
    const original = pointer.map((segment) => {
      const list = Array.isArray(current) ? indexes.get(current) : undefined;
      current = getPart(current, segment);
      return list?.[Number(segment)] ?? segment;
    });
    return specification.at(original, part, index);
  };
  return { path: specification.path, value, at };
}

/** The indexes of elements in the original list, by list. */
type Indexes = WeakMap<readonly Json[], readonly number[]>;

function omitMembers(value: JsonObject, pointers: readonly Pointer[], indexes: Indexes): JsonObject {
  const inside = groupByFirst(pointers);
  const result: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(value)) {
    const kept = omitInside(inner, inside.get(key), indexes);
    if (kept !== undefined) setMember(result, key, kept);
  }
  return result;
}

function omitElements(value: readonly Json[], pointers: readonly Pointer[], indexes: Indexes): readonly Json[] {
  const inside = groupByFirst(pointers);
  const entries = value.flatMap((entry, index) => {
    const kept = omitInside(entry, inside.get(index), indexes);
    return kept === undefined ? [] : [{ kept, index }];
  });
  const list = entries.map(({ kept }) => kept);
  indexes.set(
    list,
    entries.map(({ index }) => index),
  );
  return list;
}

function omitInside(value: Json, pointers: readonly Pointer[] | undefined, indexes: Indexes): Json | undefined {
  if (pointers === undefined) return value;
  if (pointers.some((pointer) => pointer.length === 0)) return undefined;
  if (Array.isArray(value)) {
    const list = omitElements(value, pointers, indexes);
    return list.length === 0 ? undefined : list;
  }
  if (!isObject(value)) return value;
  const result = omitMembers(value, pointers, indexes);
  // A source alone states nothing.
  return Object.keys(result).every((key) => key === 'x-source' || key === 'source') ? undefined : result;
}

function groupByFirst(pointers: readonly Pointer[]): ReadonlyMap<string | number | undefined, readonly Pointer[]> {
  return groupByKey(pointers.map(([first, ...rest]) => [first, rest]));
}
