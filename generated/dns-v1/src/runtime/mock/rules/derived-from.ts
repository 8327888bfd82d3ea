/** A field that the value of another one tells. */
import type { DerivedFromRule } from '../../resource-rules.js';
import type { SchemaRule } from '../../rule.js';
import { getMember, getTextMember, withMember, withoutMember, type JsonObject } from '../json.js';
import { bodyWithDefaults, type ApplyRule } from './resource-change.js';
import { expandValue } from './value-template.js';

export const applyDerivedFields: ApplyRule<DerivedFromRule> = (change, rule) => {
  return { ...change, next: followed(rule, change.next, bodyWithDefaults(change, change.next)) };
};

/** Where the rule says nothing of a value, the field stays as it is. */
function followed(rule: DerivedFromRule, body: JsonObject, effective: JsonObject): JsonObject {
  const of = getTextMember(effective, rule.of) ?? '';
  const stated = Object.hasOwn(rule.values, of) ? rule.values[of] : undefined;
  if (stated === undefined && rule.otherwise === undefined) return body;
  const value = stated === undefined ? getMember(body, rule.otherwise ?? '') : expandValue(stated, body);
  return value === undefined ? withoutMember(body, rule.field) : withMember(body, rule.field, value);
}

/** The body after the server moved fields of its own: what they tell is told anew. */
export function updateDerivedFields(rules: readonly SchemaRule[], body: JsonObject, moved: JsonObject): JsonObject {
  return rules.reduce(
    (next, rule) => (rule.kind === 'derivedFrom' && Object.hasOwn(moved, rule.of) ? followed(rule, next, next) : next),
    body,
  );
}
