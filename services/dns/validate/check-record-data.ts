/** Validates the data of DNS records in presentation format by the type of the record set. */
import type { RecordDataRule } from '../rules.js';
import type { RuleCheck, Violation } from '../../../runtime/rules/rule-check.js';
import { parseDottedPath, getValueAt, findValues, type FoundValue } from '../../../runtime/rules/field-paths.js';
import { findRecordProblem, singletonTypes } from './record-types.js';

/** Checks that each text is a valid record of its type, and that the type allows the number of records. */
export const dnsRecordData: RuleCheck<RecordDataRule> = ({ options }, value) => {
  const type = getValueAt(value, options.type);
  if (typeof type !== 'string') return [];
  return options.data.flatMap((data) => findValues(value, parseDottedPath(data)).flatMap((found) => findInvalidRecords(type, found)));
};

function findInvalidRecords(type: string, { value, pointer }: FoundValue): readonly Violation[] {
  if (!Array.isArray(value)) return [];
  const tooMany = { path: pointer, message: `a ${type} record set must have exactly one record`, params: { type, limit: 1 } };
  const invalid = value.flatMap((text: unknown, index): Violation | readonly Violation[] => {
    // The schema validates the type of each item.
    const problem = typeof text === 'string' ? findRecordProblem(type, text) : undefined;
    return problem === undefined ? [] : { path: `${pointer}/${index}`, message: `'${String(text)}' ${problem}`, params: { type } };
  });
  return value.length > 1 && singletonTypes.has(type) ? [tooMany, ...invalid] : invalid;
}
