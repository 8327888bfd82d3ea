import type { Rule } from '../../templates/runtime/rule.js';

/** Stands in until the table of rule kinds can be asked. */
export function sentenceOf(rule: Rule): string {
  return rule.kind;
}
