/** The parent and the siblings of a resource, which rules compare it with. */
import type { RelatedObjects } from '../../descriptor.js';
import { emptyObject, type JsonObject } from '../lib/json.js';
import { getSiblingPrefix } from '../state/keys.js';
import type { Place, SiblingIndex } from '../world/resource.js';
import { getIndexText, getSiblingKey, toSiblingKey } from '../world/sibling-index.js';
import type { BatchChanges, RelatedResource } from './resource-change.js';

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
  const stored = call.state.readPage({ resource, collection, order: index, prefix: getSiblingPrefix(key), limit: Infinity });
  const isKept = (path: string): boolean => path !== place.path && !batch?.removed.has(path) && !batch?.added.has(path);
  const kept = stored.flatMap((member) => (isKept(member.place.path) ? [member.entity.body] : []));
  return batch ? [...kept, ...listAdded(batch, index, { place, key })] : kept;
}

/** The added resources of each batch by index and key. */
const addedByBatch = new WeakMap<BatchChanges, Map<string, Map<string, Map<string, JsonObject>>>>();

function listAdded(
  batch: BatchChanges,
  index: SiblingIndex,
  { place, key }: { readonly place: Place; readonly key: string },
): readonly JsonObject[] {
  const indexes = addedByBatch.get(batch) ?? new Map<string, Map<string, Map<string, JsonObject>>>();
  addedByBatch.set(batch, indexes);
  let byKey = indexes.get(index.text);
  if (!byKey) {
    indexes.set(index.text, (byKey = new Map<string, Map<string, JsonObject>>()));
    for (const [path, body] of batch.added) {
      const addedKey = getSiblingKey(index, place.resource.fields, body);
      if (addedKey === undefined) continue;
      const group = byKey.get(addedKey) ?? new Map<string, JsonObject>();
      byKey.set(addedKey, group.set(path, body));
    }
  }
  return [...(byKey.get(key) ?? [])].flatMap(([path, body]) => (path === place.path ? [] : [body]));
}
