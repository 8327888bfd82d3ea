import type { OnlyWhenRule } from '../rule.js';
import type { Check, Finding } from './check.js';
import { actualText, actualValues, alternatives, conditionText, outcomeOf } from './condition.js';
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
  const actual = actualValues(when, value, context);
  return broken.map(({ field, at }): Finding => () => ({
    path: placeOf(at),
    message: `${field} ${textOf(rule)} ${actualText(when, actual)}`,
    params: { field, when, ...(values && { value: at.value }) },
  }));
};

const texts = new WeakMap<OnlyWhenRule, string>();

/** `may be true only where purpose is PRIVATE`; made once for each rule. */
function textOf(rule: OnlyWhenRule): string {
  let text = texts.get(rule);
  if (text === undefined) {
    const may = rule.values === undefined ? 'set' : alternatives(rule.values.map(String));
    texts.set(rule, (text = `may be ${may} only where ${conditionText(rule.when)}`));
  }
  return text;
}
