/** Lists every rule with the number of its examples and checks. */
import { createChecks } from '../state/kinds/index.js';
import { findBehavior } from '../state/world.js';
import { examples, type Example } from './examples.js';
import { isCheckedByValidator, isCheckedByMock, isOpen, keywords, explainDocumentationOnly } from './kinds.js';
import { rules, type SpecifiedRule } from './specifications.js';

export interface ListedRule {
  readonly rule: SpecifiedRule;
  /** Validator examples, if a message can violate the rule. */
  readonly messages?: { readonly accepting: number; readonly rejecting: number };
  /** Mock checks with an accepted and a rejected request, if the rule concerns stored state. */
  readonly state?: number;
  /** The reason why there are none. */
  readonly reason?: string;
  /** What is missing. */
  readonly missing: readonly string[];
}

const examplesByRule = new Map<string, Example[]>();
for (const example of examples) for (const { id } of example.rules) examplesByRule.set(id, [...(examplesByRule.get(id) ?? []), example]);

function countExamples(rule: SpecifiedRule): NonNullable<ListedRule['messages']> {
  const keyword = rule.facet === 'etag' ? 'required' : keywords.get(rule.facet);
  const ruleExamples = examplesByRule.get(rule.id) ?? [];
  return {
    accepting: ruleExamples.reduce((count, { accepted }) => count + accepted.length, 0),
    rejecting: ruleExamples.reduce((count, { rejected }) => count + rejected.filter((example) => example.keyword === keyword).length, 0),
  };
}

function describeRule(rule: SpecifiedRule): ListedRule {
  const messages = isCheckedByValidator(rule) ? countExamples(rule) : undefined;
  const state = isCheckedByMock(rule) ? createChecks(findBehavior(rule.api), rule).length : undefined;
  const reason = explainDocumentationOnly(rule);
  const missing = [
    ...(messages?.accepting === 0 ? ['an accepting example'] : []),
    // An open enum rejects nothing.
    ...(messages?.rejecting === 0 && !isOpen(rule) ? ['a rejecting example'] : []),
    ...(state === 0 ? ['a check of the mock'] : []),
    ...(messages === undefined && state === undefined && reason === undefined ? ['a kind that is validated, enforced, or documented'] : []),
  ];
  return { rule, ...(messages && { messages }), ...(state !== undefined && { state }), ...(reason !== undefined && { reason }), missing };
}

export const listing: readonly ListedRule[] = rules.map(describeRule);
