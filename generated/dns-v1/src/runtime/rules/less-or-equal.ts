import type { LessOrEqualRule } from '../rule.js';
import type { CreateCheck } from './rule-check.js';
import { getEffectiveValue, toPointer, getValueAt, addDefault } from './field-paths.js';

/** The value of one field must not exceed that of another. */
export const lessOrEqual: CreateCheck<LessOrEqualRule> = ({ field, limit }, known) => {
  const soughtField = addDefault(field, known);
  const soughtLimit = addDefault(limit, known);
  return (value, { partial = false }) => {
    const held = numberOf(getEffectiveValue(value, soughtField, partial));
    const bound = numberOf(getEffectiveValue(value, soughtLimit, partial));
    if (held === undefined || bound === undefined || held <= bound) return [];
    const stated = getValueAt(value, field) !== undefined;
    return [
      {
        path: toPointer(stated ? field : limit),
        message: `${stated ? field : `${field} (${held} by default)`} must not exceed ${limit} (${bound})`,
        params: { field, value: held, limit, limitValue: bound, source: known.source },
      },
    ];
  };
};

/** 64-bit integers are written as text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
}
