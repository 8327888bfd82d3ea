/** The rules that are judged on one message alone: a closed table, one entry for each kind. */
import type { MessageRule, Rule } from '../rule.js';
import { atMostOne } from './at-most-one.js';
import { certificateChain } from './certificate-chain.js';
import type { Check, Judge, RuleContext, Violation } from './check.js';
import { lessOrEqual } from './less-or-equal.js';
import { nonOverlapping } from './non-overlapping.js';
import { onlyWhen } from './only-when.js';
import { requires } from './requires.js';
import { totalSize } from './total-size.js';
import { unique } from './unique.js';

export type { Check, RuleContext, Violation } from './check.js';

type Checks = { readonly [Kind in MessageRule['kind']]: Check<Extract<MessageRule, { readonly kind: Kind }>> };

export const messageRules: Checks = {
  lessOrEqual,
  requires,
  onlyWhen,
  atMostOne,
  unique,
  nonOverlapping,
  totalSize,
  certificateChain,
};

export function isMessageRule(rule: Rule): rule is MessageRule {
  return Object.hasOwn(messageRules, rule.kind);
}

const judges = new WeakMap<MessageRule, Judge>();

/** Where `value` breaks a rule; nothing where it does not. */
export function checkRule(rule: MessageRule, value: unknown, context: RuleContext = {}): readonly Violation[] {
  let judge = judges.get(rule);
  // The table's type pairs each kind with the check of its rules.
  if (judge === undefined) judges.set(rule, (judge = (messageRules[rule.kind] as Check<MessageRule>)(rule)));
  return judge(value, context);
}
