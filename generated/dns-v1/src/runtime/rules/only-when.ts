import type { OnlyWhenRule } from '../rule.js';
import { added } from '../validate/report.js';
import type { Check, Violation } from './check.js';
import { alternatives, conditionText, failing } from './condition.js';
import { isPresent, pathOf, placeOf, valuesAt, type Path } from './fields.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: Check<OnlyWhenRule> = (rule, value, context) => {
  const { values, when } = rule;
  let found: Violation[] | null = null;
  let actual: string | undefined;
  for (const { path, may } of fieldsOf(rule)) {
    for (const at of valuesAt(value, path)) {
      if (!(values === undefined ? isPresent(at.value) : values.includes(at.value as string))) continue;
      // Most fields are absent most of the time, which costs least to see.
      actual ??= failing(when, value, context);
      if (actual === undefined) return none;
      const field = path.text;
      const params = values === undefined ? { field, when } : { field, when, value: at.value };
      found = added(found, { path: placeOf(at), message: may + actual, params });
    }
  }
  return found ?? none;
};

const none: readonly Violation[] = [];

interface Told {
  readonly path: Path;
  /** `role may be set only where purpose is PRIVATE `, made once for each rule. */
  readonly may: string;
}

const fields = new WeakMap<OnlyWhenRule, readonly Told[]>();

function fieldsOf(rule: OnlyWhenRule): readonly Told[] {
  let found = fields.get(rule);
  if (found === undefined) {
    const state = rule.values === undefined ? 'set' : alternatives(rule.values.map(String));
    const only = `may be ${state} only where ${conditionText(rule.when)}`;
    found = rule.fields.map((field) => ({ path: pathOf(field), may: `${field} ${only} ` }));
    fields.set(rule, found);
  }
  return found;
}
