import type { OnlyWhenRule } from '../rule.js';
import type { Check, Violation } from './check.js';
import { actualText, alternatives, conditionText, outcomeOf } from './condition.js';
import { isPresent, valuesAt } from './fields.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: Check<OnlyWhenRule> = (rule, value, context) => {
  const { fields, values, when } = rule;
  if (outcomeOf(when, value, context) !== 'fails') return [];
  const concerns = (held: unknown): boolean => (values === undefined ? isPresent(held) : values.some((one) => one === held));
  const broken = fields.flatMap((field) => valuesAt(value, field).filter((at) => concerns(at.value)).map((at) => ({ field, ...at })));
  if (broken.length === 0) return [];
  const may = values === undefined ? 'may be set' : `may be ${alternatives(values.map(String))}`;
  const condition = `${conditionText(when)} ${actualText(when, value, context)}`;
  return broken.map(
    ({ field, path, value: held }): Violation => ({
      path,
      message: `${field} ${may} only where ${condition}`,
      params: { field, when, ...(values && { value: held }) },
    }),
  );
};
