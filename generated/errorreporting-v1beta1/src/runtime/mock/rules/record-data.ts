/** Data of DNS records in presentation form, judged by the record's type. */
import type { RecordDataRule } from '../../resource-rules.js';
import { isList, isObject, member, type Json } from '../json.js';
import { refusedField, type Change, type ChangeRule } from './change.js';
import { recordProblem, singletons } from './record-types.js';

export const recordData: ChangeRule<RecordDataRule> = (change, rule) => {
  judgeRecordData(change, rule);
  return change;
};

/** Throws 400 for data that is none of its type. */
export function judgeRecordData(change: Pick<Change, 'next' | 'at'>, rule: RecordDataRule): void {
  const type = rule.type.split('.');
  const data = rule.data.split('.');
  const shared = type.slice(0, -1).findIndex((name, index) => name !== data[index]);
  const depth = shared < 0 ? type.length - 1 : shared;
  for (const owner of found({ value: change.next, at: '' }, type.slice(0, depth)).flatMap(elements)) {
    const [kind] = found(owner, type.slice(depth));
    if (typeof kind?.value !== 'string') continue;
    for (const records of found(owner, data.slice(depth))) judgeRecords(change, kind.value, records);
  }
}

interface Found {
  readonly value: Json;
  /** `localDatas[0].rrdatas` */
  readonly at: string;
}

/** What stands at the end of a path; a list on the way is passed through. */
function found(from: Found, [name, ...rest]: readonly string[]): readonly Found[] {
  if (name === undefined) return [from];
  return elements(from).flatMap(({ value, at }) => {
    const inner = isObject(value) ? member(value, name) : undefined;
    return inner === undefined ? [] : found({ value: inner, at: at === '' ? name : `${at}.${name}` }, rest);
  });
}

function elements(from: Found): readonly Found[] {
  return isList(from.value) ? from.value.map((value, index) => ({ value, at: `${from.at}[${index}]` })) : [from];
}

function judgeRecords(change: Pick<Change, 'at'>, type: string, { value, at }: Found): void {
  if (!isList(value)) return;
  if (value.length > 1 && singletons.has(type))
    throw refusedField(change, at, { rule: 'recordData', message: `a ${type} record set holds one record` });
  value.forEach((text, index) => {
    const problem = typeof text === 'string' ? recordProblem(type, text) : 'must be text';
    if (problem !== undefined)
      throw refusedField(change, `${at}[${index}]`, { rule: 'recordData', message: `'${String(text)}' ${problem}` });
  });
}
