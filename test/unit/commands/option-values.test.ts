import { describe, expect, test } from 'vitest';
import type { CommandInput } from '../../../generator/commands/command.js';
import { readAssignments, readChoice, readChoices, readDuration, readInteger } from '../../../generator/commands/option-values.js';

const input = (...values: readonly string[]): CommandInput => ({ arguments: [], options: new Map([['x', values]]) });
const nothing: CommandInput = { arguments: [], options: new Map() };

describe('a duration in milliseconds', () => {
  test.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['14d', 1_209_600_000],
    ['3', 3_000],
    ['0', 0],
    ['0.5s', 500],
    ['1.5', 1_500],
  ])('accepts %s', (text, milliseconds) => {
    expect(readDuration(input(text), 'x')).toBe(milliseconds);
  });
  test.each(['', 's', '1 s', '1S', '-1s', '1e3s', '1w', 'Infinity', '1s2', '99999999999999999d'])('rejects %j', (text) => {
    expect(() => readDuration(input(text), 'x')).toThrow(`--x must be a duration such as 500ms, 90s, 5m, 2h, or 14d (received "${text}")`);
  });
});

describe('an integer within bounds', () => {
  test.each([
    ['0', 0],
    ['65535', 65_535],
    ['007', 7],
  ])('accepts %s', (text, number) => {
    expect(readInteger(input(text), 'x', { least: 0, most: 65_535 })).toBe(number);
  });
  test.each(['', '-1', '65536', '1.5', '0x10', '1e3', ' 1'])('rejects %j', (text) => {
    expect(() => readInteger(input(text), 'x', { least: 0, most: 65_535 })).toThrow('--x must be an integer from 0 to 65535');
  });
});

test('accepts one of a set', () => {
  expect(readChoice(input('on'), 'x', ['off', 'on'])).toBe('on');
  expect(() => readChoice(input('ON'), 'x', ['off', 'on'])).toThrow('--x must be one of off, on (received "ON")');
});

test('accepts several of a set', () => {
  expect(readChoices(input('a,b'), 'x', ['a', 'b', 'c'])).toEqual(['a', 'b']);
  expect(() => readChoices(input('a,,b'), 'x', ['a', 'b'])).toThrow(
    '--x must be one or more of a, b, separated by commas (received "a,,b")',
  );
});

test('accepts assignments', () => {
  expect(readAssignments(input('a=1', 'b==', 'c=', 'a=2'), 'x')).toEqual({ a: '2', b: '=', c: '' });
  for (const text of ['', 'a', '=1']) expect(() => readAssignments(input(text), 'x')).toThrow('--x must be NAME=VALUE');
  expect(Object.keys(readAssignments(input('__proto__=1'), 'x'))).toEqual(['__proto__']);
});

test('returns undefined for an absent value', () => {
  expect([
    readDuration(nothing, 'x'),
    readInteger(nothing, 'x', { least: 0, most: 1 }),
    readChoice(nothing, 'x', ['a']),
    readChoices(nothing, 'x', ['a']),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  expect(readAssignments(nothing, 'x')).toEqual({});
});
