/** The checks of the rules that depend on only one message, by kind. */
import type { MessageRule, Rule } from '../rule.js';
import { dnsRecordData } from '../services/dns/validate/check-record-data.js';
import { nonOverlapping } from './non-overlapping.js';
import type { RuleCheck, Violation } from './rule-check.js';

type Checks = { readonly [Kind in MessageRule['kind']]: RuleCheck<Extract<MessageRule, { readonly kind: Kind }>> };

export const messageRules: Checks = { nonOverlapping, service: dnsRecordData };

export function isMessageRule(rule: Rule): rule is MessageRule {
  return rule.kind === 'service' ? rule.module === 'dns/record-data' : Object.hasOwn(messageRules, rule.kind);
}

export function checkRule(rule: MessageRule, value: unknown, siblings?: readonly unknown[]): readonly Violation[] {
  // The type of the table pairs each kind with the check of its rules.
  return (messageRules[rule.kind] as RuleCheck<MessageRule>)(rule, value, siblings);
}
