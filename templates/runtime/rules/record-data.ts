/** Data of DNS records in presentation form, judged by the record's type. */
import type { RecordDataRule } from '../rule.js';
import type { Check, Violation } from './check.js';
import { pathOf, valueAt, valuesAt, type Found } from './fields.js';
import { recordProblem, singletons } from './record-types.js';

/** Each text is a record of its type, and there are as many as the type admits. */
export const recordData: Check<RecordDataRule> =
  (rule, { source }) =>
  (value) => {
    const type = valueAt(value, rule.type);
    return typeof type === 'string' ? rule.data.flatMap((data) => valuesAt(value, pathOf(data)).flatMap(wrongRecords(type, source))) : [];
  };

const wrongRecords =
  (type: string, source: string | undefined) =>
  ({ value, pointer }: Found): readonly Violation[] => {
    if (!Array.isArray(value)) return [];
    const many = { path: pointer, message: `a ${type} record set holds one record`, params: { type, limit: 1, source } };
    const wrong = value.flatMap((text: unknown, index): Violation | readonly Violation[] => {
      // What is no text is a matter of types.
      const problem = typeof text === 'string' ? recordProblem(type, text) : undefined;
      return problem === undefined
        ? []
        : { path: `${pointer}/${index}`, message: `'${String(text)}' ${problem}`, params: { type, source } };
    });
    return value.length > 1 && singletons.has(type) ? [many, ...wrong] : wrong;
  };
