/** The parent and the siblings of a resource, which rules compare it with. */
import type { RelatedObjects } from '../../runtime/descriptor.js';
import { emptyObject, type JsonObject } from '../lib/json.js';
import { getNamePrefix, getSiblingPrefix } from '../state/keys.js';
import { getIndexText, toSiblingKey } from '../catalog/sibling-index.js';
import type { RelatedResource } from './resource-change.js';

/** Returns the body of the parent, also if it isn't stored yet. */
export function findParentBody({ call: { state }, place, parent }: RelatedResource): JsonObject | undefined {
  const parentPlace = parent ? undefined : state.getParent(place);
  return parent ?? (parentPlace && state.findEntity(parentPlace)?.body);
}

export function createRelatedObjects(related: RelatedResource): RelatedObjects {
  return new LazyRelatedObjects(related);
}

/** Reads only what an expression uses. */
class LazyRelatedObjects implements RelatedObjects {
  readonly #related: RelatedResource;

  constructor(related: RelatedResource) {
    this.#related = related;
  }

  get parent(): JsonObject {
    return findParentBody(this.#related) ?? emptyObject;
  }

  readonly siblings: RelatedObjects['siblings'] = (fields, values) => listSiblings(this.#related, fields, values);
}

/** Lists the siblings that exist after all changes of the batch. Reads only those with the values. */
function listSiblings(related: RelatedResource, fields: readonly string[], values: readonly unknown[]): readonly JsonObject[] {
  const { call, place, batch } = related;
  const { resource, collection } = place;
  const text = getIndexText(fields);
  const index = resource.siblingIndexes.find((each) => each.text === text);
  const key = toSiblingKey(values);
  if (!index || key === undefined) return [];
  const range = index.isByName ? { prefix: getNamePrefix(resource, values.map(String)) } : { order: index, prefix: getSiblingPrefix(key) };
  const stored = call.state.readPage({ resource, collection, ...range, limit: Infinity });
  const kept = stored.flatMap((member) => {
    const { path } = member.place;
    return path === place.path || batch?.isChanged(path) ? [] : [member.entity.body];
  });
  return batch ? [...kept, ...batch.listAdded(index, place, key)] : kept;
}
