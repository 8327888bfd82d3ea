import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, type Extent, type Pattern } from '../../../generator/lib/pattern.js';
import { anyCharacter } from '../../support/any-character.js';

function compile(source: string): Pattern {
  const result = compilePattern(source);
  if (!result.ok) throw new Error(result.problem);
  return result.pattern;
}

const toJavaScript = (pattern: string, extent: Extent = 'entire'): string | undefined => {
  const expression = compile(pattern).toRegExp(extent);
  return expression && String(expression);
};

describe('an RE2 expression', () => {
  test.each([
    ['[a-z]([-a-z0-9]*[a-z0-9])?', 'a-b', 'a-b '],
    ['^projects/[a-z]+$', 'projects/p', 'projects/p/q'],
    ['a|b', 'b', 'ab'],
    ['[a-zA-Z0-9-_]+', 'a-_', 'a.b'],
    ['[]a]+', ']a', '[a'],
    ['.', '😀', 'ab'],
    ['a.b', 'a\rb', 'a\nb'],
    ['(?s)a.b', 'a\nb', 'ab'],
    ['(?i)abc', 'aBC', 'abd'],
    ['a(?i)b', 'aB', 'Ab'],
    ['(?m)a\n^b', 'a\nb', 'ab'],
    ['\\Aab\\z', 'ab', 'abc'],
    ['(?P<year>\\d{4})', '2026', '202'],
    ['\\d', '1', '\u0661'],
    ['\\s', ' ', '\v'],
    ['a\\b.', 'a-', 'aé\b'],
    ['\\Qa.b\\E', 'a.b', 'axb'],
    ['\\Q(.*', '(.*', '(a'],
    ['[[:alpha:]]+', 'aZ', 'é'],
    ['[^[:space:]]', 'a', '\v'],
    ['[[:^alpha:]]', '1', 'a'],
    ['\\pL\\p{Lu}', 'éÉ', 'Éé'],
    ['\\p{Greek}', 'α', 'a'],
    ['\\x{1F600}\\x41\\101', '😀AA', '😀AB'],
    ['a{,2}', 'a{,2}', 'aa'],
  ])('%s matches %j, but not %j', (source, match, mismatch) => {
    const pattern = compile(source);
    const expression = pattern.toRegExp('entire');
    expect([match, mismatch, `${match}\n`].map((text) => pattern.matches(text))).toEqual([true, false, false]);
    if (expression) expect([match, mismatch, `${match}\n`].map((text) => expression.test(text))).toEqual([true, false, false]);
  });

  test('finds all matches in a text', () => {
    expect([...compile('a+|b').find('xaab')]).toEqual([
      [1, 3],
      [3, 4],
    ]);
  });

  test.each([
    ['(', 'missing closing ) (()'],
    ['[a-', 'missing closing ] ([a-)'],
    ['a(?=b)', 'RE2 has no look-around ((?=)'],
    ['(?!a)b', 'RE2 has no look-around ((?!)'],
    ['(?<=a)b', 'RE2 has no look-around ((?<=a)b)'],
    ['(a)\\1', 'RE2 has no back-references (\\1)'],
    ['(?<n>a)\\k<n>', 'RE2 has no back-references (\\k)'],
    ['a{1,2000}', 'invalid repeat count ({1,2000})'],
    ['(a{1,1000}){1,1000}', 'expression too large'],
    ['(?P<n>a)(?P<n>b)', 'duplicate capture group name (n)'],
    ['[[:letter:]]', 'invalid character class range ([:letter:])'],
  ])('%s is invalid: %s', (source, problem) => {
    expect(compilePattern(source)).toEqual({ ok: false, problem });
  });
});

describe('a translation to JavaScript', () => {
  test.each([
    ['[a-z0-9-]+', '/^(?:[a-z0-9-]+)$/u'],
    ['.*', String.raw`/^(?:[^\n]*)$/u`],
    ['(?i)ab', '/^(?:ab)$/iu'],
    [String.raw`\Aa\s\_\z`, String.raw`/^(?:^a[\t\n\f\r ]_$)$/u`],
    [String.raw`\Q[.\E`, String.raw`/^(?:\[\.)$/u`],
    ['[[:alpha:]_]', '/^(?:[A-Za-z_])$/u'],
    ['(?m)^a$', String.raw`/^(?:(?<![^\n])a(?![^\n]))$/u`],
    ['^*(?P<n>a)', '/^(?:(?:^)*(a))$/u'],
  ])('of %s is %s', (pattern, expected) => {
    expect(toJavaScript(pattern)).toBe(expected);
  });

  test.each([
    ['b+', '/b/u'],
    ['^[a-z]+$', '/^[a-z]+$/u'],
    ['^[a-z][a-z0-9-]*', '/^[a-z]/u'],
    ['a*b{2,5}|c?', '/b{2}|/u'],
    ['(?s)a.b', '/a[^]b/u'],
  ])('of %s to search is %s', (pattern, expected) => {
    expect(toJavaScript(pattern, 'part')).toBe(expected);
  });

  test.each([['(a+)+'], ['a.*b.*'], ['(?i)\\w\\b'], ['(?i)é'], ['a(?i)b'], ['\\p{Greek}'], ['\\pC'], ['(?i)\\pL']])(
    'of %s needs the RE2 engine',
    (pattern) => {
      expect(toJavaScript(pattern)).toBeUndefined();
    },
  );

  test('needs the RE2 engine to search quadratically', () => {
    expect([toJavaScript('a.*b', 'entire'), toJavaScript('a.*b', 'part')]).toEqual([String.raw`/^(?:a[^\n]*b)$/u`, undefined]);
  });

  const atomText = String.raw`a b . [^a] [a-b\s] \s \S \d \D \w \W \b \B ^ $ K (?:a|b) (?:^a|b$) []a] [\W-] \- [[:^alpha:]] [[:space:]b] [^[:word:]]
    [[:punct:]] [\S_] \pL \Qa-\E (?s:.) (?m:^) (?m:$) \x{2028} \141 (?P<n>a) (?U:a+) (|a)`;
  const atoms = fc.constantFrom(...atomText.split(/\s+/));
  const repetitions = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '+?');
  const patterns = fc
    .tuple(
      fc.constantFrom('', '(?i)', '(?s)', '(?is)', '(?m)'),
      fc.array(fc.tuple(atoms, repetitions), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([flags, parts, isChoice]) => flags + parts.map((part) => part.join('')).join(isChoice ? '|' : ''));
  const characters = ['a', 'b', 'A', 'k', '\u212a', '\u017f', '1', '_', '-', ' ', '\n', '\r', '\v', '\u00a0', '\u2028', '\ufeff', '😀'];
  const texts = fc.array(fc.constantFrom(...characters), { maxLength: 6 }).map((parts) => parts.join(''));

  test('matches and finds the same texts as the RE2 engine', () => {
    let translations = 0;
    fc.assert(
      fc.property(patterns, texts, (source, text) => {
        const result = compilePattern(source);
        fc.pre(result.ok);
        const { matches, find, toRegExp } = result.pattern;
        const [entire, part] = [toRegExp('entire'), toRegExp('part')];
        translations += Number(entire !== undefined);
        expect([source, text, entire?.test(text) ?? matches(text)]).toEqual([source, text, matches(text)]);
        expect([source, text, part?.test(text) ?? [...find(text)].length > 0]).toEqual([source, text, [...find(text)].length > 0]);
      }),
      { numRuns: 200 },
    );
    expect(translations).toBeGreaterThan(100);
  });

  test('of the text of any character matches the character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 8 }), (text) => {
        const expression = compile(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).toRegExp('entire');
        expect(expression?.test(text)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
