/** A domain name that is the one of the resource above, or lies below it. */
import type { NameWithinRule } from '../../resource-rules.js';
import { textMember } from '../json.js';
import { domainAbove, domainName } from './above.js';
import { refusedField, type ChangeRule } from './change.js';

export const nameWithin: ChangeRule<NameWithinRule> = (change, rule) => {
  const name = textMember(change.next, rule.field);
  const zone = domainAbove(change, rule.of);
  if (name === undefined || zone === undefined) return change;
  const own = domainName(name);
  // On a label boundary: `badexample.com.` is not below `example.com.`.
  if (own === zone || zone === '.' || own.endsWith(`.${zone}`)) return change;
  throw refusedField(change, rule.field, { rule: 'nameWithin', message: `'${name}' is neither '${zone}' nor a name below it` });
};
