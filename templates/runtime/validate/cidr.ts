/** A range of IPv4 addresses, both ends inclusive. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
}

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const form = /* @__PURE__ */ new RegExp(`^${octet}\\.${octet}\\.${octet}\\.${octet}/(3[0-2]|[12]?\\d)$`);

/** The range that CIDR text stands for, `undefined` where it is none. Bits behind the prefix are admitted and do not count. */
export function rangeOf(text: string): AddressRange | undefined {
  const parts = form.exec(text);
  if (parts === null) return undefined;
  const address = parts.slice(1, 5).reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(parts[5]));
  const first = address - (address % size);
  return { first, last: first + size - 1 };
}
