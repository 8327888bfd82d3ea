import { expect, test } from 'vitest';
import { formatDifferences, formatValue, listDifferences } from '../../../testing/compare.js';

/** Returns a value inside 100,000 lists. */
function nest(value: unknown): unknown {
  let nested = value;
  for (let depth = 0; depth < 100_000; depth++) nested = [nested];
  return nested;
}

test('differences are listed in the order of the expected value', () => {
  const differences = listDifferences({ a: [1, { b: 2 }], c: /x/ }, { a: [0, { b: 3 }], c: 'y', d: 1 }, 'body');
  expect(differences.map(({ path }) => path)).toEqual(['body.a[0]', 'body.a[1].b', 'body.c']);
  expect(formatDifferences(differences)).toContain('- body.a[1].b: 2\n+ body.a[1].b: 3');
});

test('values can be nested to any depth', () => {
  expect(listDifferences(nest(1), nest(1), '')).toEqual([]);
  expect(listDifferences(nest(1), nest(2), '')).toMatchObject([{ expected: 1, received: 2 }]);
  expect(formatValue(nest(1))).toMatch(/^a value that is not JSON: Maximum call stack size exceeded/);
});
