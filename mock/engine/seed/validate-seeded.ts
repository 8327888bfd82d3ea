/** Validates seeded resources: their content, and their relations to siblings and parents. */
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { formatPlace } from '../../catalog/links.js';
import type { State } from '../../state/state.js';
import { listNumericIds } from '../../catalog/projects.js';
import type { Member, PlacedResource } from '../../state/entity.js';
import { createInvalidFieldError } from '../resource-change.js';
import { listContentChecks, listRelationChecks } from '../rule-kinds/index.js';
import type { GroupMembers, SeedContext } from '../rule-kinds/rule-hooks.js';
import { requireKnownFields } from './known-fields.js';
import { listMembers } from '../../state/list-members.js';

export interface SeededResource extends PlacedResource {
  /** The path in the seed. */
  readonly path: string;
  /** The body in the seed. `next` is the completed body. */
  readonly original: JsonObject;
}

/** Returns the checks of a resource. Each throws 400 for a resource that no call could have created. */
type SeedValidator = (seeded: SeededResource) => readonly (() => void)[];

/** Creates checks that compare resources with the whole state, so all resources must be stored first, in any order. */
export function createSeedValidator(state: State): SeedValidator {
  const context: SeedContext = { state, groupMembers: createMemberGroups() };
  return (seeded) => {
    const { place, next, original } = seeded;
    const contentChecks = [() => requireKnownFields(place, original), ...listContentChecks(seeded)];
    // A resource that a later seed replaced has no siblings to check.
    if (state.findEntity(place)?.body !== next) return contentChecks;
    return [...contentChecks, () => requireUniqueNumber(seeded, context), ...listRelationChecks(seeded, context)];
  };
}

/** Throws 400 if another resource of the collection has a number that identifies this one. Generated numbers are unique. */
function requireUniqueNumber({ place, original }: SeededResource, { state, groupMembers }: SeedContext): void {
  for (const number of listNumericIds(place.resource, original)) {
    const set = { rule: place.resource, scope: place.collection };
    const holders = groupMembers(set, listMembers(state, place), (member) => listNumericIds(member.place.resource, member.entity.body));
    const other = holders.get(number)?.find((member) => member.place.path !== place.path);
    if (!other) continue;
    const field = place.resource.numberFields.find((name) => getTextMember(original, name) === number) ?? 'id';
    throw createInvalidFieldError(field, `it is already used by '${formatPlace(other.place)}'`, 'id');
  }
}

function createMemberGroups(): GroupMembers {
  const indexes = new Map<object, Map<string, Map<unknown, Member[]>>>();
  return ({ rule, scope }, members, getKeys) => {
    const scopes = indexes.get(rule) ?? new Map<string, Map<unknown, Member[]>>();
    indexes.set(rule, scopes);
    let groups = scopes.get(scope);
    if (groups) return groups;
    scopes.set(scope, (groups = new Map<unknown, Member[]>()));
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
