/** Address ranges of compiled CEL expressions. `undefined` is the result of an evaluation that fails. */
import { parsePrefix, parseAddressRange, type AddressRange } from '../validate/cidr.js';

interface Cidr extends AddressRange {
  readonly prefixLength: number;
}

/** Parses an IPv4 range such as `10.0.0.0/8`. */
export function convertToCidr(value: unknown): Cidr | undefined {
  const range = typeof value === 'string' ? parseAddressRange(value) : undefined;
  return range && { ...range, prefixLength: parsePrefix(value as string) };
}

export function containsCidr(outer: unknown, inner: unknown): boolean | undefined {
  const [outerRange, innerRange] = [
    outer as Cidr | undefined,
    typeof inner === 'string' ? convertToCidr(inner) : (inner as Cidr | undefined),
  ];
  return outerRange && innerRange && outerRange.first <= innerRange.first && innerRange.last <= outerRange.last;
}

export function getPrefixLength(value: unknown): number | undefined {
  return (value as Cidr | undefined)?.prefixLength;
}
