/** What is judged of resources that are given, not made by calls: the content of each, and how they stand beside and below each other. */
import type { SchemaRule } from '../../rule.js';
import { getTextMember, type JsonObject } from '../json.js';
import { toRelativePath } from '../links.js';
import { listAddressableNumbers, type State } from '../state/state.js';
import { numberFields } from '../world/projects.js';
import { readDomain } from './parent-resource.js';
import { invalidFieldError, type Standing } from './resource-change.js';
import { activeGroupKey, requireInactive } from './active-standby.js';
import { validateResource } from './index.js';
import { validateSubdomain } from './subdomain-of.js';
import { findSharedNetwork, requireDisjoint } from './range-overlap.js';
import { createSharingIndex, type SharingIndex } from './sharing-index.js';
import { listMembers, listSameKind, findProjectPath } from './siblings.js';
import { validateExclusiveValue, listSharing } from './exclusive-value.js';

export interface Seeded extends Standing {
  /** As the seed has it; `next` is filled in. */
  readonly given: JsonObject;
}

/** What can be asked of a resource; each throws 400 for what no call could have made. */
type Judges = (seeded: Seeded) => readonly (() => void)[];

/** Judges resources beside all that are in the state, so all that are judged must be there, in whatever order they came. */
export function createSeedValidators(state: State): Judges {
  const groups = createSharingIndex();
  return (seeded) => {
    const { place, next } = seeded;
    const own = () => validateResource(seeded);
    // What a later seed has replaced stands beside nothing.
    if (state.entity(place)?.body !== next) return [own];
    const rules = place.resource.rules.map((rule, index) => () => judgeBeside(rule, seeded, { state, groups, index }));
    return [own, () => requireOwnNumber(seeded, { state, groups }), ...rules];
  };
}

interface Around {
  readonly state: State;
  readonly groups: SharingIndex;
}

/** The rules between resources, as calls are judged by them. */
function judgeBeside(rule: SchemaRule, { place, next }: Seeded, { state, groups, index }: Around & { readonly index: number }): void {
  if (rule.kind === 'subdomainOf') {
    const above = state.getParent(place);
    validateSubdomain({ next }, rule, readDomain(above && state.entity(above)?.body, rule.of));
  }
  if (rule.kind === 'exclusiveValue') {
    const present = [...listSharing(state, place, rule)];
    validateExclusiveValue(
      { next },
      rule,
      present.map(({ entity }) => entity.body),
    );
  }
  if (rule.kind === 'activeStandby') {
    const active = groups(`${index} ${place.collection}`, listMembers(state, place), (found) => [
      activeGroupKey(rule, found.place, found.entity.body),
    ]);
    requireInactive(rule, { place, next }, active.get(activeGroupKey(rule, place, next)) ?? []);
  }
  if (rule.kind === 'nonOverlapping') {
    const networks = groups(
      `${index} ${place.resource.behavior.path} ${findProjectPath(place.segments)}`,
      listSameKind(state, place),
      (found) => [findSharedNetwork(found.place, found.entity.body, rule.within)],
    );
    requireDisjoint(rule, { place, next }, networks.get(findSharedNetwork(place, next, rule.within)) ?? []);
  }
}

/** Throws 400 where another resource of the collection has the number by which this one can be addressed. Those that are filled in are new. */
function requireOwnNumber({ place, given }: Seeded, { state, groups }: Around): void {
  for (const number of listAddressableNumbers(place, given)) {
    const holders = groups(`number ${place.collection}`, listMembers(state, place), (found) =>
      listAddressableNumbers(found.place, found.entity.body),
    );
    const other = holders.get(number)?.find((found) => found.place.path !== place.path);
    if (!other) continue;
    const field = numberFields.find((name) => getTextMember(given, name) === number) ?? 'id';
    throw invalidFieldError(field, `it is that of '${toRelativePath(other.place.segments)}', too`, 'id');
  }
}
