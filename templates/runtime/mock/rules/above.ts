/** The resource above one that changes. */
import { textMember, type JsonObject } from '../json.js';
import type { Change } from './change.js';

/** Its body; `undefined` where nothing stands above. */
export function above({ call, place, parent }: Change): JsonObject | undefined {
  if (parent) return parent;
  const over = call.state.parentOf(place);
  return over && call.state.entity(over)?.body;
}

/** A domain name as names are compared: small letters, with its final dot. */
export function domainName(text: string): string {
  const small = text.toLowerCase();
  return small.endsWith('.') ? small : `${small}.`;
}

export function domainAbove(change: Change, field: string): string | undefined {
  return domainIn(above(change), field);
}

export function domainIn(body: JsonObject | undefined, field: string): string | undefined {
  const name = textMember(body, field);
  return name === undefined || name === '' ? undefined : domainName(name);
}
