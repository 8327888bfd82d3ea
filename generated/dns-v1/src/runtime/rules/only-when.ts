import type { OnlyWhenRule } from '../rule.js';
import type { Check, Violation } from './check.js';
import { actualText, alternatives, conditionText, outcomeOf } from './condition.js';
import { isPresent, placeOf, someAt, valuesAt } from './fields.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: Check<OnlyWhenRule> = (rule, value, context) => {
  const { fields, values, when } = rule;
  const concerns = (held: unknown): boolean => (values === undefined ? isPresent(held) : values.some((one) => one === held));
  // Most fields are absent most of the time: looked for first, since that costs least.
  if (!fields.some((field) => someAt(value, field, concerns))) return [];
  if (outcomeOf(when, value, context) !== 'fails') return [];
  const broken = fields.flatMap((field) =>
    valuesAt(value, field)
      .filter((at) => concerns(at.value))
      .map((at) => ({ field, at })),
  );
  const may = values === undefined ? 'may be set' : `may be ${alternatives(values.map(String))}`;
  const condition = `${conditionText(when)} ${actualText(when, value, context)}`;
  return broken.map(({ field, at }): Violation => ({
    path: placeOf(at),
    message: `${field} ${may} only where ${condition}`,
    params: { field, when, ...(values && { value: at.value }) },
  }));
};
