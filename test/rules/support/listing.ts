/** Lists every rule with the number of its examples and checks. */
import { checksOf } from '../state/kinds/index.js';
import { findBehavior } from '../state/world.js';
import { examples, type Example } from './examples.js';
import { isCheckedByValidator, isCheckedByMock, isOpen, keywords, explainDocumentationOnly } from './kinds.js';
import { rules, type SpecifiedRule } from './specifications.js';

export interface Listed {
  readonly rule: SpecifiedRule;
  /** Validator examples, if a message can violate the rule. */
  readonly messages?: { readonly accepting: number; readonly rejecting: number };
  /** Mock checks with an accepted and a rejected request, if the rule concerns stored state. */
  readonly state?: number;
  /** The reason why there are none. */
  readonly told?: string;
  /** What is missing. */
  readonly missing: readonly string[];
}

const shownBy = new Map<string, Example[]>();
for (const example of examples) for (const { id } of example.rules) shownBy.set(id, [...(shownBy.get(id) ?? []), example]);

function messagesOf(rule: SpecifiedRule): NonNullable<Listed['messages']> {
  const keyword = rule.facet === 'etag' ? 'required' : keywords.get(rule.facet);
  const found = shownBy.get(rule.id) ?? [];
  return {
    accepting: found.reduce((count, { accepted }) => count + accepted.length, 0),
    rejecting: found.reduce((count, { rejected }) => count + rejected.filter((one) => one.keyword === keyword).length, 0),
  };
}

function listed(rule: SpecifiedRule): Listed {
  const messages = isCheckedByValidator(rule) ? messagesOf(rule) : undefined;
  const state = isCheckedByMock(rule) ? checksOf(findBehavior(rule.api), rule).length : undefined;
  const told = explainDocumentationOnly(rule);
  const missing = [
    ...(messages?.accepting === 0 ? ['an accepting example'] : []),
    // An open enum rejects nothing.
    ...(messages?.rejecting === 0 && !isOpen(rule) ? ['a rejecting example'] : []),
    ...(state === 0 ? ['a check of the mock'] : []),
    ...(messages === undefined && state === undefined && told === undefined ? ['a kind that is judged, kept or told'] : []),
  ];
  return { rule, ...(messages && { messages }), ...(state !== undefined && { state }), ...(told !== undefined && { told }), missing };
}

export const listing: readonly Listed[] = rules.map(listed);
