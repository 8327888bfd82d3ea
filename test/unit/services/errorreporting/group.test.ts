/** Groups of arbitrary and very long messages. The tests in test/behavior/errors cover ordinary messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeGroupId } from '../../../../services/errorreporting/group.js';
import { normalizeMessage } from '../../../../services/errorreporting/normalize-message.js';
import { isLinear } from '../../../support/linear-time.js';

/** Fragments that cause backtracking in careless regular expressions. */
const fragments = [
  ['a', 'A', '1', '_', ' ', '\t', '\n', '.', ':', '/', '\\', '(', ')', '[', '@', '$', '-', "'", '"', '#', '<', '?', 'e', '0x', '😀'],
  ['a.', 'a.a@', 'a@b', 'a@', '1.', '1,', '1e', '-1', ':1', 'a:1', '::', 'a::', '://', 'a://', '/a', '/a:1', '0:', '1.1.1.1', 'a-', 'ab12'],
  [' in ', ' (', ') in ', ':line 1', '(1): ', ' [0x1', '$$', '$1', '/0x1', 'Error', 'Error ', 'Error: ', 'Generated', '.go:1', ':1:in `'],
  ['at ', 'at a', 'node:', '", line 1', 'Uncaught ', 'Fatal error: ', '> ', ' ---> ', '.3f2a9b', '\n at ', '\nE: ', '\na.b: c', '\r'],
].flat();
const contexts: readonly (readonly [prefix: string, suffix: string])[] = [
  ['', ''],
  ['    at ', ')'],
  ['    at f (', ':1:2)'],
  ['E: ', '\n    at f (/a.js:1:2)'],
  ['  File "', '", line 1, in f'],
  ['#0 ', '(1): f()'],
  ["a.rb:1:in 'f': ", ' (E)'],
  ['panic: x\n\ngoroutine 1:\n', '(0x1)\n\t/a.go:1'],
];

describe('groups a message in a time that is linear in its length', () => {
  test.each(contexts)('%j … %j', (prefix, suffix) => {
    const isFast = (fragment: string): boolean =>
      isLinear((length) => computeGroupId({ message: prefix + fragment.repeat(length / fragment.length) + suffix }));
    expect(fragments.filter((fragment) => !isFast(fragment))).toEqual([]);
  });
});

describe('any text', () => {
  const lines = fc.array(fc.oneof(fc.string(), fc.constantFrom(...fragments, ...contexts.flat())), { maxLength: 12 });

  test('has the same group with LF and CRLF line ends', () => {
    fc.assert(
      fc.property(lines, (texts) => {
        const message = texts.join('\n');
        fc.pre(!message.includes('\r'));
        expect(computeGroupId({ message: message.replaceAll('\n', '\r\n') })).toBe(computeGroupId({ message }));
      }),
    );
  });

  test('has the same group with any numbers', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (first, second) => {
        expect(normalizeMessage(`order ${first} of ${second}`)).toBe('order <n> of <n>');
      }),
    );
  });
});
