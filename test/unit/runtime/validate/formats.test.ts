import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberFormats, textFormats } from '../../../../generator/emit/validators/runtime-symbols.js';
import * as formats from '../../../../runtime/validate/formats.js';
import { isDate, isDateTime, isDuration, isTimestamp } from '../../../../runtime/validate/time-formats.js';

type FormatCheck = (text: string) => boolean;

const certificate = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmg\nAwIBAgI=\n-----END CERTIFICATE-----';
const key = '-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----\n';

const formatCases: readonly (readonly [name: string, isValid: FormatCheck, valid: readonly string[], invalid: readonly string[]])[] = [
  [
    'int64',
    formats.isInt64,
    ['0', '-1', '9223372036854775807', '-9223372036854775808', '1000000000000000000'],
    ['', '-', '-0', '01', '+1', '1.0', '1e3', ' 1', '1\n', '0x1', '9223372036854775808', '-9223372036854775809', '10000000000000000000'],
  ],
  [
    'uint64',
    formats.isUint64,
    ['0', '1', '18446744073709551615', '9999999999999999999'],
    ['', '-1', '00', '1.5', 'abc', '18446744073709551616', '100000000000000000000'],
  ],
  ['byte', formats.isByte, ['', 'YQ==', 'YQ', 'YWI=', 'YWJj', '+/+/', '-_-_'], ['Y', 'YQ=', 'Y===', 'YW J', 'YWJj=', '+_', 'é', '=']],
  [
    'date',
    isDate,
    ['2024-02-29', '2000-02-29', '2026-12-31'],
    ['2023-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00', '26-01-01', '2026-1-1'],
  ],
  [
    'date-time',
    isDateTime,
    [
      '2026-01-31T12:00:00Z',
      '2026-01-31t12:00:00.123456789z',
      '2026-01-31T12:00:00+05:30',
      '1990-12-31T23:59:60Z',
      '1990-12-31T15:59:60-08:00',
    ],
    [
      '2026-01-31',
      '2026-01-31 12:00:00Z',
      '2026-01-31T12:00:00',
      '2026-01-31T24:00:00Z',
      '2026-01-31T12:60:00Z',
      '2026-01-31T12:00:60Z',
      '2026-01-31T12:00:61Z',
      '2026-01-31T12:00:00+24:00',
      '2026-02-30T12:00:00Z',
      '2026-01-31T12:00:00.Z',
      '2026-01-31T12:00Z',
    ],
  ],
  [
    'google-datetime',
    isTimestamp,
    ['2026-01-31T12:00:00.123456789Z', '0001-01-01T01:00:00+01:00', '9999-12-31T23:59:59.999999999Z', '9999-12-31T22:59:59-01:00'],
    [
      '2026-01-31',
      '2026-01-31T12:00:00.1234567891Z',
      '1990-12-31T23:59:60Z',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:59:59+01:00',
      '9999-12-31T23:00:00-01:00',
    ],
  ],
  [
    'google-duration',
    isDuration,
    ['0s', '3.5s', '-1.000000001s', '315576000000s'],
    ['1', '1.s', '1.0000000001s', '1m', 's', '315576000001s'],
  ],
  [
    'google-fieldmask',
    formats.isFieldMask,
    ['', 'a', 'a.b,c', 'userDefined.*', '*', ' a , b . c\t', 'a/b,a/c', 'a(b,c.d)', 'a/b( c(d) , e ) , f', 'a.`(`'],
    [',', 'a,', 'a..b', 'a b', '1a', 'a, ', 'a//b', 'a(', 'a()', 'a(b', 'a)', 'a(b))', '(a)', 'a(b)c', 'a(b).c', 'a)(b'],
  ],
  [
    'uuid',
    formats.isUuid,
    ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6BA7B810-9DAD-11D1-80B4-00C04FD430C8', '00000000-0000-0000-0000-000000000000'],
    ['6ba7b8109dad11d180b400c04fd430c8', '{6ba7b810-9dad-11d1-80b4-00c04fd430c8}', '6ba7b810-9dad-11d1-80b4-00c04fd430cg', ''],
  ],
  [
    'url',
    formats.isUrl,
    [
      'https://h/compute/v1/projects/p',
      'http://localhost:8787/x?a=b#c',
      '//h/projects/p',
      'projects/p/regions/r',
      'zones/z',
      '/compute/v1/projects/p',
      'n1',
      'global/x%20y',
    ],
    ['', ' ', 'a b', 'https://', 'ftp://h/x', 'javascript:alert(1)', 'a//b', 'a/', 'a%2', 'a\\b', '<a>'],
  ],
  [
    'cidr-ipv4',
    formats.isCidrIpv4,
    ['0.0.0.0/0', '10.0.0.0/8', '255.255.255.255/32', '10.0.0.1/24'],
    ['10.0.0.0', '10.0.0/8', '10.0.0.256/8', '010.0.0.0/8', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/', 'fd00::/8', ' 10.0.0.0/8'],
  ],
  [
    'bcp47',
    formats.isBcp47,
    [
      'en',
      'en-US',
      'zh-Hant-TW',
      'sl-rozaj-biske',
      'de-CH-1996',
      'es-419',
      'x-private',
      'i-klingon',
      'en-a-myext-b-another',
      'de-u-co-phonebk',
      'zh-min-nan',
    ],
    ['', 'e', 'en_US', 'en-', '-en', 'toolonglanguage', 'en-US-', 'en-x', 'a-DE'],
  ],
  [
    'pem-certificates',
    formats.isCertificates,
    [certificate, `${certificate}\n${certificate}\n`, certificate.replace(/\n/g, '\r\n'), `\n ${certificate}`],
    [
      '',
      'x',
      key,
      `${certificate}x`,
      certificate.replace('END CERT', 'END X'),
      certificate.replace('MIIB', 'M!IB'),
      '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----',
      certificate.slice(0, -5),
    ],
  ],
  [
    'pem-private-key',
    formats.isPrivateKey,
    [
      key,
      key.replace(/PRIVATE/g, 'RSA PRIVATE'),
      key.replace(/PRIVATE/g, 'EC PRIVATE'),
      key.replace('KEY-----\n', 'KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n').replace(/PRIVATE/g, 'RSA PRIVATE'),
    ],
    ['', certificate, `${key}${key}`, key.replace(/PRIVATE/g, 'PUBLIC')],
  ],
];

describe.each(formatCases)('%s', (_name, isValid, valid, invalid) => {
  test.each(valid)('accepts %j', (text) => expect(isValid(text)).toBe(true));
  test.each(invalid)('rejects %j', (text) => expect(isValid(text)).toBe(false));
});

test.each([
  ['int32', formats.isInt32, [-2147483648, 0, 2147483647], [-2147483649, 2147483648, 0.5, NaN]],
  ['uint32', formats.isUint32, [0, 4294967295], [-1, 4294967296, 1.5, Infinity]],
] as const)('validates %s', (_name, isValid, valid, invalid) => {
  expect(valid.map(isValid)).toEqual(valid.map(() => true));
  expect(invalid.map(isValid)).toEqual(invalid.map(() => false));
});

describe('integers as text', () => {
  const createNear = (bound: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min: bound - 1000n, max: bound + 1000n });

  test.each([
    ['uint64', formats.isUint64, 0n, 2n ** 64n - 1n],
    ['int64', formats.isInt64, -(2n ** 63n), 2n ** 63n - 1n],
  ] as const)('accepts exactly the range of %s', (_name, isValid, minimum, maximum) => {
    const integers = fc.oneof(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), createNear(minimum), createNear(maximum));
    fc.assert(
      fc.property(integers, (integer) => {
        expect(isValid(String(integer))).toBe(integer >= minimum && integer <= maximum);
      }),
      { numRuns: 300 },
    );
  });
});

test('accepts times that Date formats', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
      expect(isDateTime(date.toISOString())).toBe(true);
    }),
  );
});

test('compares the length of decoded base64', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), fc.constantFrom<BufferEncoding>('base64', 'base64url'), (bytes, encoding) => {
      const text = Buffer.from(bytes).toString(encoding);
      expect(formats.hasByteLength(text, bytes.length)).toBe(true);
      expect(formats.hasByteLength(text, bytes.length + 1)).toBe(false);
    }),
  );
});

test('describes each format', () => {
  for (const format of [...textFormats.keys(), ...numberFormats.keys()])
    expect(formats.describeFormat(format), format).toBeTypeOf('string');
  expect(formats.describeFormat('constructor')).toBeUndefined();
});

test('validates long hostile text quickly', () => {
  const textLength = 100_000;
  for (const [, isValid] of formatCases) {
    for (const unit of ['a', '1', '-', '/', 'a-', 'a/', '=', '%20', '\n', '-----BEGIN CERTIFICATE-----\n', 'a.', 'a,']) {
      isValid(unit.repeat(textLength / unit.length));
      isValid(`en${unit.repeat(textLength / unit.length)} `);
    }
  }
});
