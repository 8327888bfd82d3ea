import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { toSearchLiteral } from '../../../../generator/lib/backtracking/search-pattern.js';

test.each([
  ['b+', '/b/u'],
  ['[0-9]+', '/[0-9]/u'],
  ['^[a-z]+$', '/^[a-z]+$/u'],
  ['^[a-z][a-z0-9-]*', '/^[a-z]/u'],
  ['a*b{2,5}|c?', '/b{2}|/u'],
  ['(?i)ab', '/ab/iu'],
  ['(?s)a.b', '/a[^]b/u'],
  ['a.b', String.raw`/a[^\n]b/u`],
  [String.raw`\s\_\.`, String.raw`/[\t\n\f\r ]_\./u`],
  [String.raw`\A(?P<name>\d)\z`, String.raw`/^(?<name>\d)$/u`],
  ['é😀', String.raw`/\u00e9\ud83d\ude00/u`],
  ['<!-- sourceMappingURL=x', String.raw`/\x3c!-- sourc\u0065MappingURL=x/u`],
])('%s becomes %s', (pattern, literal) => {
  expect(toSearchLiteral(pattern)).toBe(literal);
});

test.each([
  ['a.*b'],
  ['(a+)+$'],
  ['[[:alpha:]]'],
  ['(?i)\\w'],
  ['(?m)^a$'],
  ['a(?i)b'],
  [String.raw`\pN`],
  [String.raw`\Qa.b\E`],
  [String.raw`\x{1F600}`],
  [String.raw`\C`],
  ['a{,2}'],
])('the RE2 engine is needed for %s', (pattern) => {
  expect(toSearchLiteral(pattern)).toBe(undefined);
});

const atoms = fc.constantFrom(
  'a',
  'b',
  '.',
  '[^a]',
  '[a-b\\s]',
  '\\s',
  '\\S',
  '\\d',
  '\\w',
  '\\b',
  '^',
  '$',
  'K',
  '(?:a|b)',
  '(?:^a|b$)',
  '[]a]',
  '[\\W-]',
  '\\-',
);
const repetitions = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '+?');
const patterns = fc
  .tuple(fc.constantFrom('', '(?i)', '(?s)', '(?is)'), fc.array(fc.tuple(atoms, repetitions), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([flags, parts, isChoice]) => flags + parts.map((part) => part.join('')).join(isChoice ? '|' : ''));
const texts = fc.array(
  fc.constantFrom('a', 'b', 'A', 'k', '\u212a', '\u017f', '1', '_', '-', ' ', '\n', '\r', '\v', '\u00a0', '\u2028', '\ufeff', '😀'),
  { maxLength: 6 },
);

test('finds the same texts as the RE2 engine', () => {
  let literals = 0;
  fc.assert(
    fc.property(patterns, texts, (pattern, characters) => {
      const literal = toSearchLiteral(pattern);
      fc.pre(literal !== undefined);
      literals += 1;
      const [, source = '', flags] = /^\/([^]*)\/(\w*)$/.exec(literal) ?? [];
      const text = characters.join('');
      expect([pattern, text, new RegExp(source, flags).test(text)]).toEqual([pattern, text, RE2JS.compile(pattern).test(text)]);
    }),
    { numRuns: 500 },
  );
  expect(literals).toBeGreaterThan(250);
});
