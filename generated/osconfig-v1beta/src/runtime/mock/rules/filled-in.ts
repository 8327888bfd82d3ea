/** Where nobody gives a field, the server fills it in. */
import { outcomeOf } from '../../rules/condition.js';
import type { FilledInRule } from '../../rule.js';
import { memberAt, withMemberAt, type JsonObject } from '../json.js';
import { withDefaults } from '../shape.js';
import type { Resource } from '../world/resource.js';
import type { ChangeRule } from './change.js';
import { expanded } from './stated.js';

export const filledIn: ChangeRule<FilledInRule> = async (change, rule) => ({
  ...change,
  next: withFilledIn(change.place.resource, rule, change.next),
});

export function withFilledIn(resource: Resource, rule: FilledInRule, body: JsonObject): JsonObject {
  if (memberAt(body, rule.field) !== undefined) return body;
  if (rule.when && outcomeOf(rule.when, withDefaults(resource.fields, body), {}) !== 'holds') return body;
  const value = expanded(rule.value, body);
  return value === undefined ? body : withMemberAt(body, rule.field, value);
}

/** Seeds are taken as they are, but for what the server alone can give. */
export function withServerFields(resource: Resource, body: JsonObject): JsonObject {
  return resource.rules.reduce(
    (filled, rule) => (rule.kind === 'filledIn' && resource.fields?.[rule.field]?.readOnly ? withFilledIn(resource, rule, filled) : filled),
    body,
  );
}
