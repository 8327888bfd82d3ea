/** A field that the value of another one tells. */
import type { FollowsRule } from '../../resource-rules.js';
import type { SchemaRule } from '../../rule.js';
import { member, textMember, withMember, withoutMember, type JsonObject } from '../json.js';
import { effectiveBody, type ChangeRule } from './change.js';
import { expanded } from './stated.js';

export const follows: ChangeRule<FollowsRule> = (change, rule) => {
  return { ...change, next: followed(rule, change.next, effectiveBody(change, change.next)) };
};

/** Where the rule says nothing of a value, the field stays as it is. */
function followed(rule: FollowsRule, body: JsonObject, effective: JsonObject): JsonObject {
  const of = textMember(effective, rule.of) ?? '';
  const stated = Object.hasOwn(rule.values, of) ? rule.values[of] : undefined;
  if (stated === undefined && rule.otherwise === undefined) return body;
  const value = stated === undefined ? member(body, rule.otherwise ?? '') : expanded(stated, body);
  return value === undefined ? withoutMember(body, rule.field) : withMember(body, rule.field, value);
}

/** The body after the server moved fields of its own: what they tell is told anew. */
export function withFollowing(rules: readonly SchemaRule[], body: JsonObject, moved: JsonObject): JsonObject {
  return rules.reduce((next, rule) => (rule.kind === 'follows' && Object.hasOwn(moved, rule.of) ? followed(rule, next, next) : next), body);
}
