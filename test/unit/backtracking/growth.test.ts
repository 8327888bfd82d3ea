/** Which patterns can take exponential time, decided without running them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeGrowth } from '../../../generator/backtracking/growth.js';

const growth = (pattern: string, flags = 'u'): string => {
  const found = analyzeGrowth(`^(?:${pattern})$`, flags);
  return found.isExponential ? found.reason : 'bounded';
};
const explodes = 'its matching time grows exponentially with the length of the text';
const tooLarge = 'it is too large to analyze';

describe('safe patterns', () => {
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
    expect(growth(pattern)).toBe('bounded');
  });
});

describe('patterns with superlinear backtracking', () => {
  test.each([
    ['a repetition in a repetition', '(a+)+'],
    ['a nested repetition that can be empty', '(a*)*'],
    ['a bounded nested repetition', '((a{0,100}){0,100}){0,100}'],
    ['two ways for one character', '(a|a)*'],
    ['two ways for two characters', '(?:a|b|ab)+'],
    ['sets that overlap', '([a-z]|\\w)*'],
    ['a repetition that overlaps its continuation', '(\\w+\\s?)*'],
    ['many repetitions in a row', 'a*a*a*a*a*a*'],
    ['of more than one character', '(ab)*(ab)*(ab)*(ab)*(ab)*(ab)*'],
    ['many optional parts', 'a?'.repeat(30) + 'a'.repeat(30)],
    ['parts with a counter', '(a?){30}a{30}'],
    ['a repetition in a lookahead', '(?=(a+)+b)a'],
  ])('%s: %s', (_, pattern) => {
    expect(growth(pattern)).toBe(explodes);
  });
  test('only in case-sensitive matching', () => {
    expect([growth('(a|A)*', 'u'), growth('(a|A)*', 'iu')]).toEqual(['bounded', explodes]);
  });
});

describe('unsupported patterns count as unsafe', () => {
  test.each([
    ['long', 'a'.repeat(6_000), tooLarge],
    ['deep', '('.repeat(5_000) + ')'.repeat(5_000), tooLarge],
    ['with many states', '([ab]c){9}'.repeat(100), tooLarge],
    ['a back-reference', '(a+)\\1', 'it has a back-reference'],
  ])('one %s', (_, pattern, reason) => {
    expect(growth(pattern)).toBe(reason);
  });
});

/** Counts the ways in which a backtracking matcher can read a text by trying them all. */
function ways(pattern: Tree, text: string): number {
  let count = 0;
  const match = (tree: Tree, at: number, then: (at: number) => void): void => {
    if ((count += 1) > 200_000) return;
    if (typeof tree === 'string') {
      if (text[at] === tree) then(at + 1);
    } else if (tree.kind === 'both') match(tree.left, at, (next) => match(tree.right, next, then));
    else if (tree.kind === 'either') [tree.left, tree.right].forEach((one) => match(one, at, then));
    else {
      match(tree.left, at, (next) => (next > at ? match(tree, next, then) : undefined));
      then(at);
    }
  };
  match(pattern, 0, () => undefined);
  return count;
}

type Tree =
  | string
  | { readonly kind: 'both' | 'either'; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'any'; readonly left: Tree };

const print = (tree: Tree): string => {
  if (typeof tree === 'string') return tree;
  if (tree.kind === 'any') return `(?:${print(tree.left)})*`;
  return tree.kind === 'both' ? `${print(tree.left)}${print(tree.right)}` : `(?:${print(tree.left)}|${print(tree.right)})`;
};

const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'tree' },
    fc.constantFrom<Tree>('a', 'b'),
    fc.record({ kind: fc.constantFrom('both' as const, 'either' as const), left: tie('tree'), right: tie('tree') }),
    fc.record({ kind: fc.constant('any' as const), left: tie('tree') }),
  ),
})).tree;

test('a safe pattern matches every text in a moderate number of steps', () => {
  fc.assert(
    fc.property(trees, fc.array(fc.constantFrom('a', 'b', 'ab', 'aa', 'bb'), { minLength: 1, maxLength: 4 }), (tree, words) => {
      if (growth(print(tree)) !== 'bounded') return;
      expect(ways(tree, words.join('').repeat(10).slice(0, 18))).toBeLessThan(100_000);
    }),
    { numRuns: 500 },
  );
});

test('anchors of the whole text change nothing', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const pattern = print(tree);
      expect(analyzeGrowth(`^(?:${pattern})$`, 'u')).toEqual(analyzeGrowth(pattern, 'u'));
    }),
  );
});
