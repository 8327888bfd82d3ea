/** A range that may only grow. */
import type { WidensRule } from '../../rule.js';
import { parseAddressRange, type AddressRange } from '../../validate/cidr.js';
import { getTextMember, type JsonObject } from '../json.js';
import { invalidFieldError } from './resource-change.js';

/** Throws 400 where the new range does not hold the present one. */
export function requireWiderRange({ field }: WidensRule, sent: JsonObject, present: JsonObject): void {
  const wanted = rangeIn(sent, field);
  const held = rangeIn(present, field);
  if (!wanted) throw invalidFieldError(field, 'an IPv4 address range is expected', 'widens');
  if (!held) return;
  const inside = wanted.first <= held.first && held.last <= wanted.last;
  if (inside && wanted.last - wanted.first > held.last - held.first) return;
  throw invalidFieldError(field, `it must hold the present range '${getTextMember(present, field) ?? ''}' and be larger`, 'widens');
}

function rangeIn(body: JsonObject, field: string): AddressRange | undefined {
  const text = getTextMember(body, field);
  return text === undefined ? undefined : parseAddressRange(text);
}
