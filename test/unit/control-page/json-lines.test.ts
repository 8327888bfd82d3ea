import { expect, test } from 'vitest';
import { diffJson, printJson, type JsonLine } from '../../../control-page/lib/json-lines.js';

const format = (lines: readonly JsonLine[]): readonly string[] =>
  lines.map(({ mark, depth, tokens }) => `${mark}${'  '.repeat(depth)}${tokens.map(({ text }) => text).join('')}`);

test('prints a value like JSON.stringify', () => {
  const value = { a: [1, 'x', null, { b: true }], c: {}, d: [] };
  const expected = JSON.stringify(value, null, 2);
  expect(format(printJson(value)).map((line) => line.slice(1))).toEqual(expected.split('\n'));
});

test.each<readonly [title: string, before: unknown, after: unknown, lines: readonly string[]]>([
  ['a changed member', { a: 1, b: 2 }, { a: 1, b: 3 }, [' {', '   "a": 1,', '-  "b": 2', '+  "b": 3', ' }']],
  ['an added and a removed member', { a: 1 }, { b: 1 }, [' {', '-  "a": 1,', '+  "b": 1', ' }']],
  ['a value of another type', { a: [] }, { a: {} }, [' {', '-  "a": []', '+  "a": {}', ' }']],
  ['an inserted item', [1, 3], [1, 2, 3], [' [', '   1,', '+  2,', '   3', ' ]']],
  ['an item that changed inside', [{ a: 1 }], [{ a: 2 }], [' [', '   {', '-    "a": 1', '+    "a": 2', '   }', ' ]']],
  ['an absent value', undefined, { a: 1 }, ['+{', '+  "a": 1', '+}']],
  [
    'unchanged lines far from a change',
    { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 },
    { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 8 },
    ['…4 unchanged lines', '   "d": 4,', '   "e": 5,', '   "f": 6,', '-  "g": 7', '+  "g": 8', ' }'],
  ],
])('compares %s', (_, before, after, lines) => {
  expect(format(diffJson(before, after))).toEqual(lines);
});
