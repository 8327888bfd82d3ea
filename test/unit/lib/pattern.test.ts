import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRe2Problem, translatePattern } from '../../../generator/lib/pattern.js';

function testPattern(pattern: string, text: string): boolean | string {
  const result = translatePattern(pattern);
  return result.ok ? new RegExp(result.pattern.source, result.pattern.flags).test(text) : result.problem;
}

describe('patterns of specifications', () => {
  test.each([
    ['[a-z]([-a-z0-9]*[a-z0-9])?', 'abc', true],
    ['^[a-zA-Z0-9-_]+$', 'a-b_c', true],
    ['(?i)^abc$', 'ABC', true],
    ['(?is)^a.c$', 'A\nC', true],
    ['\\Aabc\\z', 'abc', true],
    ['\\Aabc\\z', 'abcd', false],
    ['^(?P<year>\\d{4})$', '2026', true],
    ['^\\Qa.b\\E$', 'a.b', true],
    ['^\\Qa.b\\E$', 'axb', false],
    ['^\\\\A$', '\\A', true],
    ['(', '', 'unterminated group'],
    ['[a-', '', 'unterminated character class'],
  ])('matches %s with %j', (pattern, text, expected) => {
    expect(testPattern(pattern, text)).toBe(expected);
  });

  test.each([
    ['a(?=b)', 'RE2 has no look-around ((?=)'],
    ['(?!a)b', 'RE2 has no look-around ((?!)'],
    ['(?<=a)b', 'RE2 has no look-around ((?<=a)b)'],
    ['(a)\\1', 'RE2 has no back-references (\\1)'],
    ['(?<n>a)\\k<n>', 'RE2 has no back-references (\\k)'],
    ['a{1,2000}', 'invalid repeat count ({1,2000})'],
    ['(?i)[a-z0-9-_]+\\.(?P<n>\\d)\\pL[[:alpha:]]', undefined],
  ])('reports the RE2 error of %s', (pattern, problem) => {
    expect(findRe2Problem(pattern)).toBe(problem);
  });

  test('translates any text or reports a problem', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'()[]{}?*+\\|^$.-:PQEAzi<>=!a1,') }), (pattern) => {
        const result = translatePattern(pattern);
        if (result.ok) expect(() => new RegExp(result.pattern.source, result.pattern.flags)).not.toThrow();
        else expect(result.problem).not.toBe('');
      }),
    );
  });
});
