/** The `nonOverlapping` rule: the address ranges of resources in the same network don't overlap. */
import type { NonOverlappingRule } from '../../../runtime/rule.js';
import { nonOverlapping as findOverlaps } from '../../../runtime/rules/non-overlapping.js';
import type { Violation } from '../../../runtime/rules/rule-check.js';
import { isEqual, getMember, withMember, type Json, type JsonObject } from '../../lib/json.js';
import type { HttpError } from '../../lib/http-error.js';
import type { Member } from '../../state/entity.js';
import type { State } from '../../state/state.js';
import type { Place } from '../../catalog/resource.js';
import type { PendingPut, PlacedResource } from '../../state/entity.js';
import { createInvalidFieldError, type PendingChange } from '../resource-change.js';
import { createMessageValidation } from './message-rule.js';
import type { RuleHooks } from './rule-hooks.js';
import { formatPath } from '../../lib/request-validation.js';
import { getProjectPath, listProjectResources } from '../../state/list-members.js';
import { toLinkedPath } from '../../catalog/links.js';

export const nonOverlapping: RuleHooks<NonOverlappingRule> = {
  onCreate: checkOverlaps,
  onUpdate: checkOverlaps,
  validate: createMessageValidation(findOverlaps),
  onSeed({ place, next }, rule, { state, groupMembers }) {
    const networks = groupMembers(
      { rule, scope: `${place.resource.behavior.path} ${getProjectPath(place.resource.api, place.segments)}` },
      listProjectResources(state, place.resource, place.segments),
      (member) => [findSharedNetwork(member.place, member.entity.body, rule.within)],
    );
    requireDisjoint(rule, { place, next }, networks.get(findSharedNetwork(place, next, rule.within)) ?? []);
  },
  onComplete: (put, rule, { state }) => findOverlap(state, rule, put)?.message,
};

function checkOverlaps(change: PendingChange, rule: NonOverlappingRule): PendingChange {
  const violation = findOverlap(change.call.state, rule, { place: change.place, before: change.before.body, next: change.next });
  if (violation) throw toOverlapError(violation);
  return change;
}

function toOverlapError({ path, message }: Violation): HttpError {
  return createInvalidFieldError(formatPath(path.split('/').slice(1)), message, 'nonOverlapping');
}

/** Finds a changed range that overlaps another range of the resource or of the same network. */
function findOverlap(state: State, rule: NonOverlappingRule, { place, before, next }: PendingPut): Violation | undefined {
  const fieldNames = [rule.within, ...rule.fields.map((field) => field.split('.', 1)[0] ?? '')];
  if (fieldNames.every((name) => isEqual(getMember(before, name), getMember(next, name)))) return undefined;
  return listOverlaps(rule, { place, next }, listProjectResources(state, place.resource, place.segments))[0];
}

/** Lists the ranges that overlap another range of the resource, or of those others in the same network. */
function listOverlaps(rule: NonOverlappingRule, { place, next }: PlacedResource, others: Iterable<Member>): readonly Violation[] {
  const siblings: JsonObject[] = [];
  for (const other of others)
    if (other.place.path !== place.path) siblings.push(normalizeNetwork(other.place, other.entity.body, rule.within));
  return findOverlaps(rule, normalizeNetwork(place, next, rule.within), siblings);
}

/** Throws 400 if a range overlaps one of the others. Overlaps within the resource are checked separately. */
function requireDisjoint(rule: NonOverlappingRule, put: PlacedResource, others: readonly Member[]): void {
  const overlappingMembers = listOverlappingMembers(rule, others);
  const isOverlapping = overlappingMembers.some(({ place }) => place.path === put.place.path);
  const violation = listOverlaps(rule, put, isOverlapping ? others : overlappingMembers).find(({ params }) => params['own'] !== true);
  if (violation) throw toOverlapError(violation);
}

const overlapCache = new WeakMap<readonly Member[], readonly Member[]>();

/**
 * Returns one of any two overlapping members. The result is computed once for all members, as if one resource had all their ranges, and
 * cached.
 */
function listOverlappingMembers({ fields, ...rule }: NonOverlappingRule, members: readonly Member[]): readonly Member[] {
  let overlappingMembers = overlapCache.get(members);
  if (!overlappingMembers) {
    const bodies = members.map(({ entity }) => entity.body);
    const violations = findOverlaps({ ...rule, fields: fields.map((field) => `all.${field}`) }, { all: bodies });
    const indexes = new Set(violations.map(({ path }) => Number(path.split('/')[2])));
    overlapCache.set(members, (overlappingMembers = members.filter((_, index) => indexes.has(index))));
  }
  return overlappingMembers;
}

/** Normalizes the link to the network. */
function normalizeNetwork(place: Place, body: JsonObject, within: string): JsonObject {
  const value = findSharedNetwork(place, body, within);
  return value === undefined ? body : withMember(body, within, value);
}

/** Returns the network in which the ranges of a resource must not overlap. */
function findSharedNetwork({ resource, segments }: Place, body: JsonObject, within: string): Json | undefined {
  return toLinkedPath(getMember(body, within), resource.api, segments);
}
