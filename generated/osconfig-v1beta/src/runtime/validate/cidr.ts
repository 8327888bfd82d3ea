/** A range of IPv4 addresses, both ends inclusive. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
}

const DIGIT_0 = 48;

/** The range that CIDR text stands for, `undefined` where it is none. Bits behind the prefix are admitted and do not count. */
export function rangeOf(text: string): AddressRange | undefined {
  // Read by hand: ranges of many resources are compared with each other.
  let address = 0;
  let part = -1;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code - DIGIT_0;
    if (digit >= 0 && digit <= 9) {
      if (part === 0) return undefined;
      part = part < 0 ? digit : part * 10 + digit;
      if (part > 255) return undefined;
      continue;
    }
    if (part < 0 || text[at] !== (parts < 3 ? '.' : '/') || parts > 3) return undefined;
    address = address * 256 + part;
    part = -1;
    parts += 1;
  }
  if (parts !== 4 || part < 0 || part > 32) return undefined;
  const size = 2 ** (32 - part);
  const first = address - (address % size);
  return { first, last: first + size - 1 };
}
