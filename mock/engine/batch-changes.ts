/** The additions and removals of a batch, which count as applied when a rule compares a resource with its siblings. */
import type { JsonObject } from '../lib/json.js';
import type { PlacedResource } from '../state/entity.js';
import type { Place, SiblingIndex } from '../catalog/resource.js';
import { getSiblingKey } from '../catalog/sibling-index.js';

export class BatchChanges {
  readonly #added: readonly PlacedResource[];
  readonly #changedPaths: ReadonlySet<string>;
  /** The added resources by index, and by collection and key. */
  readonly #groups = new Map<SiblingIndex, ReadonlyMap<string, readonly PlacedResource[]>>();

  /** `removed`: the paths of the removed resources. */
  constructor(added: readonly PlacedResource[], removed: ReadonlySet<string>) {
    this.#added = added;
    this.#changedPaths = new Set([...removed, ...added.map(({ place }) => place.path)]);
  }

  /** Returns whether the batch removes or replaces the stored resource at a path. */
  isChanged(path: string): boolean {
    return this.#changedPaths.has(path);
  }

  /** Lists the added siblings of a resource that have a key. */
  listAdded(index: SiblingIndex, { collection, path }: Place, key: string): readonly JsonObject[] {
    // Most batches add one resource, which isn't its own sibling.
    if (this.#added.length === 1 && this.#added[0]?.place.path === path) return [];
    let groups = this.#groups.get(index);
    if (!groups) this.#groups.set(index, (groups = this.#groupAdded(index)));
    const group = groups.get(toGroupKey(collection, key)) ?? [];
    return group.flatMap(({ place, next }) => (place.path === path ? [] : [next]));
  }

  #groupAdded(index: SiblingIndex): ReadonlyMap<string, readonly PlacedResource[]> {
    const groups = new Map<string, PlacedResource[]>();
    for (const added of this.#added) {
      const { resource, collection } = added.place;
      const key = resource.siblingIndexes.includes(index) ? getSiblingKey(index, resource.fields, added.next) : undefined;
      if (key === undefined) continue;
      const group = groups.get(toGroupKey(collection, key));
      if (group) group.push(added);
      else groups.set(toGroupKey(collection, key), [added]);
    }
    return groups;
  }
}

const toGroupKey = (collection: string, key: string): string => `${collection} ${key}`;
