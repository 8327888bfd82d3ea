/** A range of IPv4 addresses, both ends inclusive. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
}

const zeroCode = 48;
const dotCode = 46;
const slashCode = 47;

/** The address of the range that was parsed last. */
let address = 0;

/**
 * Returns the prefix length of CIDR text, or -1 if the text isn't CIDR. Bits after the prefix may be set. Hand-written and limited to
 * 32-bit integers for speed, because ranges of many resources are compared with each other.
 */
export function parsePrefixLength(text: string): number {
  let address32 = 0;
  let part = 0;
  let digits = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code - zeroCode;
    if (digit >= 0 && digit <= 9) {
      part = part * 10 + digit;
      digits += 1;
      if (part > 255 || (part < 10 && digits > 1)) return -1;
    } else {
      if (digits === 0 || parts > 3 || code !== (parts < 3 ? dotCode : slashCode)) return -1;
      address32 = (address32 << 8) | part;
      part = 0;
      digits = 0;
      parts += 1;
    }
  }
  if (parts !== 4 || digits === 0 || part > 32) return -1;
  address = address32;
  return part;
}

/** Returns the first address of the range that was parsed last, as a signed integer. */
export function getFirstAddress(prefix: number): number {
  return prefix === 0 ? 0 : address & (-1 << (32 - prefix));
}

/** Returns the last address of a range, as a signed integer. */
export function toLastAddress(first: number, prefix: number): number {
  return prefix === 0 ? -1 : first | ~(-1 << (32 - prefix));
}

/** Parses CIDR text. Returns `undefined` if the text isn't CIDR. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const prefix = parsePrefixLength(text);
  if (prefix < 0) return undefined;
  const first = getFirstAddress(prefix);
  return { first: first >>> 0, last: toLastAddress(first, prefix) >>> 0 };
}
