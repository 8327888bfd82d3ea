/** Gateway addresses of IPv4 ranges. */
import { parseAddressRange } from '../../validate/cidr.js';

/** Returns the first host address of a range, which is the address of its gateway. */
export function getFirstHostAddress(text: string | undefined): string | undefined {
  const range = text === undefined ? undefined : parseAddressRange(text);
  if (!range) return undefined;
  const address = Math.min(range.first + 1, range.last);
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
