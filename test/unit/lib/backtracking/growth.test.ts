/** Detection of patterns that can take exponential time, without running them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findGrowthProblem } from '../../../../generator/lib/backtracking/growth.js';

const describeGrowth = (pattern: string, flags = 'u'): string => findGrowthProblem(`^(?:${pattern})$`, flags) ?? 'bounded';
const exponential = 'its matching time grows exponentially with the length of the text';
const tooLarge = 'it is too large to analyze';

describe('accepts safe patterns', () => {
  test.each([
    '',
    '[a-z]+',
    '[a-z]([-a-z0-9]*[a-z0-9])?',
    '[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?',
    '(?:[a-z0-9]+-)*[a-z0-9]+',
    'projects/[^/]+/zones/[^/]+',
    '\\d+\\.\\d+',
    '(a|ab)*c',
    '.*=.*',
    'a{1,50000}',
    '(a?){0,30}',
    '(?!a)[ab]+',
    "(/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)+",
  ])('%s', (pattern) => {
    expect(describeGrowth(pattern)).toBe('bounded');
  });
});

describe('rejects patterns with superlinear backtracking', () => {
  test.each([
    ['a repetition in a repetition', '(a+)+'],
    ['a nested repetition that can be empty', '(a*)*'],
    ['a bounded nested repetition', '((a{0,100}){0,100}){0,100}'],
    ['alternatives that match the same character', '(a|a)*'],
    ['alternatives that match the same two characters', '(?:a|b|ab)+'],
    ['overlapping character sets', '([a-z]|\\w)*'],
    ['a repetition that overlaps its continuation', '(\\w+\\s?)*'],
    ['many adjacent repetitions', 'a*a*a*a*a*a*'],
    ['many adjacent repetitions of two characters', '(ab)*(ab)*(ab)*(ab)*(ab)*(ab)*'],
    ['many optional parts', 'a?'.repeat(30) + 'a'.repeat(30)],
    ['optional parts with a counter', '(a?){30}a{30}'],
    ['a repetition in a lookahead', '(?=(a+)+b)a'],
  ])('%s: %s', (_, pattern) => {
    expect(describeGrowth(pattern)).toBe(exponential);
  });
  test('considers the flag for case-insensitive matching', () => {
    expect([describeGrowth('(a|A)*', 'u'), describeGrowth('(a|A)*', 'iu')]).toEqual(['bounded', exponential]);
  });
});

describe("rejects patterns that it can't analyze", () => {
  test.each([
    ['a long pattern', 'a'.repeat(6_000), tooLarge],
    ['a deeply nested pattern', '('.repeat(5_000) + ')'.repeat(5_000), tooLarge],
    ['a pattern with many states', '([ab]c){9}'.repeat(100), tooLarge],
    ['a back-reference', '(a+)\\1', 'it has a back-reference'],
  ])('%s', (_, pattern, reason) => {
    expect(describeGrowth(pattern)).toBe(reason);
  });
});

/** Counts the steps of a backtracking matcher that tries all ways to match a text. */
function countSteps(pattern: Tree, text: string): number {
  let count = 0;
  const match = (tree: Tree, at: number, proceed: (at: number) => void): void => {
    if ((count += 1) > 200_000) return;
    if (typeof tree === 'string') {
      if (text[at] === tree) proceed(at + 1);
    } else if (tree.kind === 'sequence') match(tree.left, at, (next) => match(tree.right, next, proceed));
    else if (tree.kind === 'alternatives') [tree.left, tree.right].forEach((branch) => match(branch, at, proceed));
    else {
      match(tree.left, at, (next) => (next > at ? match(tree, next, proceed) : undefined));
      proceed(at);
    }
  };
  match(pattern, 0, () => undefined);
  return count;
}

type Tree =
  | string
  | { readonly kind: 'sequence' | 'alternatives'; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'repetition'; readonly left: Tree };

const print = (tree: Tree): string => {
  if (typeof tree === 'string') return tree;
  if (tree.kind === 'repetition') return `(?:${print(tree.left)})*`;
  return tree.kind === 'sequence' ? `${print(tree.left)}${print(tree.right)}` : `(?:${print(tree.left)}|${print(tree.right)})`;
};

const randomTrees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'tree' },
    fc.constantFrom<Tree>('a', 'b'),
    fc.record({ kind: fc.constantFrom('sequence' as const, 'alternatives' as const), left: tie('tree'), right: tie('tree') }),
    fc.record({ kind: fc.constant('repetition' as const), left: tie('tree') }),
  ),
})).tree;

test('matches every text in a moderate number of steps if the pattern is safe', () => {
  fc.assert(
    fc.property(randomTrees, fc.array(fc.constantFrom('a', 'b', 'ab', 'aa', 'bb'), { minLength: 1, maxLength: 4 }), (tree, words) => {
      if (describeGrowth(print(tree)) !== 'bounded') return;
      expect(countSteps(tree, words.join('').repeat(10).slice(0, 18))).toBeLessThan(100_000);
    }),
    { numRuns: 200 },
  );
});

test('returns the same result with and without anchors around the pattern', () => {
  fc.assert(
    fc.property(randomTrees, (tree) => {
      const pattern = print(tree);
      expect(findGrowthProblem(`^(?:${pattern})$`, 'u')).toEqual(findGrowthProblem(pattern, 'u'));
    }),
  );
});
