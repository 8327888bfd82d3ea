/** Validates the data of DNS records in presentation format by the type of the record set. */
import type { RecordDataRule } from '../rules.js';
import type { RuleCheck, Violation } from '../../../runtime/rules/rule-check.js';
import { parseDottedPath, getValueAt, findValues, type FoundValue } from '../../../runtime/rules/field-paths.js';
import { findRecordProblem, singletonTypes } from './record-types.js';

/** Checks that each text is a valid record of its type, and that the type allows the number of records. */
export const dnsRecordData: RuleCheck<RecordDataRule> = ({ options }, value) => {
  const type = getValueAt(value, options.type);
  if (typeof type !== 'string') return [];
  const violations: Violation[] = [];
  for (const data of options.data) for (const found of findValues(value, parseDottedPath(data))) addViolations(violations, type, found);
  return violations;
};

function addViolations(violations: Violation[], type: string, { value, pointer }: FoundValue): void {
  if (!Array.isArray(value)) return;
  if (value.length > 1 && singletonTypes.has(type))
    violations.push({ path: pointer, message: `a ${type} record set must have exactly one record`, params: { type, limit: 1 } });
  for (const [index, text] of value.entries()) {
    // The schema validates the type of each item.
    const problem = typeof text === 'string' ? findRecordProblem(type, text) : undefined;
    if (problem !== undefined) violations.push({ path: `${pointer}/${index}`, message: `'${String(text)}' ${problem}`, params: { type } });
  }
}
