/** Grouping of arbitrary and very long messages. test/behavior/errors covers ordinary messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeGroupId } from '../../../../../templates/runtime/mock/events/group.js';
import { normalizeMessage } from '../../../../../templates/runtime/mock/events/normalize-message.js';

/** A length at which one grouping in quadratic time exceeds the time limit, while all groupings of a test take half a second. */
const length = 125_000;
const timeLimit = 8_000;
const filled = (part: string, before = '', after = ''): string =>
  before + part.repeat(Math.ceil((length - before.length - after.length) / part.length)) + after;

/** Parts that cause backtracking in regular expressions. */
const parts = [
  ['a', 'A', '1', '_', ' ', '\t', '\n', '.', ':', '/', '\\', '(', ')', '[', '@', '$', '-', "'", '"', '#', '<', '?', 'e', '0x', '😀'],
  ['a.', 'a.a@', 'a@b', 'a@', '1.', '1,', '1e', '-1', ':1', 'a:1', '::', 'a::', '://', 'a://', '/a', '/a:1', '0:', '1.1.1.1', 'a-', 'ab12'],
  [' in ', ' (', ') in ', ':line 1', '(1): ', ' [0x1', '$$', '$1', '/0x1', 'Error', 'Error ', 'Error: ', 'Generated', '.go:1', ':1:in `'],
  ['at ', 'at a', 'node:', '", line 1', 'Uncaught ', 'Fatal error: ', '> ', ' ---> ', '.3f2a9b', '\n at ', '\nE: ', '\na.b: c', '\r'],
].flat();
const surroundings: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['    at ', ')'],
  ['    at f (', ':1:2)'],
  ['E: ', '\n    at f (/a.js:1:2)'],
  ['  File "', '", line 1, in f'],
  ['#0 ', '(1): f()'],
  ["a.rb:1:in 'f': ", ' (E)'],
  ['panic: x\n\ngoroutine 1:\n', '(0x1)\n\t/a.go:1'],
];

describe('a long message is grouped quickly', () => {
  test.each(surroundings)('%j … %j', { timeout: timeLimit }, (before, after) => {
    for (const part of parts) expect(computeGroupId({ message: filled(part, before, after) })).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('any text', () => {
  const lines = fc.array(fc.oneof(fc.string(), fc.constantFrom(...parts, ...surroundings.flat())), { maxLength: 12 });

  test('has a group with any line ends', () => {
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
      fc.property(fc.nat(), fc.nat(), (one, other) => {
        expect(normalizeMessage(`order ${one} of ${other}`)).toBe('order <n> of <n>');
      }),
    );
  });
});
