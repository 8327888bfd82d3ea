/** Within a group one resource is active; a standby one that becomes active swaps roles with it, and the former active one drains. */
import { conditionText, isMet } from '../../rules/condition.js';
import type { ExclusiveRoleRule } from '../../rule.js';
import { parameter } from '../call.js';
import { fillChanged } from '../fill.js';
import { equal, member, withMember, type JsonObject } from '../json.js';
import { relativePath } from '../links.js';
import type { Effect } from '../state/effects.js';
import type { Member, State } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { withDefaults } from '../shape.js';
import { linkedPath } from './linked-path.js';
import { effectiveBody, invalidField, type Change, type ChangeRule } from './change.js';
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
  const partner = activePartner(change, rule);
  return partner ? swap(change, rule, partner) : change;
};

/** Throws 400 where a new resource takes the active role beside the one of its group that has it: only a swap hands it over. */
export function requireFreeRole({ call, place, next }: Pick<Change, 'call' | 'place' | 'next'>): void {
  for (const rule of place.resource.rules) {
    if (rule.kind !== 'exclusiveRole' || member(next, rule.field) !== rule.active) continue;
    const other = activeBeside(call.state, rule, { place, body: next });
    if (other) throw invalidField(rule.field, `'${relativePath(other.place.segments)}' is ${rule.active}`, 'exclusiveRole');
  }
}

function activePartner({ call, place, next }: Change, rule: ExclusiveRoleRule): Member | undefined {
  return activeBeside(call.state, rule, { place, body: next });
}

/** The other resource of its group that is active now. */
export function activeBeside(
  state: State,
  rule: ExclusiveRoleRule,
  { place, body }: { readonly place: Place; readonly body: JsonObject },
): Member | undefined {
  const { fields } = place.resource;
  const group = (one: JsonObject): string =>
    JSON.stringify(rule.group.map((field) => linkedPath(member(withDefaults(fields, one), field), place.segments) ?? null));
  const own = group(body);
  for (const found of allMembers(state, place)) {
    const other = found.place.path !== place.path && member(found.entity.body, rule.field) === rule.active;
    if (other && group(found.entity.body) === own) return found;
  }
  return undefined;
}

function swap(change: Change, rule: ExclusiveRoleRule, partner: Member): Change {
  const { drain } = rule;
  const seconds = drainSeconds(change, rule);
  const { path } = partner.place;
  const state = seconds > 0 ? drain.during : drain.after;
  const demoted = withMember(withMember(partner.entity.body, rule.field, rule.standby), drain.field, state);
  const body = fillChanged(partner.place, { before: partner.entity.body, body: demoted }, { at: change.call.at, id: () => '' });
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
