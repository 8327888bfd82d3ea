/** Indexes resources by shared keys. Each set of members is read only once, regardless of the number of lookups. */
import type { Member } from '../../state/entity.js';

export type SharingIndex = (
  /** The cache key of the set of members. */
  cacheKey: string,
  members: Iterable<Member>,
  /** Returns the keys of a member. Members don't share `undefined`. */
  getKeys: (member: Member) => readonly unknown[],
) => ReadonlyMap<unknown, readonly Member[]>;

export function createSharingIndex(): SharingIndex {
  const indexes = new Map<string, Map<unknown, Member[]>>();
  return (cacheKey, members, getKeys) => {
    let groups = indexes.get(cacheKey);
    if (groups) return groups;
    indexes.set(cacheKey, (groups = new Map()));
    for (const member of members) {
      for (const key of getKeys(member)) {
        const group = groups.get(key);
        if (group) group.push(member);
        else if (key !== undefined) groups.set(key, [member]);
      }
    }
    return groups;
  };
}
