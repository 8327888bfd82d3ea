import type { OnlyWhenRule } from '../rule.js';
import type { Check, Finding } from './check.js';
import { actualText, actualValues, alternatives, conditionText, outcomeOf } from './condition.js';
import { isPresent, placeOf, valuesAt, type Found } from './fields.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: Check<OnlyWhenRule> = (rule, value, context) => {
  const { fields, values, when } = rule;
  const broken: { readonly field: string; readonly at: Found }[] = [];
  for (const field of fields) {
    for (const at of valuesAt(value, field)) {
      if (values === undefined ? isPresent(at.value) : values.includes(at.value as string)) broken.push({ field, at });
    }
  }
  // Most fields are absent most of the time, which costs least to see.
  if (broken.length === 0 || outcomeOf(when, value, context) !== 'fails') return [];
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
