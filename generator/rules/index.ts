/** The closed set of rule kinds: one file each, and this table. A kind that is missing here is named by the compiler. */
import type { MethodRule, Rule, RuleKind, SchemaRule } from '../../templates/runtime/rule.js';
import { allowMissing } from './allow-missing.js';
import { certificateFacts } from './certificate-facts.js';
import { chosenElements } from './chosen-elements.js';
import { comesWith } from './comes-with.js';
import { counter } from './counter.js';
import type { FieldUse, MethodUse, PlaceUse, RuleKindDefinition } from './definition.js';
import { emptyBody } from './empty-body.js';
import { emptyToDelete } from './empty-to-delete.js';
import { exclusiveRole } from './exclusive-role.js';
import { fieldMask } from './field-mask.js';
import { filledIn } from './filled-in.js';
import { filter } from './filter.js';
import { fingerprint } from './fingerprint.js';
import { follows } from './follows.js';
import { freshness } from './freshness.js';
import { lockedWhile } from './locked-while.js';
import { mergePatch } from './merge-patch.js';
import { nameWithin } from './name-within.js';
import { nonOverlapping } from './non-overlapping.js';
import { notWhileUsed } from './not-while-used.js';
import { operation } from './operation.js';
import { orderBy } from './order-by.js';
import { paging } from './paging.js';
import { partialSuccess } from './partial-success.js';
import { patchable } from './patchable.js';
import { prefix } from './prefix.js';
import { provided } from './provided.js';
import { recordData } from './record-data.js';
import { recorded } from './recorded.js';
import { reopens } from './reopens.js';
import { requestId } from './request-id.js';
import { requiredIfTarget } from './required-if-target.js';
import { signingKey } from './signing-key.js';
import { sort } from './sort.js';
import { standsAlone } from './stands-alone.js';
import { states } from './states.js';

export type { FieldKind, FieldUse, GivenValue, RuleKindDefinition, RuleOf } from './definition.js';

export const ruleKinds = {
  nonOverlapping,
  fingerprint,
  freshness,
  exclusiveRole,
  lockedWhile,
  states,
  filledIn,
  counter,
  follows,
  provided,
  comesWith,
  emptyToDelete,
  notWhileUsed,
  nameWithin,
  standsAlone,
  recordData,
  signingKey,
  certificateFacts,
  reopens,
  requestId,
  operation,
  paging,
  filter,
  orderBy,
  partialSuccess,
  emptyBody,
  mergePatch,
  patchable,
  fieldMask,
  requiredIfTarget,
  recorded,
  chosenElements,
  sort,
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
export function ruleSentence(rule: Rule): string {
  return definitionOf(rule).sentence(rule);
}

/** The kinds of resources that a rule names. */
export function rulePlaces(rule: Rule): readonly PlaceUse[] {
  return definitionOf(rule).places?.(rule) ?? [];
}

/** The fields that a rule names. */
export function ruleFields(rule: Rule): readonly FieldUse[] {
  return definitionOf(rule).fields(rule);
}

/** The methods that a rule names. */
export function ruleMethods(rule: Rule): readonly MethodUse[] {
  return definitionOf(rule).methods?.(rule) ?? [];
}

/** The first two keys of a rule that exclude each other. */
export function exclusiveKeys(rule: Rule): readonly [string, string] | undefined {
  const [one, other] = (definitionOf(rule).exclusive ?? []).filter((key) => Object.hasOwn(rule, key));
  return one === undefined || other === undefined ? undefined : [one, other];
}

const ofParameters: ReadonlySet<FieldUse['in']> = new Set(['parameters', 'anyParameters', 'parameterOrBody', 'schemaParameters']);

/**
 * The request parameters that a rule reads, by name: what no rule of a method or of its resource names, and no action reads, has no effect.
 */
export function ruleParameters(rule: Rule): readonly string[] {
  const named = ruleFields(rule).flatMap((use) => (ofParameters.has(use.in) ? [use.path] : []));
  return [...new Set([...named, ...(definitionOf(rule).parameters?.(rule) ?? [])])];
}
