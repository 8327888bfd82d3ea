import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getExactDigits, parseJsonText } from '../../../../mock/lib/parse-json.js';

const digits = '12345678901234567890';
const long = 'x'.repeat(9_000_000);

test('keeps the digits of integers that a number cannot represent', () => {
  const value = parseJsonText(`{ "a": [${digits}, 1], "-1": -${digits}, "text": "\\"${digits}", "\\\\": ${digits} }`, 10) as {
    readonly a: object;
  };
  expect(value).toEqual({ a: [Number(digits), 1], '-1': -Number(digits), text: `"${digits}`, '\\': Number(digits) });
  expect([getExactDigits(value.a, '0'), getExactDigits(value.a, '1')]).toEqual([digits, undefined]);
  expect([getExactDigits(value, '-1'), getExactDigits(value, 'text'), getExactDigits(value, '\\')]).toEqual([
    `-${digits}`,
    undefined,
    digits,
  ]);
});

test('parses like JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJsonText(`[${digits}, ${text}]`, 1000)).toEqual(JSON.parse(`[${digits}, ${text}]`));
    }),
  );
});

test.each([
  ['{"a": "b', 'a value at line 1, column 7'],
  ['{"a": "\\x"}', 'a value at line 1, column 7'],
  ['{"a": "\n"}', 'a value at line 1, column 7'],
  ['{"a": "\\u12"}', 'a value at line 1, column 7'],
  ['{"\\"\\u0041": 1,', 'a name in double quotes at line 1, column 16'],
  ['{"a" 1}', '`:` at line 1, column 6'],
  ['[1 2]', '`,` or `]` at line 1, column 4'],
  ['"a" "b"', 'the end at line 1, column 5'],
])('%s: expected %s', (text, expected) => {
  expect(() => parseJsonText(text, 10)).toThrow(`The request body is not valid JSON: expected ${expected}.`);
});

test('long strings do not exhaust the stack', () => {
  expect(parseJsonText(`["${long}", ${digits}]`, 10)).toHaveLength(2);
  expect(() => parseJsonText(`["${long}" 1]`, 10)).toThrow(/expected `,` or `]` at line 1/);
});
