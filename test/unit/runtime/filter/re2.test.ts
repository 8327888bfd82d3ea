/** The validation of RE2 expressions without the engine, compared with the engine. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { isRe2 } from '../../../../runtime/patterns/re2.js';

describe('valid expressions', () => {
  test.each([
    '(?P<n>a)(?<m>b)',
    '(a{20}){50}',
    '(a{1000})(b{1000})',
    '(a{1000}){1}',
    '((a{0}){1000}b){1}',
    '[\\n-\\r\\101-\\x{5a}]',
    '\\p{Any}\\P{^Nko}',
  ])('accepts %s', (text) => expect(isRe2(text)).toBe(true));
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
  test.each(['(?P<n>a)(?<n>b)', '(a{20}){60}', '((a{1000})*){2}', '(a{2,}){501}', '(b|a{500}){3}', '[[:foo:]]', '\\p{Foo}', '\\p{greek}'])(
    'rejects %s',
    (text) => expect(isRe2(text)).toBe(false),
  );
  test.each(['(', ')', '(a', 'a)', '*', 'a**', 'a*??', '(|*)', '(?i)*', 'a{2,1}', 'a{1001}', '(?=a)', '(?!a)', '(?<=a)', '(?a)', '(?i-)'])(
    'rejects %s',
    (text) => expect(isRe2(text)).toBe(false),
  );
  test.each([
    '[',
    '[]',
    '[z-a]',
    '[a-\\d]',
    '\\',
    '\\1',
    '\\8',
    '\\C',
    '\\Z',
    '\\é',
    '\\x{110000}',
    '\\pX',
    '[\\b]',
    '[\\x61-A]',
    '[\\x{61}-\\n]',
  ])('rejects %s', (text) => expect(isRe2(text)).toBe(false));
});

const fragments =
  'a b z é 😀 0 : . ^ $ | ( ) (?: (?i) (?-i: (?P<n> (?<m> (?= (?! (?<= * + ? {2} {2,} {2,1} {1001} {,3} { } [ ] [^ - \\d \\pL \\p{Greek}';
const escapes =
  '\\P{^Lu} \\1 \\12 \\A \\z \\Z \\b \\ \\Q \\E [:alpha:] \\x41 \\x{10ffff} \\x{110000} \\n \\_ \\é {20} {60} (?P<n> (a{30}) [\\x41-0] [:^word:] \\p{Foo} {0} [[:foo:] [: :]';
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
  fc.assert(
    fc.property(expression, (text) => {
      const compileError = findCompileError(text);
      expect(isRe2(text), compileError).toBe(compileError === undefined);
    }),
    { numRuns: 300 },
  );
});
