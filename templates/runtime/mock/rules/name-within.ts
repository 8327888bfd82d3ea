/** A domain name that is the one of the resource above, or lies below it. */
import type { NameWithinRule } from '../../resource-rules.js';
import { textMember } from '../json.js';
import { domainAbove, domainName } from './above.js';
import { refusedField, type Change, type ChangeRule } from './change.js';

export const nameWithin: ChangeRule<NameWithinRule> = (change, rule) => {
  judgeName(change, rule, domainAbove(change, rule.of));
  return change;
};

/** Throws 400 for a name outside of the domain; there is nothing to judge where either is not set. */
export function judgeName(change: Pick<Change, 'next' | 'at'>, rule: NameWithinRule, zone: string | undefined): void {
  const name = textMember(change.next, rule.field);
  if (name === undefined || zone === undefined) return;
  const own = domainName(name);
  // On a label boundary: `badexample.com.` is not below `example.com.`.
  if (own === zone || zone === '.' || own.endsWith(`.${zone}`)) return;
  throw refusedField(change, rule.field, { rule: 'nameWithin', message: `'${name}' is neither '${zone}' nor a name below it` });
}
