/** The rules that are judged on one message alone: a closed table, one entry for each kind. */
import type { MessageRule, Rule } from '../rule.js';
import type { Check, Defaults, RuleContext, Violation } from './check.js';
import { nonOverlapping, recordData } from './kinds.js';

export type { Check, RuleContext, Violation } from './check.js';

type Checks = { readonly [Kind in MessageRule['kind']]: Check<Extract<MessageRule, { readonly kind: Kind }>> };

export const messageRules: Checks = {
  nonOverlapping,
  recordData,
};

export function isMessageRule(rule: Rule): rule is MessageRule {
  return Object.hasOwn(messageRules, rule.kind);
}

export interface CheckContext extends RuleContext {
  readonly defaults?: Defaults;
}

/** Where `value` breaks a rule; nothing where it does not. */
export function checkRule(rule: MessageRule, value: unknown, { defaults = {}, ...context }: CheckContext = {}): readonly Violation[] {
  // The table's type pairs each kind with the check of its rules.
  return (messageRules[rule.kind] as Check<MessageRule>)(rule, { defaults })(value, context);
}
