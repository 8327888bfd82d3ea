/** Within a group one resource is active; a standby one that becomes active swaps roles with it, and the former active one drains. */
import { formatCondition, isConditionMet } from '../../rules/condition.js';
import type { ActiveStandbyRule } from '../../rule.js';
import { getParameter } from '../call.js';
import { completeChangedResource } from '../server-fields.js';
import { isEqual, getMember, withMember, type JsonObject } from '../json.js';
import { toRelativePath, renderResource } from '../links.js';
import type { Effect } from '../state/apply-effects.js';
import type { Member } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { toLinkedPath } from './linked-path.js';
import { bodyWithDefaults, invalidFieldError, type Change, type ApplyRule, type Standing } from './resource-change.js';
import { listMembers } from './siblings.js';

export const applyActiveStandby: ApplyRule<ActiveStandbyRule> = (change, rule) => {
  const before = getMember(change.before.body, rule.field);
  const after = getMember(change.next, rule.field);
  if (after === undefined || isEqual(after, before)) return change;
  if (!isConditionMet(rule.when, bodyWithDefaults(change, change.next))) {
    throw invalidFieldError(rule.field, `it is used only where ${formatCondition(rule.when)}`, 'activeStandby');
  }
  if (before === rule.active && after === rule.standby) {
    throw invalidFieldError(
      rule.field,
      `${rule.active} ends when another one becomes ${rule.active}, not by setting ${rule.standby}`,
      'activeStandby',
    );
  }
  if (after !== rule.active) return change;
  const partner = findOtherActive(rule, change, listMembers(change.call.state, change.place));
  return partner ? swap(change, rule, partner) : change;
};

/** Throws 400 where a new resource takes the active role beside the one of its group that has it: only a swap hands it over. */
export function requireFreeRole({ call, place, next }: Pick<Change, 'call' | 'place' | 'next'>): void {
  for (const rule of place.resource.rules) {
    if (rule.kind === 'activeStandby') requireInactive(rule, { place, next }, listMembers(call.state, place));
  }
}

/** Throws 400 where a resource and one of the others have the active role of one group. */
export function requireInactive(rule: ActiveStandbyRule, put: Standing, others: Iterable<Member>): void {
  const other = findOtherActive(rule, put, others);
  if (other) throw invalidFieldError(rule.field, `'${toRelativePath(other.place.segments)}' is ${rule.active}`, 'activeStandby');
}

/** Of the others the one that is active in the group in which the resource is. */
export function findOtherActive(rule: ActiveStandbyRule, { place, next }: Standing, others: Iterable<Member>): Member | undefined {
  const own = activeGroupKey(rule, place, next);
  if (own === undefined) return undefined;
  for (const found of others) {
    if (found.place.path !== place.path && activeGroupKey(rule, found.place, found.entity.body) === own) return found;
  }
  return undefined;
}

/** What a resource that is active shares with no other; `undefined` for any other resource. */
export function activeGroupKey(rule: ActiveStandbyRule, place: Place, body: JsonObject): string | undefined {
  if (getMember(body, rule.field) !== rule.active) return undefined;
  // As clients see it: its region is told by its path, where the body does not say it.
  const shown = renderResource(place, body, '');
  return JSON.stringify(rule.group.map((field) => toLinkedPath(getMember(shown, field), place.segments) ?? null));
}

function swap(change: Change, rule: ActiveStandbyRule, partner: Member): Change {
  const { drain } = rule;
  const seconds = drainSeconds(change, rule);
  const { path } = partner.place;
  const state = seconds > 0 ? drain.during : drain.after;
  const demoted = withMember(withMember(partner.entity.body, rule.field, rule.standby), drain.field, state);
  const body = completeChangedResource(partner.place, { before: partner.entity.body, body: demoted }, change.call);
  const also: Effect[] = [{ kind: 'put', path, body, version: partner.entity.version }];
  if (seconds > 0) {
    also.push({ kind: 'later', after: seconds * 1000, effects: [{ kind: 'set', path, fields: { [drain.field]: drain.after } }] });
  }
  return { ...change, also: [...change.also, ...also] };
}

/** Before the update: the resource is still a standby one. */
function drainSeconds(change: Change, { drain }: ActiveStandbyRule): number {
  const applies = isConditionMet(drain.when, bodyWithDefaults(change, change.before.body));
  const seconds = getParameter(change.call, drain.parameter);
  return applies && typeof seconds === 'number' ? Math.max(0, seconds) : 0;
}
