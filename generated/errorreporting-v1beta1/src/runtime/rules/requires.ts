import type { RequiresRule } from '../rule.js';
import type { Check, Violation } from './check.js';
import { areMet, conditionText, partsOf } from './condition.js';
import { isPresent, isTakenAway, pathOf, pointer, valueAt, valuesAt } from './fields.js';

/** Fields must be there, and not empty, where a condition holds. */
export const requires: Check<RequiresRule> = (rule, known) => {
  const parts = partsOf(rule.when ?? {}, known);
  return (value, { partial = false }) => {
    if (!areMet(parts, value, partial)) return [];
    return rule.fields.flatMap((field) => {
      const mayLack = (partial && !isTakenAway(value, pathOf(field))) || Object.hasOwn(known.defaults, field);
      return judgeField(rule, { field, value, mayLack, source: known.source });
    });
  };
};

interface Asked {
  readonly field: string;
  readonly value: unknown;
  /** It may stand elsewhere, or has a default. */
  readonly mayLack: boolean;
  readonly source: string | undefined;
}

function judgeField({ when }: RequiresRule, { field, value, mayLack, source }: Asked): readonly Violation[] {
  const found = valueAt(value, field);
  const absent = found === undefined;
  if (absent && mayLack) return [];
  if (!absent && valuesAt(value, pathOf(field)).some((at) => at.value !== '' && isPresent(at.value))) return [];
  return [
    {
      path: absent ? '' : pointer(field),
      message: `${field} ${absent ? 'is required' : 'must not be empty'}${when === undefined ? '' : ` where ${conditionText(when)}`}`,
      params: { missingProperty: field, ...(when && { when }), source },
    },
  ];
}
