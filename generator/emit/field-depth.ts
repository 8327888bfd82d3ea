/** How deep objects are looked into where what is inside is told field by field: recursive and branching schemas have more fields at each step. */
import type { Lookup } from '../model/schema-lookup.js';
import type { ObjectType, Type } from '../model/model.js';

/** Fields below one object that are told of. */
const MOST = 2000;

/** Lists and maps of each other that are looked through. */
const LISTS = 4;

/** By depth, from 0; of the object's own model, so that it need not be counted again. */
const counts = new WeakMap<ObjectType, number[]>();

/** The greatest depth, `depth` at most, within which an object has no more than 2,000 fields; at 0 it has only its own. */
export function limitDepth(object: ObjectType | undefined, lookup: Lookup, depth: number): number {
  if (object === undefined) return depth;
  let found = 0;
  while (found < depth && countWithin(object, lookup, found + 1) <= MOST) found += 1;
  return found;
}

/** The object behind references, lists and maps, if it is one. */
export function findObjectType(type: Type | undefined, lookup: Lookup, hops = 0): ObjectType | undefined {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'object') return resolved;
  const inner = resolved?.kind === 'array' ? resolved.items : resolved?.kind === 'map' ? resolved.values : undefined;
  return inner === undefined || hops >= LISTS ? undefined : findObjectType(inner, lookup, hops + 1);
}

function countWithin(object: ObjectType, lookup: Lookup, depth: number): number {
  let known = counts.get(object);
  if (known === undefined) counts.set(object, (known = []));
  return (known[depth] ??= count(object, lookup, depth));
}

/** Counts no further than needed to see that there are too many. */
function count({ fields }: ObjectType, lookup: Lookup, depth: number): number {
  let total = fields.length;
  for (const { type } of depth === 0 ? [] : fields) {
    const inner = findObjectType(type, lookup);
    if (inner) total += countWithin(inner, lookup, depth - 1);
    if (total > MOST) return total;
  }
  return total;
}
