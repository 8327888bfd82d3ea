/** What is judged of resources that are given, not made by calls: the content of each, and how they stand beside and below each other. */
import type { SchemaRule } from '../../rule.js';
import { textMember, type JsonObject } from '../json.js';
import { relativePath } from '../links.js';
import { numbersOf, type State } from '../state/state.js';
import { numberFields } from '../world/projects.js';
import { domainIn } from './above.js';
import { invalidField, type Standing } from './change.js';
import { activeGroup, requireInactive } from './exclusive-role.js';
import { judgeResource } from './index.js';
import { judgeName } from './name-within.js';
import { networkOf, requireDisjoint } from './non-overlapping.js';
import { sharing, type Sharing } from './sharing.js';
import { allMembers, ofSameKind, ownerOf } from './siblings.js';
import { judgeAlone, presentBeside } from './stands-alone.js';

export interface Seeded extends Standing {
  /** As the seed has it; `next` is filled in. */
  readonly given: JsonObject;
}

/** What can be asked of a resource; each throws 400 for what no call could have made. */
type Judges = (seeded: Seeded) => readonly (() => void)[];

/** Judges resources beside all that are in the state, so all that are judged must be there, in whatever order they came. */
export function judgesIn(state: State): Judges {
  const groups = sharing();
  return (seeded) => {
    const { place, next } = seeded;
    const own = () => judgeResource(seeded);
    // What a later seed has replaced stands beside nothing.
    if (state.entity(place)?.body !== next) return [own];
    const rules = place.resource.rules.map((rule, index) => () => judgeBeside(rule, seeded, { state, groups, index }));
    return [own, () => requireOwnNumber(seeded, { state, groups }), ...rules];
  };
}

interface Around {
  readonly state: State;
  readonly groups: Sharing;
}

/** The rules between resources, as calls are judged by them. */
function judgeBeside(rule: SchemaRule, { place, next }: Seeded, { state, groups, index }: Around & { readonly index: number }): void {
  if (rule.kind === 'nameWithin') {
    const above = state.parentOf(place);
    judgeName({ next }, rule, domainIn(above && state.entity(above)?.body, rule.of));
  }
  if (rule.kind === 'standsAlone') {
    const present = [...presentBeside(state, place, rule)];
    judgeAlone(
      { next },
      rule,
      present.map(({ entity }) => entity.body),
    );
  }
  if (rule.kind === 'exclusiveRole') {
    const active = groups(`${index} ${place.collection}`, allMembers(state, place), (found) => [
      activeGroup(rule, found.place, found.entity.body),
    ]);
    requireInactive(rule, { place, next }, active.get(activeGroup(rule, place, next)) ?? []);
  }
  if (rule.kind === 'nonOverlapping') {
    const networks = groups(`${index} ${place.resource.behaviour.path} ${ownerOf(place.segments)}`, ofSameKind(state, place), (found) => [
      networkOf(found.place, found.entity.body, rule.within),
    ]);
    requireDisjoint(rule, { place, next }, networks.get(networkOf(place, next, rule.within)) ?? []);
  }
}

/** Throws 400 where another resource of the collection has the number by which this one can be addressed. Those that are filled in are new. */
function requireOwnNumber({ place, given }: Seeded, { state, groups }: Around): void {
  for (const number of numbersOf(place, given)) {
    const holders = groups(`number ${place.collection}`, allMembers(state, place), (found) => numbersOf(found.place, found.entity.body));
    const other = holders.get(number)?.find((found) => found.place.path !== place.path);
    if (!other) continue;
    const field = numberFields.find((name) => textMember(given, name) === number) ?? 'id';
    throw invalidField(field, `it is that of '${relativePath(other.place.segments)}', too`, 'id');
  }
}
