/** Groups of arbitrary and very long messages. The tests in test/behavior/errors cover ordinary messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeGroupId } from '../../../../services/errorreporting/group.js';
import { normalizeMessage } from '../../../../services/errorreporting/normalize-message.js';

const shortLength = 4_000;
const longLength = 8 * shortLength;

/**
 * Measures the time that the processor spends on a message, in microseconds. It is the least of several runs, because others include the
 * collection of garbage.
 */
function measure(message: string, runs = 3): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    expect(computeGroupId({ message })).toMatch(/^[0-9a-f]{16}$/);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...times);
}

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
    for (const fragment of fragments) {
      const [short, long] = [shortLength, longLength].map((length) => prefix + fragment.repeat(length / fragment.length) + suffix) as [
        string,
        string,
      ];
      // Quadratic time is 64 times as long.
      const limit = 24 * measure(short);
      expect(measure(long, 1) < limit || measure(long, 5) < limit, JSON.stringify(fragment)).toBe(true);
    }
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
