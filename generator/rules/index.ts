/** The table of rule kinds, each defined in its own file. The compiler reports a missing kind. */
import type { MethodRule, Rule, RuleKind, SchemaRule } from '../../templates/runtime/rule.js';
import { allowMissing } from './allow-missing.js';
import { elementSelector } from './element-selector.js';
import { ownedResources } from './owned-resources.js';
import { counter } from './counter.js';
import type { FieldUse, MethodUse, PathTemplateUse, RuleKindDefinition } from './definition.js';
import { deleteRequiresEmpty } from './delete-requires-empty.js';
import { activeStandby } from './active-standby.js';
import { serverDefault } from './server-default.js';
import { filter } from './filter.js';
import { etag } from './etag.js';
import { derivedFrom } from './derived-from.js';
import { subdomainOf } from './subdomain-of.js';
import { nonOverlapping } from './non-overlapping.js';
import { deleteBlockedByReference } from './delete-blocked-by-reference.js';
import { operation } from './operation.js';
import { orderBy } from './order-by.js';
import { pagination } from './pagination.js';
import { update } from './update.js';
import { prefix } from './prefix.js';
import { builtIn } from './built-in.js';
import { service } from './service.js';
import { changeRecord } from './change-record.js';
import { requestId } from './request-id.js';
import { requiredIfResourceHas } from './required-if-resource-has.js';
import { exclusiveValue } from './exclusive-value.js';
import { states } from './states.js';

export type { FieldKind, FieldUse, RuleKindDefinition, RuleOf } from './definition.js';

export const ruleKinds = {
  nonOverlapping,
  etag,
  activeStandby,
  states,
  serverDefault,
  counter,
  derivedFrom,
  builtIn,
  ownedResources,
  deleteRequiresEmpty,
  deleteBlockedByReference,
  subdomainOf,
  exclusiveValue,
  service,
  requestId,
  operation,
  pagination,
  filter,
  orderBy,
  update,
  requiredIfResourceHas,
  changeRecord,
  elementSelector,
  prefix,
  allowMissing,
} as const satisfies { readonly [K in RuleKind]: RuleKindDefinition<K> };

export const schemaRuleKinds = listKinds('schema') as SchemaRule['kind'][];
export const methodRuleKinds = listKinds('method') as MethodRule['kind'][];

function listKinds(place: 'schema' | 'method'): RuleKind[] {
  return (Object.keys(ruleKinds) as RuleKind[]).filter((kind) => ruleKinds[kind].on === place);
}

/** Returns the definition of a rule's kind. Its type accepts any rule, but callers pass only rules of this kind. */
function getDefinition(
  rule: Rule,
): Pick<RuleKindDefinition<RuleKind>, 'listFields' | 'listPathTemplates' | 'listMethods' | 'listParameters' | 'exclusive' | 'describe'> {
  return ruleKinds[rule.kind] as unknown as RuleKindDefinition<RuleKind>;
}

/** Describes a rule in one English sentence, for documentation and comments. */
export function describeRule(rule: Rule): string {
  return getDefinition(rule).describe(rule);
}

/** Lists the path templates that a rule names. */
export function listRulePathTemplates(rule: Rule): readonly PathTemplateUse[] {
  return getDefinition(rule).listPathTemplates?.(rule) ?? [];
}

/** Lists the fields that a rule names. */
export function listRuleFields(rule: Rule): readonly FieldUse[] {
  return getDefinition(rule).listFields(rule);
}

/** Lists the methods that a rule names. */
export function listRuleMethods(rule: Rule): readonly MethodUse[] {
  return getDefinition(rule).listMethods?.(rule) ?? [];
}

/** Returns the first two keys of a rule that exclude each other. */
export function getExclusiveKeys(rule: Rule): readonly [string, string] | undefined {
  const [one, other] = (getDefinition(rule).exclusive ?? []).filter((key) => Object.hasOwn(rule, key));
  return one === undefined || other === undefined ? undefined : [one, other];
}

const parameterPlaces: ReadonlySet<FieldUse['in']> = new Set(['parameters', 'anyParameters', 'parameterOrBody', 'schemaParameters']);

/** Lists the request parameters that a rule reads. A parameter that neither a rule nor an action reads has no effect in the mock. */
export function listRuleParameters(rule: Rule): readonly string[] {
  const named = listRuleFields(rule).flatMap((use) => (parameterPlaces.has(use.in) ? [use.path] : []));
  return [...new Set([...named, ...(getDefinition(rule).listParameters?.(rule) ?? [])])];
}
