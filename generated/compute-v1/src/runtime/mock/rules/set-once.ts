/** A field that cannot be changed once set; while it is unset, the update with which a condition comes to hold may set it. */
import { isMet } from '../../rules/condition.js';
import type { SetOnceRule } from '../../rule.js';
import { equal, isEmpty, member, withMember, withoutMember, type JsonObject } from '../json.js';
import { ruleOf } from '../world/method.js';
import { effectiveBody, invalidField, type ChangeRule } from './change.js';

export const setOnce: ChangeRule<SetOnceRule> = (change, rule) => {
  const sent = member(change.sent, rule.field);
  const before = member(change.before.body, rule.field);
  if (sent === undefined || equal(sent, before)) return change;
  const holds = (body: JsonObject): boolean => isMet(rule.when, effectiveBody(change, body));
  const settable = isEmpty(before) && !holds(change.before.body) && holds(change.next);
  if (settable) return { ...change, next: sent === null ? change.next : withMember(change.next, rule.field, sent) };
  // A method that names what it changes ignores everything else.
  if (!ruleOf(change.call.method, 'patchable')) throw invalidField(rule.field, 'it cannot be changed', 'setOnce');
  return { ...change, next: before === undefined ? withoutMember(change.next, rule.field) : withMember(change.next, rule.field, before) };
};
