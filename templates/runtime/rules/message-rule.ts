import type { MessageRule, Rule } from '../rule.js';

const messageKinds: { readonly [Kind in Exclude<MessageRule['kind'], 'service'>]: true } = { nonOverlapping: true };

/** Returns whether a rule depends on only one message, so that a validator can check it. */
export function isMessageRule(rule: Rule): rule is MessageRule {
  return rule.kind === 'service' ? rule.module === 'dns/record-data' : Object.hasOwn(messageKinds, rule.kind);
}
