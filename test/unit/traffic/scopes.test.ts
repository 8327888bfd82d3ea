import { expect, test } from 'vitest';
import { findLeastScopes } from '../../../generator/traffic/scopes.js';

const read = ['readonly', 'full', 'platform'];
const write = ['full', 'platform'];
const other = ['other', 'platform'];
const described = [
  ...Array.from({ length: 5 }, () => read),
  ...Array.from({ length: 3 }, () => write),
  ...Array.from({ length: 4 }, () => other),
  ['platform'],
];

test.each([
  ['the narrowest for reads', [read, read], ['readonly']],
  ['one scope, if it permits no more than the others together', [read, write], ['full']],
  ['several scopes, if one for all permits more', [read, other], ['other', 'readonly']],
  ['no scope that several APIs share, if each has its own', [write, other], ['full', 'other']],
  ['the only one that permits a method', [read, ['platform']], ['platform']],
  ['none for methods without scopes', [[], []], []],
])('%s', (_, calls, scopes) => {
  expect(findLeastScopes(calls, described)).toEqual(scopes);
  expect(findLeastScopes(calls.toReversed(), described)).toEqual(scopes);
});

test('the narrowest of scopes that permit the same methods', () => {
  expect(findLeastScopes([['a', 'b']], [['a', 'b']])).toEqual(['a']);
  expect(findLeastScopes([['b', 'a']], [['b', 'a']])).toEqual(['b']);
});
