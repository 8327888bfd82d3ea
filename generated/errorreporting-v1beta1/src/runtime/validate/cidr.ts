/** A range of IPv4 addresses, both ends inclusive. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
}

const DIGIT_0 = 48;
const DOT = 46;
const SLASH = 47;

/**
 * CIDR text as one number, its address times 64 plus the length of its prefix; -1 where it is none. Bits behind the prefix are
 * admitted. Read by hand, into a number: ranges of many resources are compared with each other.
 */
export function cidrNumber(text: string): number {
  let address = 0;
  let part = -1;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code - DIGIT_0;
    if (digit >= 0 && digit <= 9) {
      if (part === 0) return -1;
      part = part < 0 ? digit : part * 10 + digit;
      if (part > 255) return -1;
      continue;
    }
    if (part < 0 || parts > 3 || code !== (parts < 3 ? DOT : SLASH)) return -1;
    address = address * 256 + part;
    part = -1;
    parts += 1;
  }
  return parts === 4 && part >= 0 && part <= 32 ? address * 64 + part : -1;
}

/** The first address of a range. */
export function firstOf(range: number): number {
  const address = Math.floor(range / 64);
  const bits = 32 - (range - address * 64);
  return bits === 32 ? 0 : ((address >>> bits) << bits) >>> 0;
}

/** The last address of a range that begins at `first`. */
export function lastOf(range: number, first: number): number {
  const bits = 32 - (range - Math.floor(range / 64) * 64);
  return first + (bits === 32 ? 0xffffffff : ((1 << bits) >>> 0) - 1);
}

/** The range that CIDR text stands for, `undefined` where it is none. */
export function rangeOf(text: string): AddressRange | undefined {
  const range = cidrNumber(text);
  if (range < 0) return undefined;
  const first = firstOf(range);
  return { first, last: lastOf(range, first) };
}
