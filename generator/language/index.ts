/** The table of the kinds of rules. The compiler reports a missing kind. */
import type { MethodRule, Rule, RuleKind, SchemaRule } from '../../runtime/rule.js';
import type { JsonObject } from '../lib/json.js';
import type { RuleDefinition, RuleDefinitions } from './definition.js';
import { methodRules } from './method-rules.js';
import { listUses } from './parameters.js';
import { resourceRules } from './resource-rules.js';
import { service } from './service.js';
import { stateRules } from './state-rules.js';
import { type FieldPlace, type FieldUse, isFieldUse, type Use } from './uses.js';

export const schemaRuleKinds: Pick<RuleDefinitions, SchemaRule['kind']> = { ...stateRules, ...resourceRules, service };
export const methodRuleKinds: Pick<RuleDefinitions, MethodRule['kind']> = methodRules;
export const ruleKinds: RuleDefinitions = { ...schemaRuleKinds, ...methodRuleKinds };

export const isRuleKind = (kind: unknown): kind is RuleKind => typeof kind === 'string' && Object.hasOwn(ruleKinds, kind);

/** Returns the definition of a rule's kind. Its type accepts any rule, but callers pass only rules of this kind. */
function getDefinition(rule: Rule): Pick<RuleDefinition<RuleKind>, 'listParameters' | 'describe'> {
  return ruleKinds[rule.kind] as unknown as RuleDefinition<RuleKind>;
}

/** Describes a rule in one English sentence, for documentation and comments. */
export function describeRule(rule: Rule): string {
  return getDefinition(rule).describe(rule);
}

/** Lists what a rule names. The rule can be invalid: parts of the wrong type name nothing. */
export function listRuleUses(rule: JsonObject): readonly Use[] {
  const { kind } = rule;
  return isRuleKind(kind) ? listUses(ruleKinds[kind].parameters, rule) : [];
}

/** Lists the fields that a rule names. */
export function listRuleFields(rule: Rule): readonly FieldUse[] {
  return listRuleUses(rule as unknown as JsonObject).filter(isFieldUse);
}

/** Returns the first two keys of a rule that exclude each other. */
export function getExclusiveKeys(rule: JsonObject): readonly [string, string] | undefined {
  const { kind } = rule;
  const exclusive: readonly string[] = (isRuleKind(kind) && ruleKinds[kind].exclusive) || [];
  const [one, other] = exclusive.filter((key) => Object.hasOwn(rule, key));
  return one === undefined || other === undefined ? undefined : [one, other];
}

const parameterPlaces: ReadonlySet<FieldPlace> = new Set(['parameters', 'anyParameters', 'parameterOrBody', 'schemaParameters']);

/** Lists the request parameters that a rule reads. A parameter that neither a rule nor an action reads has no effect in the mock. */
export function listRuleParameters(rule: Rule): readonly string[] {
  const named = listRuleFields(rule).flatMap((use) => (parameterPlaces.has(use.in) ? [use.path] : []));
  return [...new Set([...named, ...(getDefinition(rule).listParameters?.(rule) ?? [])])];
}
