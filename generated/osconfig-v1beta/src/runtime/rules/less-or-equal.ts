import type { LessOrEqualRule } from '../rule.js';
import type { Check } from './check.js';
import { effective, pointer, valueAt, withDefault } from './fields.js';

/** The value of one field must not exceed that of another. */
export const lessOrEqual: Check<LessOrEqualRule> = ({ field, limit }, known) => {
  const soughtField = withDefault(field, known);
  const soughtLimit = withDefault(limit, known);
  return (value, { partial = false }) => {
    const held = numberOf(effective(value, soughtField, partial));
    const bound = numberOf(effective(value, soughtLimit, partial));
    if (held === undefined || bound === undefined || held <= bound) return [];
    const stated = valueAt(value, field) !== undefined;
    return [
      {
        path: pointer(stated ? field : limit),
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
