import type { OnlyWhenRule } from '../rule.js';
import type { Check, Violation } from './check.js';
import { alternatives, conditionText, failing } from './condition.js';
import { isPresent, placeOf, valuesAt } from './fields.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: Check<OnlyWhenRule> = (rule, value, context) => {
  const { values, when } = rule;
  const found: Violation[] = [];
  let actual: string | undefined;
  for (const { field, may } of fieldsOf(rule)) {
    for (const at of valuesAt(value, field)) {
      if (!(values === undefined ? isPresent(at.value) : values.includes(at.value as string))) continue;
      // Most fields are absent most of the time, which costs least to see.
      actual ??= failing(when, value, context);
      if (actual === undefined) return none;
      found.push({
        path: placeOf(at),
        message: may + actual,
        params: values === undefined ? { field, when } : { field, when, value: at.value },
      });
    }
  }
  return found;
};

const none: readonly Violation[] = [];

interface Told {
  readonly field: string;
  /** `role may be set only where purpose is PRIVATE `, made once for each rule. */
  readonly may: string;
}

const fields = new WeakMap<OnlyWhenRule, readonly Told[]>();

function fieldsOf(rule: OnlyWhenRule): readonly Told[] {
  let found = fields.get(rule);
  if (found === undefined) {
    const state = rule.values === undefined ? 'set' : alternatives(rule.values.map(String));
    found = rule.fields.map((field) => ({ field, may: `${field} may be ${state} only where ${conditionText(rule.when)} ` }));
    fields.set(rule, found);
  }
  return found;
}
