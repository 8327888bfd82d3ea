/** The checks of the rules that depend on only one message, by kind. */
import type { MessageRule, Rule } from '../rule.js';
import type { CreateCheck, Defaults, RuleContext, Violation } from './rule-check.js';
import { nonOverlapping, dnsRecordData } from './kinds.js';

export type { CreateCheck, RuleContext, Violation } from './rule-check.js';

type Checks = { readonly [Kind in MessageRule['kind']]: CreateCheck<Extract<MessageRule, { readonly kind: Kind }>> };

export const messageRules: Checks = {
  nonOverlapping,
  service: dnsRecordData,
};

export function isMessageRule(rule: Rule): rule is MessageRule {
  return rule.kind === 'service' ? rule.module === 'dns/record-data' : Object.hasOwn(messageRules, rule.kind);
}

export interface CheckContext extends RuleContext {
  readonly defaults?: Defaults;
}

/** Returns the violations of a rule. */
export function checkRule(rule: MessageRule, value: unknown, { defaults = {}, ...context }: CheckContext = {}): readonly Violation[] {
  // The type of the table pairs each kind with the check of its rules.
  return (messageRules[rule.kind] as CreateCheck<MessageRule>)(rule, { defaults })(value, context);
}
