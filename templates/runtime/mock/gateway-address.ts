/** IPv4 addresses as text. */
import { parseAddressRange } from '../validate/cidr.js';

/** The first address of a range that hosts can have: its gateway's. */
export function firstHostAddress(text: string | undefined): string | undefined {
  const range = text === undefined ? undefined : parseAddressRange(text);
  if (!range) return undefined;
  const address = Math.min(range.first + 1, range.last);
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
