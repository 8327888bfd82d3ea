/** Where nobody gives a field, the server fills it in. */
import { isMet } from '../../rules/condition.js';
import type { FilledInRule } from '../../resource-rules.js';
import type { Condition } from '../../rule.js';
import { memberAt, withMemberAt, type JsonObject } from '../json.js';
import { withDefaults } from '../shape.js';
import type { Resource } from '../world/resource.js';
import { withCertificateFacts } from './certificate-facts.js';
import type { ChangeRule } from './change.js';
import { expanded } from './stated.js';

export const filledIn: ChangeRule<FilledInRule> = (change, rule) => {
  const { place, before } = change;
  // A later change fills in only what it makes room for, and what it leaves out that was there.
  const had = memberAt(before.body, rule.field) !== undefined;
  const settled = before.version > 0 && !had && (!rule.when || holds(place.resource, rule.when, before.body));
  return settled ? change : { ...change, next: withFilledIn(place.resource, rule, change.next) };
};

function holds({ fields }: Resource, when: Condition, body: JsonObject): boolean {
  return isMet(when, withDefaults(fields, body));
}

export function withFilledIn(resource: Resource, rule: FilledInRule, body: JsonObject): JsonObject {
  if (memberAt(body, rule.field) !== undefined) return body;
  if (rule.when && !holds(resource, rule.when, body)) return body;
  const value = expanded(rule.value, body);
  return value === undefined ? body : withMemberAt(body, rule.field, value);
}

/** Seeds are taken as they are, but for what the server alone can give. */
export function withServerFields(resource: Resource, body: JsonObject): JsonObject {
  return resource.rules.reduce((filled, rule) => {
    if (rule.kind === 'certificateFacts') return withCertificateFacts(rule, filled);
    return rule.kind === 'filledIn' && resource.fields?.[rule.field]?.readOnly ? withFilledIn(resource, rule, filled) : filled;
  }, body);
}
