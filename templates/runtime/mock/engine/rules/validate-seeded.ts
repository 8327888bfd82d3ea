/** Validates seeded resources: their content, and their relations to siblings and parents. */
import type { SchemaRule } from '../../../rule.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { formatPlace } from '../../world/links.js';
import type { State } from '../../state/state.js';
import { listNumericIds } from '../../world/projects.js';
import type { Member, PlacedResource } from '../../state/entity.js';
import { createInvalidFieldError } from './resource-change.js';
import { getActiveGroupKey, requireNoOtherActive } from './active-standby.js';
import { listContentChecks } from './index.js';
import { requireKnownFields } from './known-fields.js';
import { checkSubdomain } from './subdomain-of.js';
import { findSharedNetwork, requireDisjoint } from './range-overlap.js';
import { listMembers, listResourcesOfKind, getProjectPath } from '../../state/list-members.js';
import { checkExclusiveValue } from './exclusive-value.js';

export interface SeededResource extends PlacedResource {
  /** The path in the seed. */
  readonly path: string;
  /** The body in the seed. `next` is the completed body. */
  readonly original: JsonObject;
}

/** Returns the checks of a resource. Each throws 400 for a resource that no call could have created. */
type SeedValidator = (seeded: SeededResource) => readonly (() => void)[];

/** Creates checks that compare resources with the whole state, so all resources must be stored first, in any order. */
export function createSeedValidators(state: State): SeedValidator {
  const groups = createSharingIndex();
  return (seeded) => {
    const { place, next, original } = seeded;
    const contentChecks = [() => requireKnownFields(place, original), ...listContentChecks(seeded)];
    // A resource that a later seed replaced has no siblings to check.
    if (state.findEntity(place)?.body !== next) return contentChecks;
    const rules = place.resource.rules.map((rule, index) => () => validateRelations(rule, seeded, { state, groups, index }));
    return [...contentChecks, () => requireUniqueNumber(seeded, { state, groups }), ...rules];
  };
}

interface SeedContext {
  readonly state: State;
  readonly groups: SharingIndex;
}

/** Checks the rules between resources, as calls do. */
function validateRelations(
  rule: SchemaRule,
  { place, next }: SeededResource,
  { state, groups, index }: SeedContext & { readonly index: number },
): void {
  if (rule.kind === 'subdomainOf') checkSubdomain({ call: { state }, place, next }, rule);
  if (rule.kind === 'exclusiveValue') checkExclusiveValue({ call: { state }, place, next }, rule);
  if (rule.kind === 'activeStandby') {
    const active = groups(`${index} ${place.collection}`, listMembers(state, place), (member) => [
      getActiveGroupKey(rule, member.place, member.entity.body),
    ]);
    requireNoOtherActive(rule, { place, next }, active.get(getActiveGroupKey(rule, place, next)) ?? []);
  }
  if (rule.kind === 'nonOverlapping') {
    const networks = groups(
      `${index} ${place.resource.behavior.path} ${getProjectPath(place.resource.api, place.segments)}`,
      listResourcesOfKind(state, place.resource, place.segments),
      (member) => [findSharedNetwork(member.place, member.entity.body, rule.within)],
    );
    requireDisjoint(rule, { place, next }, networks.get(findSharedNetwork(place, next, rule.within)) ?? []);
  }
}

/** Throws 400 if another resource of the collection has a number that identifies this one. Generated numbers are unique. */
function requireUniqueNumber({ place, original }: SeededResource, { state, groups }: SeedContext): void {
  for (const number of listNumericIds(place.resource, original)) {
    const holders = groups(`number ${place.collection}`, listMembers(state, place), (member) =>
      listNumericIds(member.place.resource, member.entity.body),
    );
    const other = holders.get(number)?.find((member) => member.place.path !== place.path);
    if (!other) continue;
    const field = place.resource.numberFields.find((name) => getTextMember(original, name) === number) ?? 'id';
    throw createInvalidFieldError(field, `it is already used by '${formatPlace(other.place)}'`, 'id');
  }
}

type SharingIndex = ReturnType<typeof createSharingIndex>;

/**
 * Indexes resources by shared keys. Each set of members, which `cacheKey` identifies, is read only once, regardless of the number of
 * lookups. Members don't share the key `undefined`.
 */
function createSharingIndex() {
  const indexes = new Map<string, Map<unknown, Member[]>>();
  return (cacheKey: string, members: Iterable<Member>, getKeys: (member: Member) => readonly unknown[]) => {
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
