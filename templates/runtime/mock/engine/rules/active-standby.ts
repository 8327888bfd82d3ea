/**
 * The `activeStandby` rule: at most one resource of a group is active. A standby resource that becomes active swaps roles with the active
 * one, which then drains.
 */
import { formatCondition } from '../../../rules/field-paths.js';
import type { ActiveStandbyRule } from '../../../rule.js';
import { createFillContext, getParameter } from '../call.js';
import { completeChangedResource } from '../server-fields.js';
import { isEqual, getMember, withMember, type JsonObject } from '../../lib/json.js';
import { formatPlace, renderComplete, toLinkedPath } from '../../world/links.js';
import type { Effect } from '../../state/apply-effects.js';
import type { Member } from '../../state/entity.js';
import type { Place } from '../../world/resource.js';
import type { PlacedResource } from '../../state/entity.js';
import { createInvalidFieldError, type Change, type ApplyRule } from './resource-change.js';
import { isRuleConditionMet } from '../../world/rule-conditions.js';
import { listMembers } from '../../state/list-members.js';

export const applyActiveStandby: ApplyRule<ActiveStandbyRule> = (change, rule) => {
  const currentRole = getMember(change.before.body, rule.field);
  const nextRole = getMember(change.next, rule.field);
  if (nextRole === undefined || isEqual(nextRole, currentRole)) return change;
  if (!isRuleConditionMet(change.place.resource, rule, change.next)) {
    throw createInvalidFieldError(rule.field, `it can be set only if ${formatCondition(rule.when)}`, 'activeStandby');
  }
  if (currentRole === rule.active && nextRole === rule.standby) {
    throw createInvalidFieldError(
      rule.field,
      `it can't be set to ${rule.standby} directly; set another resource to ${rule.active} instead`,
      'activeStandby',
    );
  }
  if (nextRole !== rule.active) return change;
  const partner = findOtherActive(rule, change, listMembers(change.call.state, change.place));
  return partner ? swapRoles(change, rule, partner) : change;
};

/** Throws 400 if a new resource takes the active role while another one has it. Only a swap can transfer the role. */
export function requireAvailableRole({ call, place, next }: Pick<Change, 'call' | 'place' | 'next'>): void {
  for (const rule of place.resource.rules) {
    if (rule.kind === 'activeStandby') requireNoOtherActive(rule, { place, next }, listMembers(call.state, place));
  }
}

/** Throws 400 if the resource and one of the others are active in the same group. */
export function requireNoOtherActive(rule: ActiveStandbyRule, put: PlacedResource, others: Iterable<Member>): void {
  const other = findOtherActive(rule, put, others);
  if (other) throw createInvalidFieldError(rule.field, `'${formatPlace(other.place)}' is ${rule.active}`, 'activeStandby');
}

/** Returns the other resource that is active in the group of the resource. */
export function findOtherActive(rule: ActiveStandbyRule, { place, next }: PlacedResource, others: Iterable<Member>): Member | undefined {
  const groupKey = getActiveGroupKey(rule, place, next);
  if (groupKey === undefined) return undefined;
  for (const other of others) {
    if (other.place.path !== place.path && getActiveGroupKey(rule, other.place, other.entity.body) === groupKey) return other;
  }
  return undefined;
}

/** Returns the group of an active resource, or `undefined` for any other resource. */
export function getActiveGroupKey(rule: ActiveStandbyRule, place: Place, body: JsonObject): string | undefined {
  if (getMember(body, rule.field) !== rule.active) return undefined;
  // The visible form contains the region, even if only the path names it.
  const rendered = renderComplete(place, body, '');
  return JSON.stringify(rule.group.map((field) => toLinkedPath(getMember(rendered, field), place.resource.api, place.segments) ?? null));
}

function swapRoles(change: Change, rule: ActiveStandbyRule, partner: Member): Change {
  const { drain } = rule;
  const seconds = getDrainSeconds(change, rule);
  const { path } = partner.place;
  const state = seconds > 0 ? drain.during : drain.after;
  const demoted = withMember(withMember(partner.entity.body, rule.field, rule.standby), drain.field, state);
  const body = completeChangedResource(partner.place, { before: partner.entity.body, body: demoted }, createFillContext(change.call));
  const effects: Effect[] = [{ kind: 'put', path, body, version: partner.entity.version }];
  if (seconds > 0) {
    effects.push({ kind: 'later', after: seconds * 1000, effects: [{ kind: 'set', path, fields: { [drain.field]: drain.after } }] });
  }
  return { ...change, sideEffects: [...change.sideEffects, ...effects] };
}

/** Evaluates the condition on the resource before the update, while it is still standby. */
function getDrainSeconds(change: Change, { drain }: ActiveStandbyRule): number {
  const applies = isRuleConditionMet(change.place.resource, drain, change.before.body);
  const seconds = getParameter(change.call, drain.parameter);
  return applies && typeof seconds === 'number' ? Math.max(0, seconds) : 0;
}
