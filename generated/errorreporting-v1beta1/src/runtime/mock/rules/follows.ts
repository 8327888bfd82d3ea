/** A field that the value of another one tells. */
import type { FollowsRule } from '../../resource-rules.js';
import { member, textMember, withMember, withoutMember } from '../json.js';
import { effectiveBody, type ChangeRule } from './change.js';
import { expanded } from './stated.js';

export const follows: ChangeRule<FollowsRule> = async (change, rule) => {
  const of = textMember(effectiveBody(change, change.next), rule.of) ?? '';
  const stated = Object.hasOwn(rule.values, of) ? rule.values[of] : undefined;
  const other = rule.otherwise === undefined ? undefined : member(change.next, rule.otherwise);
  const value = stated === undefined ? other : expanded(stated, change.next);
  return { ...change, next: value === undefined ? withoutMember(change.next, rule.field) : withMember(change.next, rule.field, value) };
};
