import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParameterError } from '../../../../runtime/errors.js';
import {
  toDate,
  fromBase64,
  fromDuration,
  fromInt64,
  fromTimestamp,
  fromUint64,
  toBase64,
  toDuration,
  toInt64,
  toTimestamp,
  toUint64,
} from '../../../../runtime/values/index.js';

describe('64-bit integers', () => {
  test('converts without loss', () => {
    fc.assert(fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => fromInt64(toInt64(value)) === value));
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => fromUint64(toUint64(value)) === value));
  });
  test.each([
    ['-9223372036854775808', -(2n ** 63n)],
    ['0', 0n],
    ['007', 7n],
  ])('parses %s as %s', (text, value) => expect(fromInt64(text)).toBe(value));
  test.each(['', ' 1', '1.0', '1e3', '0x1', '9223372036854775808', '-9223372036854775809', '1'.repeat(400)])(
    'rejects %j as int64',
    (text) => {
      expect(() => fromInt64(text)).toThrow(ParameterError);
    },
  );
  test.each(['-1', '18446744073709551616'])('rejects %s as uint64', (text) => expect(() => fromUint64(text)).toThrow(ParameterError));
  test.each([2 ** 53, 0.5, NaN, Infinity])('rejects %d, which may be inexact', (value) => {
    expect(() => toInt64(value)).toThrow(ParameterError);
  });
  test.each([null, undefined, '5', true, {}])('rejects %s, which is not an integer', (value) => {
    expect(() => toUint64(value as unknown as bigint)).toThrow(ParameterError);
  });
  test.each([null, undefined, 5, 5n, ['5'], {}])('rejects %s, which is not a string of digits', (value) => {
    expect(() => fromInt64(value as unknown as string)).toThrow(ParameterError);
  });
  test('accepts exact numbers', () => expect([toInt64(-5), toUint64(2 ** 53 - 1)]).toEqual(['-5', '9007199254740991']));
  test.each([[() => toInt64(2n ** 63n)], [() => toUint64(-1n)], [() => toUint64(2n ** 64n)]])(
    'rejects integers out of range: %s',
    (convert) => {
      expect(convert).toThrow(ParameterError);
    },
  );
});

describe('bytes', () => {
  test('converts without loss', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = toBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        for (const form of [text, text.replace(/=+$/, ''), Buffer.from(bytes).toString('base64url')])
          expect([...fromBase64(form)]).toEqual([...bytes]);
      }),
    );
  });
  test('converts a megabyte', () => {
    const bytes = new Uint8Array(1_000_003).fill(251);
    // toEqual compares elements one by one, which takes seconds.
    expect(Buffer.compare(fromBase64(toBase64(bytes)), bytes)).toBe(0);
  });
  test.each(['a', 'a=', 'ab==c', 'a b', '+-', 'ä'])('rejects %j without printing it', (text) => {
    expect(() => fromBase64(text)).toThrow('(received a string)');
  });
});

describe('timestamps', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0n, 0],
    ['2026-01-01T00:00:00.123456789Z', 1767225600123456789n, 0],
    ['1969-12-31T23:59:59.9Z', -100_000_000n, 0],
    ['2026-01-01T01:00:00.5+01:00', 1767225600500000000n, 60],
    ['2025-12-31T18:30:00-05:30', 1767225600000000000n, -330],
    ['2016-12-31T23:59:60Z', 1483228800000000000n, 0],
    ['2026-01-01t00:00:00z', 1767225600000000000n, 0],
    ['0001-01-01T00:00:00Z', -62135596800000000000n, 0],
  ])('parses %s as %d nanoseconds', (text, nanoseconds, offset) => expect(fromTimestamp(text)).toEqual({ nanoseconds, offset }));

  test('converts without loss', () => {
    const nanoseconds = fc.bigInt({ min: -62135596800n * 10n ** 9n, max: 253402214400n * 10n ** 9n });
    fc.assert(
      fc.property(nanoseconds, fc.integer({ min: -720, max: 720 }), (instant, offset) => {
        fc.pre(instant > -62135500000n * 10n ** 9n);
        expect(fromTimestamp(toTimestamp({ nanoseconds: instant, offset }))).toEqual({ nanoseconds: instant, offset });
      }),
    );
  });
  test.each([
    [0n, '1970-01-01T00:00:00Z'],
    [1n, '1970-01-01T00:00:00.000000001Z'],
    [1_500_000n, '1970-01-01T00:00:00.001500Z'],
    [-1n, '1969-12-31T23:59:59.999999999Z'],
    [new Date(1500), '1970-01-01T00:00:01.500Z'],
    [{ nanoseconds: 0n, offset: -90 }, '1969-12-31T22:30:00-01:30'],
  ])('formats %s as %s', (instant, text) => expect(toTimestamp(instant)).toBe(text));

  test.each(['', '2026-01-01', '2026-02-29T00:00:00Z', '2026-01-01T00:00:00', '2026-01-01 00:00:00Z', '2026-01-01T00:00:00.1234567891Z'])(
    'rejects %j',
    (text) => expect(() => fromTimestamp(text)).toThrow(ParameterError),
  );
  test.each([new Date(NaN), 10n ** 30n, { nanoseconds: 0n, offset: 1440 }, { nanoseconds: 0n, offset: 0.5 }])(
    "reject %s, which can't be formatted",
    (instant) => {
      expect(() => toTimestamp(instant)).toThrow(ParameterError);
    },
  );
  test('converts to a date with millisecond precision', () =>
    expect(toDate(fromTimestamp('1969-12-31T23:59:59.9999Z')).getTime()).toBe(-1));
});

describe('durations', () => {
  test.each([
    ['0s', 0n],
    ['1.5s', 1_500_000_000n],
    ['-0.000000001s', -1n],
    ['-2s', -2_000_000_000n],
  ])('parses %s as %s nanoseconds', (text, nanoseconds) => expect(fromDuration(text)).toBe(nanoseconds));
  test('converts without loss', () => {
    const maxDuration = 315_576_000_000n * 10n ** 9n;
    fc.assert(fc.property(fc.bigInt({ min: -maxDuration, max: maxDuration }), (value) => fromDuration(toDuration(value)) === value));
  });
  test.each(['', '1', '1.5', 's', '1.0000000001s', '1e3s'])('rejects %j', (text) =>
    expect(() => fromDuration(text)).toThrow(ParameterError),
  );
});

describe('invalid durations', () => {
  test.each([315_576_000_001n, -315_576_000_001n])('cannot be formatted: %s seconds', (seconds) => {
    expect(() => toDuration(seconds * 1_000_000_000n)).toThrow(ParameterError);
  });

  test.each([5, null, undefined, {}])('cannot be parsed: %s', (value) => {
    for (const parse of [fromTimestamp, fromDuration, fromBase64]) expect(() => parse(value as never)).toThrow(ParameterError);
  });
});
