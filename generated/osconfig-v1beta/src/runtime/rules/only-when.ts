import type { OnlyWhenRule } from '../rule.js';
import type { Check, Finding } from './check.js';
import { actualText, alternatives, conditionText, failing } from './condition.js';
import { isPresent, placeOf, valuesAt, type Found } from './fields.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: Check<OnlyWhenRule> = (rule, value, context) => {
  const { fields, values, when } = rule;
  const found: Finding[] = [];
  let actual: readonly unknown[] | undefined;
  for (const field of fields) {
    for (const at of valuesAt(value, field)) {
      if (!(values === undefined ? isPresent(at.value) : values.includes(at.value as string))) continue;
      // Most fields are absent most of the time, which costs least to see.
      actual ??= failing(when, value, context);
      if (actual === undefined) return none;
      found.push(tellingOf(rule, { field, at, actual }));
    }
  }
  return found;
};

const none: readonly Finding[] = [];

interface Misplaced {
  readonly field: string;
  readonly at: Found;
  readonly actual: readonly unknown[];
}

function tellingOf(rule: OnlyWhenRule, { field, at, actual }: Misplaced): Finding {
  const { values, when } = rule;
  return () => ({
    path: placeOf(at),
    message: `${field} ${textOf(rule)} ${actualText(when, actual)}`,
    params: values === undefined ? { field, when } : { field, when, value: at.value },
  });
}

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
