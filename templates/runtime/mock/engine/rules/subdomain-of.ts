/** The `subdomainOf` rule: a domain name equals the domain of the parent or is below it. */
import type { SubdomainOfRule } from '../../../resource-rules.js';
import { getTextMember } from '../../lib/json.js';
import type { CallContext } from '../call.js';
import { createInvalidFieldError, locateField, type Change, type ApplyRule } from './resource-change.js';

interface Child extends Pick<Change, 'place' | 'parent'> {
  readonly call: Pick<CallContext, 'state'>;
}

export const checkSubdomain: ApplyRule<SubdomainOfRule> = (change, rule) => {
  validateSubdomain(change, rule, findParentDomain(change, rule.of));
  return change;
};

/** Throws 400 for a name outside of the domain. Does nothing if the name or the domain is absent. */
export function validateSubdomain(change: Pick<Change, 'next' | 'at'>, rule: SubdomainOfRule, zone: string | undefined): void {
  const name = getTextMember(change.next, rule.field);
  if (name === undefined || zone === undefined) return;
  const normalized = normalizeDomainName(name);
  // Names match on a label boundary: `badexample.com.` is not below `example.com.`.
  if (normalized === zone || zone === '.' || normalized.endsWith(`.${zone}`)) return;
  throw createInvalidFieldError(locateField(change, rule.field), `'${name}' must be '${zone}' or a subdomain of it`, 'subdomainOf');
}

/** Normalizes a domain name for comparison: lower case, with a final dot. */
function normalizeDomainName(text: string): string {
  const lowercase = text.toLowerCase();
  return lowercase.endsWith('.') ? lowercase : `${lowercase}.`;
}

/** Returns the domain of the parent: of `parent` if it isn't stored yet. */
export function findParentDomain({ call: { state }, place, parent }: Child, field: string): string | undefined {
  const parentPlace = state.getParent(place);
  const body = parent ?? (parentPlace && state.findEntity(parentPlace)?.body);
  const name = getTextMember(body, field);
  return name === undefined || name === '' ? undefined : normalizeDomainName(name);
}
