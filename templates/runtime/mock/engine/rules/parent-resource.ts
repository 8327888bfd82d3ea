/** Reads the parent of a changing resource. */
import { getTextMember, type JsonObject } from '../../lib/json.js';
import type { Change } from './resource-change.js';

/** Returns the parent's body, or `undefined` without a parent. */
export function findParentBody({ call, place, parent }: Change): JsonObject | undefined {
  if (parent) return parent;
  const parentPlace = call.state.getParent(place);
  return parentPlace && call.state.findEntity(parentPlace)?.body;
}

/** Normalizes a domain name for comparison: lower case, with a final dot. */
export function normalizeDomainName(text: string): string {
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
