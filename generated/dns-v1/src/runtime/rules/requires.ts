import type { RequiresRule } from '../rule.js';
import type { Check, Violation, RuleContext } from './check.js';
import { conditionText, outcomeOf } from './condition.js';
import { isPresent, pathOf, pointer, valueAt, valuesAt } from './fields.js';

/** Fields must be there, and not empty, where a condition holds. */
export const requires: Check<RequiresRule> = (rule) => (value, context) => {
  if (rule.when !== undefined && outcomeOf(rule.when, value, context) !== 'holds') return [];
  return rule.fields.flatMap((field) => judgeField(rule, { field, value, context }));
};

interface Asked {
  readonly field: string;
  readonly value: unknown;
  readonly context: RuleContext;
}

function judgeField({ when }: RequiresRule, { field, value, context }: Asked): readonly Violation[] {
  const found = valueAt(value, field);
  const absent = found === undefined;
  if (absent && (context.partial === true || hasDefault(field, context))) return [];
  if (!absent && valuesAt(value, pathOf(field)).some((at) => at.value !== '' && isPresent(at.value))) return [];
  return [
    {
      path: absent ? '' : pointer(field),
      message: `${field} ${absent ? 'is required' : 'must not be empty'}${when === undefined ? '' : ` where ${conditionText(when)}`}`,
      params: { missingProperty: field, ...(when && { when }) },
    },
  ];
}

function hasDefault(field: string, { defaults }: RuleContext): boolean {
  return defaults !== undefined && Object.hasOwn(defaults, field);
}
