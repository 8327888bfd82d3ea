/** The `subdomainOf` rule: a domain name equals the domain of the parent or is below it. */
import type { SubdomainOfRule } from '../../../resource-rules.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { createResourceFieldError, type Change, type ApplyRule } from './resource-change.js';

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
  throw createResourceFieldError(change, rule.field, {
    rule: 'subdomainOf',
    message: `'${name}' must be '${zone}' or a subdomain of it`,
  });
}

/** Returns the parent's body, or `undefined` without a parent. */
function findParentBody({ call, place, parent }: Change): JsonObject | undefined {
  if (parent) return parent;
  const parentPlace = call.state.getParent(place);
  return parentPlace && call.state.findEntity(parentPlace)?.body;
}

/** Normalizes a domain name for comparison: lower case, with a final dot. */
function normalizeDomainName(text: string): string {
  const lowercase = text.toLowerCase();
  return lowercase.endsWith('.') ? lowercase : `${lowercase}.`;
}

export function findParentDomain(change: Change, field: string): string | undefined {
  return readDomain(findParentBody(change), field);
}

export function readDomain(body: JsonObject | undefined, field: string): string | undefined {
  const name = getTextMember(body, field);
  return name === undefined || name === '' ? undefined : normalizeDomainName(name);
}
