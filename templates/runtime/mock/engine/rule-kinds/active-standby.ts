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
import type { Member, PendingPut, PlacedResource } from '../../state/entity.js';
import type { Place } from '../../world/resource.js';
import { createInvalidFieldError, type Change } from '../resource-change.js';
import type { CompletionContext, RuleKind } from './rule-kind.js';
import { isRuleConditionMet } from '../../world/rule-conditions.js';
import { listMembers } from '../../state/list-members.js';

export const activeStandby: RuleKind<ActiveStandbyRule> = {
  // Only a swap can transfer the role.
  onCreate(change, rule) {
    requireNoOtherActive(rule, change, listMembers(change.call.state, change.place));
    return change;
  },
  onUpdate: checkRole,
  planEffects(change, rule) {
    const partner = isActivated(change, rule) ? findOtherActive(rule, change, listMembers(change.call.state, change.place)) : undefined;
    return partner ? swapRoles(change, rule, partner) : [];
  },
  onSeed({ place, next }, rule, { state, groupMembers }) {
    const active = groupMembers({ rule, scope: place.collection }, listMembers(state, place), (member) => [
      getActiveGroupKey(rule, member.place, member.entity.body),
    ]);
    requireNoOtherActive(rule, { place, next }, active.get(getActiveGroupKey(rule, place, next)) ?? []);
  },
  onComplete: findSecondActive,
};

/** Returns whether an update makes the resource active. */
function isActivated({ before, next }: Pick<Change, 'before' | 'next'>, { field, active }: ActiveStandbyRule): boolean {
  return before.version > 0 && getMember(next, field) === active && getMember(before.body, field) !== active;
}

/** Throws 400 if the resource can't have the role. */
function checkRole(change: Change, rule: ActiveStandbyRule): Change {
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
  return change;
}

/** Throws 400 if the resource and one of the others are active in the same group. */
function requireNoOtherActive(rule: ActiveStandbyRule, put: PlacedResource, others: Iterable<Member>): void {
  const other = findOtherActive(rule, put, others);
  if (other) throw createInvalidFieldError(rule.field, `'${formatPlace(other.place)}' is ${rule.active}`, 'activeStandby');
}

/** Returns the other resource that is active in the group of the resource. */
function findOtherActive(rule: ActiveStandbyRule, { place, next }: PlacedResource, others: Iterable<Member>): Member | undefined {
  const groupKey = getActiveGroupKey(rule, place, next);
  if (groupKey === undefined) return undefined;
  for (const other of others) {
    if (other.place.path !== place.path && getActiveGroupKey(rule, other.place, other.entity.body) === groupKey) return other;
  }
  return undefined;
}

/** Returns the group of an active resource, or `undefined` for any other resource. */
function getActiveGroupKey(rule: ActiveStandbyRule, place: Place, body: JsonObject): string | undefined {
  if (getMember(body, rule.field) !== rule.active) return undefined;
  // The visible form contains the region, even if only the path names it.
  const rendered = renderComplete(place, body, '');
  return JSON.stringify(rule.group.map((field) => toLinkedPath(getMember(rendered, field), place.resource.api, place.segments) ?? null));
}

/** Returns the conflict of a second active resource. A partner that gives up the role at the same time is not a conflict. */
function findSecondActive(put: PendingPut, rule: ActiveStandbyRule, { state, puts }: CompletionContext): string | undefined {
  if (getMember(put.next, rule.field) !== rule.active || getMember(put.before, rule.field) === rule.active) return undefined;
  const other = findOtherActive(rule, put, listMembers(state, put.place));
  if (!other || puts.some(({ place, next }) => place.path === other.place.path && getMember(next, rule.field) !== rule.active))
    return undefined;
  return `the resource '${formatPlace(other.place)}' has become ${rule.active} in the meantime`;
}

function swapRoles(change: Change, rule: ActiveStandbyRule, partner: Member): readonly Effect[] {
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
  return effects;
}

/** Evaluates the condition on the resource before the update, while it is still standby. */
function getDrainSeconds(change: Change, { drain }: ActiveStandbyRule): number {
  const applies = isRuleConditionMet(change.place.resource, drain, change.before.body);
  const seconds = getParameter(change.call, drain.parameter);
  return applies && typeof seconds === 'number' ? Math.max(0, seconds) : 0;
}
