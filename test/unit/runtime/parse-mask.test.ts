import { expect, test } from 'vitest';
import { parseFieldPaths } from '../../../runtime/parse-mask.js';

test.each<[mask: string, paths: readonly (readonly string[])[]]>([
  ['a', [['a']]],
  [' a , b . c ', [['a'], ['b', 'c']]],
  ['labels.`my.key, (x)/y`', [['labels', 'my.key, (x)/y']]],
  [
    'a/b,a/c',
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
  ],
  ['a(b,c.d),e', [['a', 'b'], ['a', 'c', 'd'], ['e']]],
  [
    'a/b( c(d, e) , f )',
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'e'],
      ['a', 'b', 'f'],
    ],
  ],
])('%s', (mask, paths) => {
  expect(parseFieldPaths(mask)).toEqual(paths);
});

test.each([
  '',
  ',',
  'a,',
  'a..b',
  'a(',
  'a()',
  'a(b',
  'a)',
  'a(b))',
  '(a)',
  'a(b)c',
  'a(b).c',
  'a(b)(c)',
  'a.`b',
  `${'a.'.repeat(9000)}a(${'b,'.repeat(9000)}b)`,
])('a malformed mask has a path with an empty name: %.20s', (mask) => {
  expect(parseFieldPaths(mask).flat()).toContain('');
});
