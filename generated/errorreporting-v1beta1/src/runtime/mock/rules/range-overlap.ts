/** Address ranges of resources that share a network do not overlap. */
import type { NonOverlappingRule } from '../../rule.js';
import { checkRule, type Violation } from '../../rules/index.js';
import { isEqual, getMember, withMember, type Json, type JsonObject } from '../json.js';
import type { HttpError } from '../http-error.js';
import type { Member, State } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { invalidFieldError, type ApplyRule, type PendingPut, type Standing } from './resource-change.js';
import { formatPath } from '../request-validation.js';
import { toLinkedPath } from './linked-path.js';
import { listSameKind } from './siblings.js';

export const checkOverlaps: ApplyRule<NonOverlappingRule> = (change, rule) => {
  const violation = findOverlap(change.call.state, rule, { place: change.place, before: change.before.body, next: change.next });
  if (violation) throw overlapping(violation);
  return change;
};

function overlapping({ path, message }: Violation): HttpError {
  return invalidFieldError(formatPath(path.split('/').slice(1)), message, 'nonOverlapping');
}

/** Where a changed range overlaps another one of its own or of the resources that share the field. */
export function findOverlap(state: State, rule: NonOverlappingRule, { place, before, next }: PendingPut): Violation | undefined {
  const heads = [rule.within, ...rule.fields.map((field) => field.split('.', 1)[0] ?? '')];
  if (heads.every((name) => isEqual(getMember(before, name), getMember(next, name)))) return undefined;
  return overlapsWith(rule, { place, next }, listSameKind(state, place))[0];
}

/** Where a range overlaps another one of its own or of those others that share the field. */
function overlapsWith(rule: NonOverlappingRule, { place, next }: Standing, others: Iterable<Member>): readonly Violation[] {
  const siblings: JsonObject[] = [];
  for (const found of others) if (found.place.path !== place.path) siblings.push(shared(found.place, found.entity.body, rule.within));
  return checkRule(rule, shared(place, next, rule.within), { siblings });
}

/** Throws 400 where a range overlaps one of the others. What the resource has of its own is judged on it alone. */
export function requireDisjoint(rule: NonOverlappingRule, put: Standing, others: readonly Member[]): void {
  const blamed = blamedAmong(rule, others);
  const isBlamed = blamed.some(({ place }) => place.path === put.place.path);
  const violation = overlapsWith(rule, put, isBlamed ? others : blamed).find(({ params }) => params['own'] !== true);
  if (violation) throw overlapping(violation);
}

const blamedOf = new WeakMap<readonly Member[], readonly Member[]>();

/** One of any two that overlap among resources that share the field: found out once for all of them, as of one resource that has all the ranges. */
function blamedAmong({ fields, ...rule }: NonOverlappingRule, members: readonly Member[]): readonly Member[] {
  let blamed = blamedOf.get(members);
  if (!blamed) {
    const all = members.map(({ entity }) => entity.body);
    const found = checkRule({ ...rule, fields: fields.map((field) => `all.${field}`) }, { all });
    const indexes = new Set(found.map(({ path }) => Number(path.split('/')[2])));
    blamedOf.set(members, (blamed = members.filter((_, index) => indexes.has(index))));
  }
  return blamed;
}

/** With the shared field in one spelling. */
function shared(place: Place, body: JsonObject, within: string): JsonObject {
  const value = findSharedNetwork(place, body, within);
  return value === undefined ? body : withMember(body, within, value);
}

/** What the resources share whose ranges are judged beside each other. */
export function findSharedNetwork({ segments }: Place, body: JsonObject, within: string): Json | undefined {
  return toLinkedPath(getMember(body, within), segments);
}
