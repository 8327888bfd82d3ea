/** The resource above one that changes. */
import { getTextMember, type JsonObject } from '../json.js';
import type { Change } from './resource-change.js';

/** Its body; `undefined` where nothing stands above. */
export function findParentBody({ call, place, parent }: Change): JsonObject | undefined {
  if (parent) return parent;
  const over = call.state.getParent(place);
  return over && call.state.entity(over)?.body;
}

/** A domain name as names are compared: small letters, with its final dot. */
export function normalizeDomainName(text: string): string {
  const small = text.toLowerCase();
  return small.endsWith('.') ? small : `${small}.`;
}

export function findParentDomain(change: Change, field: string): string | undefined {
  return readDomain(findParentBody(change), field);
}

export function readDomain(body: JsonObject | undefined, field: string): string | undefined {
  const name = getTextMember(body, field);
  return name === undefined || name === '' ? undefined : normalizeDomainName(name);
}
