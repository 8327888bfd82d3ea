/** The conditions of rules. */
import type { ObjectLocation } from '../../runtime/behavior.js';
import type { Condition } from '../../runtime/rule.js';
import { isConditionMet, parseDottedPath } from '../../runtime/rules/field-paths.js';
import type { JsonObject } from '../lib/json.js';
import { addDefaults } from './field-tables.js';
import { getFieldsAt } from './located-objects.js';
import type { CompiledResource } from './resource.js';

interface ConditionalRule extends ObjectLocation {
  readonly when?: Condition;
}

/** Returns whether an object meets the condition of a rule: a resource, or an object at the path of the rule. A default counts as the value. */
export function isRuleConditionMet({ fields }: Pick<CompiledResource, 'fields'>, rule: ConditionalRule, object: JsonObject): boolean {
  const { when } = rule;
  if (when === undefined) return true;
  const names = Object.keys(when).flatMap((path) => parseDottedPath(path).names[0] ?? []);
  return isConditionMet(when, addDefaults(getFieldsAt(fields, rule), object, names));
}
