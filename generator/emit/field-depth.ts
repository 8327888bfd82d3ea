/** Limits how deep emitters list nested fields, because recursive and branching schemas have exponentially many. */
import type { Lookup } from '../model/schema-lookup.js';
import type { ObjectType, Type } from '../model/model.js';

/** The maximum number of nested fields of an object. */
const MAX_FIELDS = 2000;

/** The maximum depth of nested lists and maps. */
const MAX_NESTED_LISTS = 4;

/** The number of nested fields of an object, by depth from 0. */
const countCache = new WeakMap<ObjectType, number[]>();

/** Returns the greatest depth, at most `depth`, at which an object has no more than 2,000 nested fields. Depth 0 includes only its own fields. */
export function limitDepth(object: ObjectType | undefined, lookup: Lookup, depth: number): number {
  if (object === undefined) return depth;
  let found = 0;
  while (found < depth && getFieldCount(object, lookup, found + 1) <= MAX_FIELDS) found += 1;
  return found;
}

/** Finds the object behind references, lists, and maps. */
export function findObjectType(type: Type | undefined, lookup: Lookup, hops = 0): ObjectType | undefined {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'object') return resolved;
  const inner = resolved?.kind === 'array' ? resolved.items : resolved?.kind === 'map' ? resolved.values : undefined;
  return inner === undefined || hops >= MAX_NESTED_LISTS ? undefined : findObjectType(inner, lookup, hops + 1);
}

function getFieldCount(object: ObjectType, lookup: Lookup, depth: number): number {
  let cached = countCache.get(object);
  if (cached === undefined) countCache.set(object, (cached = []));
  return (cached[depth] ??= countFields(object, lookup, depth));
}

/** Stops counting above the maximum. */
function countFields({ fields }: ObjectType, lookup: Lookup, depth: number): number {
  let total = fields.length;
  for (const { type } of depth === 0 ? [] : fields) {
    const inner = findObjectType(type, lookup);
    if (inner) total += getFieldCount(inner, lookup, depth - 1);
    if (total > MAX_FIELDS) return total;
  }
  return total;
}
