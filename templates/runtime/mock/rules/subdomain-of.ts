/** A domain name that is the one of the resource above, or lies below it. */
import type { SubdomainOfRule } from '../../resource-rules.js';
import { getTextMember } from '../json.js';
import { findParentDomain, normalizeDomainName } from './parent-resource.js';
import { resourceFieldError, type Change, type ApplyRule } from './resource-change.js';

export const checkSubdomain: ApplyRule<SubdomainOfRule> = (change, rule) => {
  validateSubdomain(change, rule, findParentDomain(change, rule.of));
  return change;
};

/** Throws 400 for a name outside of the domain; there is nothing to judge where either is not set. */
export function validateSubdomain(change: Pick<Change, 'next' | 'at'>, rule: SubdomainOfRule, zone: string | undefined): void {
  const name = getTextMember(change.next, rule.field);
  if (name === undefined || zone === undefined) return;
  const own = normalizeDomainName(name);
  // On a label boundary: `badexample.com.` is not below `example.com.`.
  if (own === zone || zone === '.' || own.endsWith(`.${zone}`)) return;
  throw resourceFieldError(change, rule.field, { rule: 'subdomainOf', message: `'${name}' must be '${zone}' or a subdomain of it` });
}
