import { expect, test } from 'vitest';
import { memoizeByText } from '../../../generator/lib/memoize.js';

test('computes the result for a text once, and keeps a bounded number of results', () => {
  const computed: string[] = [];
  const getLength = memoizeByText((text) => {
    computed.push(text);
    return text.length;
  }, 2);
  expect(['a', '__proto__', 'a', 'bb', 'a'].map(getLength)).toEqual([1, 9, 1, 2, 1]);
  expect(computed).toEqual(['a', '__proto__', 'bb', 'a']);
});
