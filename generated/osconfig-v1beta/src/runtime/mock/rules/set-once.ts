/** A field that cannot be changed once set; while it is unset, the update with which a condition comes to hold may set it. */
import { conditionHolds } from '../../rules/condition.js';
import type { SetOnceRule } from '../../rule.js';
import { isEqual, isEmpty, getMember, withMember, withoutMember, type JsonObject } from '../json.js';
import { getRule } from '../world/method.js';
import { bodyWithDefaults, invalidFieldError, type ApplyRule } from './resource-change.js';

export const checkSetOnce: ApplyRule<SetOnceRule> = (change, rule) => {
  const sent = getMember(change.sent, rule.field);
  const before = getMember(change.before.body, rule.field);
  if (sent === undefined || isEqual(sent, before)) return change;
  const holds = (body: JsonObject): boolean => conditionHolds(rule.when, bodyWithDefaults(change, body));
  const settable = isEmpty(before) && !holds(change.before.body) && holds(change.next);
  if (settable) return { ...change, next: sent === null ? change.next : withMember(change.next, rule.field, sent) };
  // A method that names what it changes ignores everything else.
  if (!getRule(change.call.method, 'updatableFields')) throw invalidFieldError(rule.field, 'it cannot be changed', 'setOnce');
  return { ...change, next: before === undefined ? withoutMember(change.next, rule.field) : withMember(change.next, rule.field, before) };
};
