/** Finds the objects inside a resource that have something to emit. */
import type { ObjectType } from '../model/model.js';
import type { Lookup } from '../model/schema-lookup.js';
import { findObjectType, walkTypes } from '../model/walk-types.js';

/** An object inside a resource. */
export interface InnerObject {
  readonly object: ObjectType;
  /** Names of fields, and `*` for each element of a list or value of a map. */
  readonly at: readonly string[];
  /** A prefix of field paths, which skip lists. A `*` matches every key of a map. */
  readonly path: string;
}

/** Whether an object has something to emit. */
type ObjectFilter = (object: ObjectType) => boolean;

/** The maximum depth of nested objects. */
const maxDepth = 6;
/** The maximum number of objects in a resource that are searched, because recursive and branching schemas have exponentially many. */
const maxObjects = 2000;

interface SearchPosition extends Omit<InnerObject, 'object'> {
  readonly lookup: Lookup;
  readonly isWanted: ObjectFilter;
  /** The objects that contain this one. Schemas can be recursive. */
  readonly ancestors: readonly ObjectType[];
  /** The remaining depth. */
  readonly depthLeft: number;
  readonly budget: { objects: number };
}

/** Lists the wanted objects inside an object, as deep as their number permits. */
export function listInnerObjects(type: ObjectType, lookup: Lookup, isWanted: ObjectFilter): readonly InnerObject[] {
  let found: readonly InnerObject[] = [];
  for (let depthLeft = 1; depthLeft <= maxDepth; depthLeft += 1) {
    const budget = { objects: maxObjects };
    const objects = listObjectsBelow(type, { lookup, isWanted, path: '', at: [], ancestors: [], depthLeft, budget });
    if (budget.objects < 0) break;
    found = objects;
  }
  return found;
}

function listObjectsBelow(type: ObjectType, { at, path, ...position }: SearchPosition): readonly InnerObject[] {
  const { lookup, isWanted, ancestors, depthLeft, budget } = position;
  if (depthLeft === 0 || budget.objects < 0) return [];
  return type.fields.flatMap((field) => {
    const place = { at: [...at, field.name], path: `${path}${field.name}.` };
    const object = findObjectType(field.type, lookup, (container) => {
      place.at.push('*');
      if (container === 'map') place.path += '*.';
    });
    if (object === undefined || ancestors.includes(object) || !hasWantedObject(object, position)) return [];
    budget.objects -= 1;
    return [
      ...(isWanted(object) ? [{ object, ...place }] : []),
      ...listObjectsBelow(object, { ...position, ...place, ancestors: [...ancestors, object], depthLeft: depthLeft - 1 }),
    ];
  });
}

const knownObjects = new WeakMap<ObjectFilter, WeakMap<ObjectType, boolean>>();

/** Whether an object or any object inside it is wanted. */
function hasWantedObject(object: ObjectType, { lookup, isWanted }: Pick<SearchPosition, 'lookup' | 'isWanted'>): boolean {
  const known = knownObjects.get(isWanted) ?? new WeakMap<ObjectType, boolean>();
  knownObjects.set(isWanted, known);
  const leads = known.get(object) ?? hasWantedType(object, lookup, isWanted);
  known.set(object, leads);
  return leads;
}

function hasWantedType(object: ObjectType, lookup: Lookup, isWanted: ObjectFilter): boolean {
  for (const type of walkTypes([object], lookup)) if (type.kind === 'object' && isWanted(type)) return true;
  return false;
}
