import type { RequiresRule } from '../rule.js';
import type { CreateCheck, Violation } from './rule-check.js';
import { holdsInPart, formatCondition, parseCondition } from './condition.js';
import { isPresent, isRemovedByPatch, parseFieldPath, toPointer, getValueAt, findValues } from './field-paths.js';

/** Fields must be there, and not empty, where a condition holds. */
export const requires: CreateCheck<RequiresRule> = (rule, known) => {
  const parts = parseCondition(rule.when ?? {}, known);
  return (value, { partial = false }) => {
    if (!holdsInPart(parts, value, partial)) return [];
    return rule.fields.flatMap((field) => {
      const mayLack = (partial && !isRemovedByPatch(value, parseFieldPath(field))) || Object.hasOwn(known.defaults, field);
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
  const found = getValueAt(value, field);
  const absent = found === undefined;
  if (absent && mayLack) return [];
  if (!absent && findValues(value, parseFieldPath(field)).some((at) => at.value !== '' && isPresent(at.value))) return [];
  return [
    {
      path: absent ? '' : toPointer(field),
      message: `${field} ${absent ? 'is required' : 'must not be empty'}${when === undefined ? '' : ` where ${formatCondition(when)}`}`,
      params: { missingProperty: field, ...(when && { when }), source },
    },
  ];
}
