import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPatternLiteral } from '../../../../generator/emit/validators/pattern-literals.js';
import { anyCharacter } from '../../../support/any-character.js';

/** Parses a literal as a JavaScript engine does. */
function parseLiteral(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

const examples: readonly (readonly [pattern: string, match: string, mismatch: string])[] = [
  ['[a-z]([-a-z0-9]*[a-z0-9])?', 'a-b', 'xa-b '],
  ['^projects/[a-z]+$', 'projects/p', 'projects/p/q'],
  ['a|b', 'b', 'ab'],
  ['[a-zA-Z0-9-_]+', 'a-_', 'a.b'],
  ['[\\w-_.]+', 'a-_', 'a/b'],
  ['(?i)abc', 'aBC', 'abd'],
  ['.', '😀', 'ab'],
  ['\\Aab\\z', 'ab', 'abc'],
  ['(?P<year>\\d{4})', '2026', '202'],
  ['\\p{L}+', 'é', '1'],
  ['[(?i)]+', '(i)', 'a'],
  ['a/b', 'a/b', 'a-b'],
  ['a{2', 'a{2', 'aa'],
  ['[(?P<]+', '(?P<', 'x'],
  ['\\(?P<x', '(P<x', '(x'],
  ['\\\\é', '\\é', 'é'],
  ['[\\[:a]+', '[:a', 'b'],
  ['\\_\\-\\@', '_-@', '_-'],
];

test.each(examples)('matches the whole text with %s', (pattern, match, mismatch) => {
  const literal = toPatternLiteral(pattern);
  const expression = literal === undefined ? /^$/ : parseLiteral(literal);
  expect([expression.test(match), expression.test(mismatch), expression.test(`${match}\n`)]).toEqual([true, false, false]);
});

test.each([
  '[[:alpha:]]+',
  '[a[:digit:]]',
  '[^[:space:]]',
  '[]a]',
  '[^]a]',
  '(?s).*',
  'a(?i)b',
  '\\Q.*\\E',
  '(',
  '[',
  '\\pL',
  '*',
  ')(',
  'a)|(b',
])('rejects %s, which has no JavaScript equivalent', (pattern) => {
  expect(toPatternLiteral(pattern)).toBeUndefined();
});

describe('any text', () => {
  test('is rejected or becomes one literal of printable characters on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 12 }), (pattern) => {
        const literal = toPatternLiteral(pattern);
        if (literal === undefined) return;
        expect(literal).toMatch(/^\/[\x20-\x7e]+\/[iu]*$/);
        expect(literal).not.toContain('</');
        expect(() => parseLiteral(literal)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });

  test('matches itself if it is a literal pattern', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (text) => {
        const literal = toPatternLiteral(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
        expect(literal !== undefined && parseLiteral(literal).test(text)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
