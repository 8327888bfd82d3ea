import type { RequiresRule } from '../rule.js';
import type { Check, Violation, RuleContext } from './check.js';
import { conditionText, outcomeOf } from './condition.js';
import { isPresent, pathOf, pointer, valuesOf } from './fields.js';

/** Fields must be there, and not empty, where a condition holds. */
export const requires: Check<RequiresRule> = (rule, value, context) => {
  if (rule.when !== undefined && outcomeOf(rule.when, value, context) !== 'holds') return [];
  return rule.fields.flatMap((field, at) => judgeField(rule, { field, at, value, context }));
};

interface Asked {
  readonly field: string;
  readonly at: number;
  readonly value: unknown;
  readonly context: RuleContext;
}

function judgeField({ when }: RequiresRule, { field, at, value, context }: Asked): readonly Violation[] {
  const found = valuesOf({ path: pathOf(field), at }, value, context);
  const absent = found[0]?.value === undefined;
  if (absent && (context.partial === true || hasDefault(field, context))) return [];
  if (!absent && found.some((one) => one.value !== '' && isPresent(one.value))) return [];
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
