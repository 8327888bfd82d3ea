/** A range that may only grow. */
import type { WidensRule } from '../../rule.js';
import { rangeOf, type AddressRange } from '../../validate/cidr.js';
import { textMember, type JsonObject } from '../json.js';
import { invalidField } from './change.js';

/** Throws 400 where the new range does not hold the present one. */
export function requireWider({ field }: WidensRule, sent: JsonObject, present: JsonObject): void {
  const wanted = rangeIn(sent, field);
  const held = rangeIn(present, field);
  if (!wanted) throw invalidField(field, 'an IPv4 address range is expected', 'widens');
  if (!held) return;
  const inside = wanted.first <= held.first && held.last <= wanted.last;
  if (inside && wanted.last - wanted.first > held.last - held.first) return;
  throw invalidField(field, `it must hold the present range '${textMember(present, field) ?? ''}' and be larger`, 'widens');
}

function rangeIn(body: JsonObject, field: string): AddressRange | undefined {
  const text = textMember(body, field);
  return text === undefined ? undefined : rangeOf(text);
}
