/** The validation of RE2 expressions without the engine, compared with the engine. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { isRe2 } from '../../../../runtime/patterns/re2.js';

describe('valid expressions', () => {
  test.each(['', 'a|b', '()*', '^*', 'a*?', 'a{2}?', 'a{,2}', '{', 'x{0}', '(?i)a', '(?i:a)', '(?-s)', '(?P<n>a)', '(?<n>a)', 'a(?i)*'])(
    'accepts %s',
    (text) => expect(isRe2(text)).toBe(true),
  );
  test.each([
    '[]a]',
    '[^]a]',
    '[a-]',
    '[\\d-a]',
    '[[:alpha:]_]',
    '\\pL',
    '\\p{Greek}',
    '\\P{^Lu}',
    '\\x{10ffff}',
    '\\12',
    '\\Q(\\E',
    '\\Q(',
  ])('accepts %s', (text) => expect(isRe2(text)).toBe(true));
});

describe('invalid expressions', () => {
  test.each(['(', ')', '(a', 'a)', '*', 'a**', 'a*??', '(|*)', '(?i)*', 'a{2,1}', 'a{1001}', '(?=a)', '(?!a)', '(?<=a)', '(?a)', '(?i-)'])(
    'rejects %s',
    (text) => expect(isRe2(text)).toBe(false),
  );
  test.each(['[', '[]', '[z-a]', '[a-\\d]', '\\', '\\1', '\\8', '\\C', '\\Z', '\\é', '\\x{110000}', '\\pX', '[\\b]'])(
    'rejects %s',
    (text) => expect(isRe2(text)).toBe(false),
  );
});

const fragments =
  'a b z é 😀 0 : . ^ $ | ( ) (?: (?i) (?-i: (?P<n> (?<m> (?= (?! (?<= * + ? {2} {2,} {2,1} {1001} {,3} { } [ ] [^ - \\d \\pL \\p{Greek}';
const escapes = '\\P{^Lu} \\1 \\12 \\A \\z \\Z \\b \\ \\Q \\E [:alpha:] \\x41 \\x{10ffff} \\x{110000} \\n \\_ \\é {20} {60}';
const expression = fc
  .array(fc.constantFrom(...fragments.split(' '), ...escapes.split(' '), ' '), { maxLength: 8 })
  .map((parts) => parts.join(''));

function findCompileError(text: string): string | undefined {
  try {
    RE2JS.compile(text);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test('agrees with the engine', () => {
  // The validation doesn't check these limits of the engine.
  const engineLimits = /duplicate|invalid repeat count|character class range/;
  fc.assert(
    fc.property(expression, (text) => {
      const compileError = findCompileError(text);
      expect(isRe2(text), compileError).toBe(compileError === undefined || (isRe2(text) && engineLimits.test(compileError)));
    }),
    { numRuns: 1000 },
  );
});
