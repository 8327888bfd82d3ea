/** The `derivedFrom` rule: the value of another field determines a field. */
import type { DerivedFromRule } from '../../../runtime/resource-rules.js';
import type { SchemaRule } from '../../../runtime/rule.js';
import { getMember, getTextMember, withMember, withoutMember, type JsonObject } from '../../lib/json.js';
import type { PendingChange } from '../resource-change.js';
import type { RuleHooks } from './rule-hooks.js';
import { addDefaults } from '../../catalog/field-tables.js';
import { expandValue } from '../generated-values/value-template.js';

export const derivedFrom: RuleHooks<DerivedFromRule> = { onCreate: applyDerivedField, onUpdate: applyDerivedField };

function applyDerivedField(change: PendingChange, rule: DerivedFromRule): PendingChange {
  const effective = addDefaults(change.place.resource.fields, change.next);
  return { ...change, next: deriveField(rule, change.next, effective) };
}

/** Sets the derived field. Keeps the field if the rule has no value for the source. */
function deriveField(rule: DerivedFromRule, body: JsonObject, effective: JsonObject): JsonObject {
  const source = getTextMember(effective, rule.of) ?? '';
  const template = Object.hasOwn(rule.values, source) ? rule.values[source] : undefined;
  if (template === undefined && rule.otherwise === undefined) return body;
  const value = template === undefined ? getMember(body, rule.otherwise ?? '') : expandValue(template, body);
  return value === undefined ? withoutMember(body, rule.field) : withMember(body, rule.field, value);
}

/** Updates the derived fields after the server changed fields of the body. */
export function updateDerivedFields(rules: readonly SchemaRule[], body: JsonObject, changedFields: JsonObject): JsonObject {
  return rules.reduce(
    (next, rule) => (rule.kind === 'derivedFrom' && Object.hasOwn(changedFields, rule.of) ? deriveField(rule, next, next) : next),
    body,
  );
}
