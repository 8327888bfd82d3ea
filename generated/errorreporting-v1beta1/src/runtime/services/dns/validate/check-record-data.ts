/** Validates the data of DNS records in presentation format by the type of the record set. */
import type { RecordDataRule } from '../../../service-rules.js';
import type { CreateCheck, Violation } from '../../../rules/rule-check.js';
import { parseFieldPath, getValueAt, findValues, type FoundValue } from '../../../rules/field-paths.js';
import { findRecordProblem, singletonTypes } from './record-types.js';

/** Each text is a record of its type, and there are as many as the type admits. */
export const dnsRecordData: CreateCheck<RecordDataRule> =
  ({ options }, { source }) =>
  (value) => {
    const type = getValueAt(value, options.type);
    return typeof type === 'string'
      ? options.data.flatMap((data) => findValues(value, parseFieldPath(data)).flatMap(wrongRecords(type, source)))
      : [];
  };

const wrongRecords =
  (type: string, source: string | undefined) =>
  ({ value, pointer }: FoundValue): readonly Violation[] => {
    if (!Array.isArray(value)) return [];
    const many = { path: pointer, message: `a ${type} record set holds one record`, params: { type, limit: 1, source } };
    const wrong = value.flatMap((text: unknown, index): Violation | readonly Violation[] => {
      // What is no text is a matter of types.
      const problem = typeof text === 'string' ? findRecordProblem(type, text) : undefined;
      return problem === undefined
        ? []
        : { path: `${pointer}/${index}`, message: `'${String(text)}' ${problem}`, params: { type, source } };
    });
    return value.length > 1 && singletonTypes.has(type) ? [many, ...wrong] : wrong;
  };
