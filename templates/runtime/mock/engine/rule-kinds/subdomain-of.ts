/** The `subdomainOf` rule: a domain name equals the domain of the parent or is below it. */
import type { SubdomainOfRule } from '../../../resource-rules.js';
import { getTextMember } from '../../lib/json.js';
import { createInvalidFieldError, locateField, type RelatedResource } from '../resource-change.js';
import type { RuleKind } from './rule-kind.js';

export const subdomainOf: RuleKind<SubdomainOfRule> = {
  onCreate: checkSubdomain,
  onUpdate: checkSubdomain,
  onSeed: (seeded, rule, { state }) => void checkSubdomain({ ...seeded, call: { state } }, rule),
};

/** Throws 400 for a name outside of the domain. Does nothing if the name or the domain is absent. */
function checkSubdomain<R extends RelatedResource>(resource: R, rule: SubdomainOfRule): R {
  const name = getTextMember(resource.next, rule.field);
  const zone = findParentDomain(resource, rule.of);
  if (name === undefined || zone === undefined) return resource;
  const normalized = normalizeDomainName(name);
  // Names match on a label boundary: `badexample.com.` is not below `example.com.`.
  if (normalized === zone || zone === '.' || normalized.endsWith(`.${zone}`)) return resource;
  throw createInvalidFieldError(locateField(resource, rule.field), `'${name}' must be '${zone}' or a subdomain of it`, 'subdomainOf');
}

/** Normalizes a domain name for comparison: lower case, with a final dot. */
function normalizeDomainName(text: string): string {
  const lowercase = text.toLowerCase();
  return lowercase.endsWith('.') ? lowercase : `${lowercase}.`;
}

/** Returns the domain of the parent: of `parent` if it isn't stored yet. */
export function findParentDomain({ call: { state }, place, parent }: RelatedResource, field: string): string | undefined {
  const parentPlace = state.getParent(place);
  const body = parent ?? (parentPlace && state.findEntity(parentPlace)?.body);
  const name = getTextMember(body, field);
  return name === undefined || name === '' ? undefined : normalizeDomainName(name);
}
