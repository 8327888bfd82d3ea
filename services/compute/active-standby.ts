/** Roles of resources: at most one of a group is active. A standby resource that becomes active swaps roles with the active one, which then drains. */
import type { ActiveStandbyRule } from './rules.js';
import {
  completeChangedResource,
  createFillContext,
  createInvalidFieldError,
  formatCondition,
  formatPlace,
  getMember,
  getParameter,
  isEqual,
  isRuleConditionMet,
  listMembers,
  renderComplete,
  toLinkedPath,
  withMember,
  type CompletionContext,
  type Effect,
  type JsonObject,
  type Member,
  type PendingChange,
  type PendingPut,
  type Place,
  type PlacedResource,
  type ServiceModule,
} from '../../mock/service.js';

/** The name of the rule in errors. */
const ruleName = 'compute/active-standby';

type Roles = ActiveStandbyRule['options'];

export const activeStandby: ServiceModule<ActiveStandbyRule> = {
  // Only a swap can transfer the role.
  onCreate(change, { options }) {
    requireNoOtherActive(options, change, listMembers(change.call.state, change.place));
    return change;
  },
  onUpdate(change, { options }) {
    checkRole(change, options);
    return change;
  },
  planEffects(change, { options }) {
    const partner = isActivated(change, options)
      ? findOtherActive(options, change, listMembers(change.call.state, change.place))
      : undefined;
    return partner ? swapRoles(change, options, partner) : [];
  },
  onSeed({ place, next }, rule, { state, groupMembers }) {
    const { options } = rule;
    const active = groupMembers({ rule, scope: place.collection }, listMembers(state, place), (member) => [
      getActiveGroupKey(options, member.place, member.entity.body),
    ]);
    requireNoOtherActive(options, { place, next }, active.get(getActiveGroupKey(options, place, next)) ?? []);
  },
  onComplete: (put, { options }, context) => findSecondActive(put, options, context),
};

/** Returns whether an update makes the resource active. */
function isActivated({ before, next }: Pick<PendingChange, 'before' | 'next'>, { field, active }: Roles): boolean {
  return before.version > 0 && getMember(next, field) === active && getMember(before.body, field) !== active;
}

/** Throws 400 if the resource can't have the role. */
function checkRole(change: PendingChange, roles: Roles): void {
  const currentRole = getMember(change.before.body, roles.field);
  const nextRole = getMember(change.next, roles.field);
  if (nextRole === undefined || isEqual(nextRole, currentRole)) return;
  if (!isRuleConditionMet(change.place.resource, roles, change.next)) {
    throw createInvalidFieldError(roles.field, `it can be set only if ${formatCondition(roles.when)}`, ruleName);
  }
  if (currentRole === roles.active && nextRole === roles.standby) {
    throw createInvalidFieldError(
      roles.field,
      `it can't be set to ${roles.standby} directly; set another resource to ${roles.active} instead`,
      ruleName,
    );
  }
}

/** Throws 400 if the resource and one of the others are active in the same group. */
function requireNoOtherActive(roles: Roles, put: PlacedResource, others: Iterable<Member>): void {
  const other = findOtherActive(roles, put, others);
  if (other) throw createInvalidFieldError(roles.field, `'${formatPlace(other.place)}' is ${roles.active}`, ruleName);
}

/** Returns the other resource that is active in the group of the resource. */
function findOtherActive(roles: Roles, { place, next }: PlacedResource, others: Iterable<Member>): Member | undefined {
  const groupKey = getActiveGroupKey(roles, place, next);
  if (groupKey === undefined) return undefined;
  for (const other of others) {
    if (other.place.path !== place.path && getActiveGroupKey(roles, other.place, other.entity.body) === groupKey) return other;
  }
  return undefined;
}

/** Returns the group of an active resource, or `undefined` for any other resource. */
function getActiveGroupKey(roles: Roles, place: Place, body: JsonObject): string | undefined {
  if (getMember(body, roles.field) !== roles.active) return undefined;
  // The visible form contains the region, even if only the path names it.
  const rendered = renderComplete(place, body, '');
  return JSON.stringify(roles.group.map((field) => toLinkedPath(getMember(rendered, field), place.resource.api, place.segments) ?? null));
}

/** Returns the conflict of a second active resource. A partner that gives up the role at the same time is not a conflict. */
function findSecondActive(put: PendingPut, roles: Roles, { state, puts }: CompletionContext): string | undefined {
  if (getMember(put.next, roles.field) !== roles.active || getMember(put.before, roles.field) === roles.active) return undefined;
  const other = findOtherActive(roles, put, listMembers(state, put.place));
  if (!other || puts.some(({ place, next }) => place.path === other.place.path && getMember(next, roles.field) !== roles.active))
    return undefined;
  return `the resource '${formatPlace(other.place)}' has become ${roles.active} in the meantime`;
}

function swapRoles(change: PendingChange, roles: Roles, partner: Member): readonly Effect[] {
  const { drain } = roles;
  const seconds = getDrainSeconds(change, roles);
  const { path } = partner.place;
  const state = seconds > 0 ? drain.during : drain.after;
  const demoted = withMember(withMember(partner.entity.body, roles.field, roles.standby), drain.field, state);
  const body = completeChangedResource(partner.place, { before: partner.entity.body, body: demoted }, createFillContext(change.call));
  const effects: Effect[] = [{ kind: 'put', path, body, version: partner.entity.version }];
  if (seconds > 0) {
    effects.push({ kind: 'later', after: seconds * 1000, effects: [{ kind: 'set', path, fields: { [drain.field]: drain.after } }] });
  }
  return effects;
}

/** Evaluates the condition on the resource before the update, while it is still standby. */
function getDrainSeconds(change: PendingChange, { drain }: Roles): number {
  const applies = isRuleConditionMet(change.place.resource, drain, change.before.body);
  const seconds = getParameter(change.call, drain.parameter);
  return applies && typeof seconds === 'number' ? Math.max(0, seconds) : 0;
}
