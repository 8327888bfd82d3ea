/** Within a group one resource is active; a standby one that becomes active swaps roles with it, and the former active one drains. */
import { conditionText, isMet } from '../../rules/condition.js';
import type { ExclusiveRoleRule } from '../../rule.js';
import { parameter } from '../call.js';
import { fillChanged } from '../fill.js';
import { equal, member, withMember, type JsonObject } from '../json.js';
import { relativePath, view } from '../links.js';
import type { Effect } from '../state/effects.js';
import type { Member } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { linkedPath } from './linked-path.js';
import { effectiveBody, invalidField, type Change, type ChangeRule, type Standing } from './change.js';
import { allMembers } from './siblings.js';

export const exclusiveRole: ChangeRule<ExclusiveRoleRule> = (change, rule) => {
  const before = member(change.before.body, rule.field);
  const after = member(change.next, rule.field);
  if (after === undefined || equal(after, before)) return change;
  if (!isMet(rule.when, effectiveBody(change, change.next))) {
    throw invalidField(rule.field, `it is used only where ${conditionText(rule.when)}`, 'exclusiveRole');
  }
  if (before === rule.active && after === rule.standby) {
    throw invalidField(
      rule.field,
      `${rule.active} ends when another one becomes ${rule.active}, not by setting ${rule.standby}`,
      'exclusiveRole',
    );
  }
  if (after !== rule.active) return change;
  const partner = activeBeside(rule, change, allMembers(change.call.state, change.place));
  return partner ? swap(change, rule, partner) : change;
};

/** Throws 400 where a new resource takes the active role beside the one of its group that has it: only a swap hands it over. */
export function requireFreeRole({ call, place, next }: Pick<Change, 'call' | 'place' | 'next'>): void {
  for (const rule of place.resource.rules) {
    if (rule.kind === 'exclusiveRole') requireInactive(rule, { place, next }, allMembers(call.state, place));
  }
}

/** Throws 400 where a resource and one of the others have the active role of one group. */
export function requireInactive(rule: ExclusiveRoleRule, put: Standing, others: Iterable<Member>): void {
  const other = activeBeside(rule, put, others);
  if (other) throw invalidField(rule.field, `'${relativePath(other.place.segments)}' is ${rule.active}`, 'exclusiveRole');
}

/** Of the others the one that is active in the group in which the resource is. */
export function activeBeside(rule: ExclusiveRoleRule, { place, next }: Standing, others: Iterable<Member>): Member | undefined {
  const own = activeGroup(rule, place, next);
  if (own === undefined) return undefined;
  for (const found of others) {
    if (found.place.path !== place.path && activeGroup(rule, found.place, found.entity.body) === own) return found;
  }
  return undefined;
}

/** What a resource that is active shares with no other; `undefined` for any other resource. */
export function activeGroup(rule: ExclusiveRoleRule, place: Place, body: JsonObject): string | undefined {
  if (member(body, rule.field) !== rule.active) return undefined;
  // As clients see it: its region is told by its path, where the body does not say it.
  const shown = view(place, body, '');
  return JSON.stringify(rule.group.map((field) => linkedPath(member(shown, field), place.segments) ?? null));
}

function swap(change: Change, rule: ExclusiveRoleRule, partner: Member): Change {
  const { drain } = rule;
  const seconds = drainSeconds(change, rule);
  const { path } = partner.place;
  const state = seconds > 0 ? drain.during : drain.after;
  const demoted = withMember(withMember(partner.entity.body, rule.field, rule.standby), drain.field, state);
  const body = fillChanged(partner.place, { before: partner.entity.body, body: demoted }, change.call);
  const also: Effect[] = [{ kind: 'put', path, body, version: partner.entity.version }];
  if (seconds > 0) {
    also.push({ kind: 'later', after: seconds * 1000, effects: [{ kind: 'set', path, fields: { [drain.field]: drain.after } }] });
  }
  return { ...change, also: [...change.also, ...also] };
}

/** Before the update: the resource is still a standby one. */
function drainSeconds(change: Change, { drain }: ExclusiveRoleRule): number {
  const applies = isMet(drain.when, effectiveBody(change, change.before.body));
  const seconds = parameter(change.call, drain.parameter);
  return applies && typeof seconds === 'number' ? Math.max(0, seconds) : 0;
}
