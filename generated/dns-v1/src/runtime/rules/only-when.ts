import type { OnlyWhenRule } from '../rule.js';
import { added } from '../validate/report.js';
import type { Check, Violation } from './check.js';
import { alternatives, conditionText, failing, partsOf } from './condition.js';
import { isPresent, pathOf, valuesAt } from './fields.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: Check<OnlyWhenRule> = ({ fields, values, when }, known) => {
  const state = values === undefined ? 'set' : alternatives(values.map(String));
  const only = `may be ${state} only where ${conditionText(when)}`;
  const { reads, source } = known;
  const parts = partsOf(when, known);
  const [first = ''] = Object.keys(when);
  const judged = fields.map((field) => ({ field, path: pathOf(field, reads), may: `${field} ${only} (${first} is ` }));
  return (value, { partial = false }) => {
    let found: Violation[] | null = null;
    let actual: string | undefined;
    for (const { field, path, may } of judged) {
      for (const at of valuesAt(value, path)) {
        if (!(values === undefined ? isPresent(at.value) : values.includes(at.value as string))) continue;
        // Most fields are absent most of the time, which costs least to see.
        actual ??= failing(parts, value, partial);
        if (actual === undefined) return none;
        const params = values === undefined ? { field, when, source } : { field, when, value: at.value, source };
        found = added(found, { path: at.pointer, message: `${may}${actual})`, params });
      }
    }
    return found ?? none;
  };
};

const none: readonly Violation[] = [];
