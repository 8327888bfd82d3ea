/** Data of DNS records in presentation form, judged by the record's type. */
import type { DnsRecordDataRule } from '../rule.js';
import type { CreateCheck, Violation } from './rule-check.js';
import { parseFieldPath, getValueAt, findValues, type FoundValue } from './field-paths.js';
import { findRecordProblem, singletonTypes } from './dns-record-types.js';

/** Each text is a record of its type, and there are as many as the type admits. */
export const dnsRecordData: CreateCheck<DnsRecordDataRule> =
  (rule, { source }) =>
  (value) => {
    const type = getValueAt(value, rule.type);
    return typeof type === 'string'
      ? rule.data.flatMap((data) => findValues(value, parseFieldPath(data)).flatMap(wrongRecords(type, source)))
      : [];
  };

const wrongRecords =
  (type: string, source: string | undefined) =>
  ({ value, pointer }: FoundValue): readonly Violation[] => {
    if (!Array.isArray(value)) return [];
    const many = { path: pointer, message: `a ${type} record set must have one record`, params: { type, limit: 1, source } };
    const wrong = value.flatMap((text: unknown, index): Violation | readonly Violation[] => {
      // What is no text is a matter of types.
      const problem = typeof text === 'string' ? findRecordProblem(type, text) : undefined;
      return problem === undefined
        ? []
        : { path: `${pointer}/${index}`, message: `'${String(text)}' ${problem}`, params: { type, source } };
    });
    return value.length > 1 && singletonTypes.has(type) ? [many, ...wrong] : wrong;
  };
