/**
 * Replaces IP addresses. Addresses in one network stay in one network, and keep their places in it, because services and mocks compute with
 * them: the gateway of a subnetwork is its first address. Private addresses stay private. Addresses with a fixed meaning stay: loopback,
 * link-local, multicast, and broadcast ones, and `0.0.0.0`.
 */
import { isIPv6 } from 'node:net';
import type { Replacements } from './pseudonyms.js';
import type { AddEdit } from './text-edits.js';

export class AddressRedactor {
  readonly #pseudonyms: Replacements;
  /** Replacements of the first octets of public addresses. */
  readonly #firstOctets: ReadonlyMap<number, number>;

  constructor(pseudonyms: Replacements) {
    this.#pseudonyms = pseudonyms;
    this.#firstOctets = createPermutation(publicOctets, pseudonyms);
  }

  /** Adds the changes of a text. */
  collect(text: string, add: AddEdit): void {
    if (/\d\.\d/.test(text)) {
      for (const { index, 0: octets } of text.matchAll(reverseName))
        add(index, index + octets.length, (name) => this.#replaceReverse(name));
      for (const { index, 0: address } of text.matchAll(ipv4)) add(index, index + address.length, (own) => this.#replaceIpv4(own));
    }
    if (ipv6Hint.test(text))
      for (const { index, 0: address } of text.matchAll(ipv6)) add(index, index + address.length, (own) => this.#replaceIpv6(own));
  }

  #replaceReverse(name: string): string {
    const parts = name
      .split('.')
      .filter((part) => part !== '')
      .reverse();
    const mapped = this.#mapOctets(parts.map(Number)) ?? parts;
    return `${mapped.toReversed().join('.')}.`;
  }

  #replaceIpv4(whole: string): string {
    const [address = '', length] = whole.split('/');
    const mapped = this.#mapOctets(address.split('.').map(Number), length === undefined ? 32 : Number(length));
    return mapped === undefined ? whole : `${mapped.join('.')}${length === undefined ? '' : `/${length}`}`;
  }

  /** Maps the first octets of an address. `length`: the bits of a network. Those after it stay. Returns `undefined` if it isn't an address. */
  #mapOctets(octets: readonly number[], length = 32): readonly number[] | undefined {
    if (octets.some((octet) => octet > 255) || length > 32) return undefined;
    const [first = 0, second] = octets;
    if (length === 0 || isFixed(first, second)) return octets;
    const mapped = [...octets];
    const own = this.#firstOctets.get(first);
    if (own !== undefined) mapped[0] = own;
    // The octet whose bits change, besides the first one.
    const changed = own !== undefined || first === 10 ? 1 : first === 172 && isPrivate172(second) ? 1 : 2;
    const octet = octets[changed];
    if (octet === undefined) return mapped;
    // 172.16.0.0/12: the first four bits of the second octet stay.
    const isPart = first === 172 && changed === 1;
    const bits = Math.min(isPart ? 4 : 8, length - 8 * changed - (isPart ? 4 : 0));
    if (bits <= 0) return mapped;
    mapped[changed] = this.#flipBits(octet, { prefix: octets.slice(0, changed).join('.'), skipped: isPart ? 4 : 0, bits });
    return mapped;
  }

  /** Changes bits of an octet. Each change depends on the bits before it, so that equal prefixes stay equal. The first one always changes. */
  #flipBits(octet: number, { prefix, skipped, bits }: ChangedBits): number {
    let result = octet;
    for (let bit = skipped; bit < skipped + bits; bit += 1) {
      const before = octet >> (8 - bit);
      const [random = 0] = this.#pseudonyms.createBytes(`address ${prefix} ${bit} ${before}`, 1);
      if (bit === skipped || random % 2 === 1) result ^= 1 << (7 - bit);
    }
    return result;
  }

  /** Replaces groups of a global or private address. The groups after them stay. */
  #replaceIpv6(address: string): string {
    if (!isIPv6(address)) return address;
    const groups = address.split(':');
    const first = groups[0]?.toLowerCase() ?? '';
    if (!/^(?:[23][\da-f]{3}|f[cd][\da-f]{2})$/.test(first)) return address;
    const end = groups.indexOf('');
    const changed = groups.map((group, index) => {
      if (index === 0 || index > 2 || (end >= 0 && index >= end) || !/^[\da-f]+$/i.test(group)) return group;
      return this.#replaceGroup(group, groups.slice(0, index).join(':'));
    });
    return changed.join(':');
  }

  /** Returns another group with the same number of digits, and without a leading zero unless it has one. */
  #replaceGroup(group: string, prefix: string): string {
    const value = Number.parseInt(group, 16);
    if (value === 0) return group;
    const smallest = group.startsWith('0') || group.length === 1 ? 1 : 16 ** (group.length - 1);
    const count = 16 ** group.length - smallest;
    const [high = 0, low = 0] = this.#pseudonyms.createBytes(`group ${prefix.toLowerCase()} ${group.length}`, 2);
    const offset = 1 + ((high * 256 + low) % (count - 1 || 1));
    return (smallest + ((value - smallest + offset) % count)).toString(16).padStart(group.length, '0');
  }
}

interface ChangedBits {
  /** The octets before. */
  readonly prefix: string;
  /** The number of bits of the octet that stay. */
  readonly skipped: number;
  readonly bits: number;
}

/** An IPv4 address or network. */
const ipv4 = /(?<![\w.-])(\d{1,3}(?:\.\d{1,3}){3})(?![\w-]|\.\d|\.in-addr\.arpa)(\/\d{1,2}(?!\d))?/g;
/** The name of an address in reverse DNS, whose octets are in reverse order: `1.2.0.192.in-addr.arpa`. */
const reverseName = /(?<![\w.-])((?:\d{1,3}\.){1,4})(?=in-addr\.arpa)/g;
const ipv6Hint = /[\da-f]:[\da-f:]/i;
/** Text that can be an IPv6 address. */
const ipv6 = /(?<![\w:.-])[\da-fA-F]{1,4}:[\da-fA-F:]{1,36}(?![\w:])/g;

const isPrivate172 = (second: number | undefined): boolean => second !== undefined && second >= 16 && second < 32;

/** Whether an address has a meaning of its own. */
const isFixed = (first: number, second: number | undefined): boolean =>
  first === 0 || first === 127 || first >= 224 || (first === 169 && second === 254);

/** Octets at the start of addresses that are partly private or reserved. Their addresses keep the first two octets. */
const mixedOctets = [100, 169, 172, 192, 198, 203];
const publicOctets = Array.from({ length: 223 }, (_, index) => index + 1).filter(
  (octet) => octet !== 10 && octet !== 127 && !mixedOctets.includes(octet),
);

/** Returns a permutation that keeps no element in its place. */
function createPermutation(elements: readonly number[], pseudonyms: Replacements): ReadonlyMap<number, number> {
  const shuffled = [...elements];
  const bytes = pseudonyms.createBytes('octets', 2 * elements.length);
  // Sattolo's algorithm.
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = ((bytes[2 * index] ?? 0) * 256 + (bytes[2 * index + 1] ?? 0)) % index;
    [shuffled[index], shuffled[other]] = [shuffled[other] ?? 0, shuffled[index] ?? 0];
  }
  return new Map(elements.map((element, index) => [element, shuffled[index] ?? element]));
}
