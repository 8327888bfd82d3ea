/** Resources by what they share. Each reach of them is walked once, however many of it are judged. */
import type { Member } from '../state/state.js';

export type SharingIndex = (
  /** Names the members. */
  reach: string,
  members: Iterable<Member>,
  /** `undefined` is shared with nothing. */
  keysOf: (found: Member) => readonly unknown[],
) => ReadonlyMap<unknown, readonly Member[]>;

export function createSharingIndex(): SharingIndex {
  const reaches = new Map<string, Map<unknown, Member[]>>();
  return (reach, members, keysOf) => {
    let groups = reaches.get(reach);
    if (groups) return groups;
    reaches.set(reach, (groups = new Map()));
    for (const found of members) {
      for (const key of keysOf(found)) {
        const group = groups.get(key);
        if (group) group.push(found);
        else if (key !== undefined) groups.set(key, [found]);
      }
    }
    return groups;
  };
}
