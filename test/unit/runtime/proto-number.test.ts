import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeNumber, toWholeDigits } from '../../../runtime/proto-number.js';

it.each([
  ['300', '300'],
  ['1e2', '100'],
  ['1.0', '1'],
  ['1.50e1', '15'],
  ['120E-1', '12'],
  ['0.0', '0'],
  ['-0', '0'],
  ['-7', '-7'],
  ['1e-1', undefined],
  ['1.5', undefined],
  ['1e999999999', undefined],
  ['007', '7'],
  ['+1', undefined],
  [' 1', undefined],
  ['0x10', undefined],
  ['', undefined],
])('reads the integer %j as %j', (text, digits) => expect(toWholeDigits(text)).toBe(digits));

it.each([
  ['integer', 'int32', '300', 300],
  ['integer', 'uint32', '1e2', 100],
  ['integer', 'int32', '1.5', '1.5'],
  ['integer', 'int32', 'many', 'many'],
  [undefined, 'int64', 50, '50'],
  ['string', 'uint64', '1.0', '1'],
  ['string', 'int64', 1e18, '1000000000000000000'],
  ['string', 'int64', 1.5, 1.5],
  ['string', 'int64', true, true],
  ['string', undefined, 50, 50],
  ['number', 'double', '1.5', 1.5],
  ['number', 'double', 'Infinity', 'Infinity'],
  ['number', 'double', '1e999', '1e999'],
  ['number', 'float', '0.1', 0.1],
  ['number', 'float', 1e39, Infinity],
  ['boolean', undefined, '1', '1'],
])('normalizes type %s, format %s: %j to %j', (type, format, value, normalized) =>
  expect(normalizeNumber({ type, format }, value)).toBe(normalized),
);

describe('for any number', () => {
  it('normalizes all forms of an integer to the same digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), fc.nat(30), (number, zeros) => {
        const digits = String(number);
        const forms = [digits, `${digits}.${'0'.repeat(zeros + 1)}`, `${digits}e0`, `${number * 10n ** BigInt(zeros)}E-${zeros}`];
        for (const form of forms) expect(normalizeNumber({ type: 'string', format: 'int64' }, form)).toBe(digits);
      }),
    );
  });

  it('is idempotent and keeps the JSON value', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (number) => {
        expect(normalizeNumber({ type: 'number' }, String(number))).toBe(Number(String(number)));
        const digits = toWholeDigits(String(number));
        expect(digits === undefined).toBe(!Number.isInteger(number));
        if (digits !== undefined) expect([Number(digits) === number, toWholeDigits(digits)]).toEqual([true, digits]);
      }),
    );
  });
});
