import { expect, test } from 'vitest';
import { findMinimalScopes } from '../../../../fidelity/recordings/scopes.js';

const read = ['readonly', 'full', 'platform'];
const write = ['full', 'platform'];
const other = ['other', 'platform'];
const described = [
  ...Array.from({ length: 5 }, () => read),
  ...Array.from({ length: 3 }, () => write),
  ...Array.from({ length: 4 }, () => other),
  ['platform'],
];
const shared = new Set(['platform', 'platform.readonly']);

test.each([
  [
    'no scope that several APIs share, even if it permits fewer methods',
    [
      [...read, 'platform.readonly'],
      [...other, 'platform.readonly'],
    ],
    ['other', 'readonly'],
  ],
  ['the narrowest for reads', [read, read], ['readonly']],
  ['one scope, if it permits no more than the others together', [read, write], ['full']],
  ['several scopes, if one for all permits more', [read, other], ['other', 'readonly']],
  ['no scope that several APIs share, if each has its own', [write, other], ['full', 'other']],
  ['the only one that permits a method', [read, ['platform']], ['platform']],
  ['none for methods without scopes', [[], []], []],
])('%s', (_, calls, scopes) => {
  expect(findMinimalScopes(calls, described, shared)).toEqual(scopes);
  expect(findMinimalScopes(calls.toReversed(), described, shared)).toEqual(scopes);
});

test('the narrowest of scopes that permit the same methods', () => {
  expect(findMinimalScopes([['a', 'b']], [['a', 'b']], new Set())).toEqual(['a']);
  expect(findMinimalScopes([['b', 'a']], [['b', 'a']], new Set())).toEqual(['b']);
});
