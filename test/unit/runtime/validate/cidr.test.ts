/** Parsing of address ranges. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePrefixLength, parseAddressRange, getFirstAddress, toLastAddress } from '../../../../runtime/validate/cidr.js';

test.each([
  ['0.0.0.0/0', 0, 0xffffffff],
  ['10.1.2.3/8', 0x0a000000, 0x0affffff],
  ['255.255.255.255/32', 0xffffffff, 0xffffffff],
  ['192.168.1.1/31', 0xc0a80100, 0xc0a80101],
])('parses %s', (text, first, last) => {
  expect(parseAddressRange(text)).toEqual({ first, last });
});

test.each([
  '',
  '/',
  '10.0.0.0',
  '10.0.0/8',
  '10.0.0.0/33',
  '10.0.0.0/08',
  '010.0.0.0/8',
  '256.0.0.0/8',
  '10.0.0.0.0/8',
  '10.0.0.0/8/8',
  ' 10.0.0.0/8',
])('rejects "%s"', (text) => {
  expect([parsePrefixLength(text), parseAddressRange(text)]).toEqual([-1, undefined]);
});

const range = fc
  .tuple(fc.constantFrom(0, 10, 172, 255), fc.constantFrom(0, 16, 255), fc.constantFrom(0, 8, 32))
  .map(([a, b, prefix]) => ({ text: `${a}.${b}.0.1/${prefix}`, prefix, address: ((a << 24) | (b << 16) | 1) >>> 0 }));

test('returns the addresses of the range that was parsed last, also after invalid text', () => {
  fc.assert(
    fc.property(range, ({ text, prefix, address }) => {
      expect(parsePrefixLength(text)).toBe(prefix);
      expect(parsePrefixLength(`${text}0.`)).toBe(-1);
      const first = getFirstAddress(prefix);
      expect([first >>> 0, toLastAddress(first, prefix) >>> 0]).toEqual(
        prefix === 0
          ? [0, 0xffffffff]
          : [(address >>> (32 - prefix)) * 2 ** (32 - prefix), ((address >>> (32 - prefix)) + 1) * 2 ** (32 - prefix) - 1],
      );
    }),
  );
});
