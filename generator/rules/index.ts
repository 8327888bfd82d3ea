/** The closed set of rule kinds: one file each, and this table. A kind that is missing here is named by the compiler. */
import type { MethodRule, Rule, RuleKind, SchemaRule } from '../../templates/runtime/rule.js';
import { allowMissing } from './allow-missing.js';
import { elementSelector } from './element-selector.js';
import { ownedResources } from './owned-resources.js';
import { counter } from './counter.js';
import type { FieldUse, MethodUse, PlaceUse, RuleKindDefinition } from './definition.js';
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

export type { FieldKind, FieldUse, GivenValue, RuleKindDefinition, RuleOf } from './definition.js';

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

export const schemaRuleKinds = kindsOn('schema') as SchemaRule['kind'][];
export const methodRuleKinds = kindsOn('method') as MethodRule['kind'][];

function kindsOn(place: 'schema' | 'method'): RuleKind[] {
  return (Object.keys(ruleKinds) as RuleKind[]).filter((kind) => ruleKinds[kind].on === place);
}

/** The definition, seen as one that takes any rule: it is only ever given rules of its own kind. */
function definitionOf(
  rule: Rule,
): Pick<RuleKindDefinition<RuleKind>, 'fields' | 'places' | 'methods' | 'parameters' | 'exclusive' | 'sentence'> {
  return ruleKinds[rule.kind] as unknown as RuleKindDefinition<RuleKind>;
}

/** One English sentence, for documentation and comments. */
export function describeRule(rule: Rule): string {
  return definitionOf(rule).sentence(rule);
}

/** The kinds of resources that a rule names. */
export function listRulePlaces(rule: Rule): readonly PlaceUse[] {
  return definitionOf(rule).places?.(rule) ?? [];
}

/** The fields that a rule names. */
export function listRuleFields(rule: Rule): readonly FieldUse[] {
  return definitionOf(rule).fields(rule);
}

/** The methods that a rule names. */
export function getRuleMethods(rule: Rule): readonly MethodUse[] {
  return definitionOf(rule).methods?.(rule) ?? [];
}

/** The first two keys of a rule that exclude each other. */
export function getExclusiveKeys(rule: Rule): readonly [string, string] | undefined {
  const [one, other] = (definitionOf(rule).exclusive ?? []).filter((key) => Object.hasOwn(rule, key));
  return one === undefined || other === undefined ? undefined : [one, other];
}

const ofParameters: ReadonlySet<FieldUse['in']> = new Set(['parameters', 'anyParameters', 'parameterOrBody', 'schemaParameters']);

/**
 * The request parameters that a rule reads, by name: what no rule of a method or of its resource names, and no action reads, has no effect.
 */
export function getRuleParameters(rule: Rule): readonly string[] {
  const named = listRuleFields(rule).flatMap((use) => (ofParameters.has(use.in) ? [use.path] : []));
  return [...new Set([...named, ...(definitionOf(rule).parameters?.(rule) ?? [])])];
}
