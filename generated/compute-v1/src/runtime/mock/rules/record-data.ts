/** Data of DNS records in presentation form, judged by the record's type. */
import type { RecordDataRule } from '../../resource-rules.js';
import { isList, member, textMember } from '../json.js';
import { refusedField, type ChangeRule } from './change.js';
import { recordProblem, singletons } from './record-types.js';

export const recordData: ChangeRule<RecordDataRule> = (change, rule) => {
  const type = textMember(change.next, rule.type);
  const data = member(change.next, rule.data);
  if (type === undefined || !isList(data)) return change;
  if (data.length > 1 && singletons.has(type))
    throw refusedField(change, rule.data, { rule: 'recordData', message: `a ${type} record set holds one record` });
  data.forEach((text, index) => {
    const problem = typeof text === 'string' ? recordProblem(type, text) : 'must be text';
    if (problem !== undefined)
      throw refusedField(change, `${rule.data}[${index}]`, { rule: 'recordData', message: `'${String(text)}' ${problem}` });
  });
  return change;
};
