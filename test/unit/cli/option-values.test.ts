import { describe, expect, test } from 'vitest';
import type { CommandInput } from '../../../generator/cli/command.js';
import { readAssignments, readChoice, readChoices, readDuration, readInteger } from '../../../generator/cli/option-values.js';

const createInput = (...values: readonly string[]): CommandInput => ({ arguments: [], options: new Map([['x', values]]), commandLine: [] });
const emptyInput: CommandInput = { arguments: [], options: new Map(), commandLine: [] };

describe('readDuration', () => {
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
    expect(readDuration(createInput(text), 'x')).toBe(milliseconds);
  });
  test.each(['', 's', '1 s', '1S', '-1s', '1e3s', '1w', 'Infinity', '1s2', '99999999999999999d'])('rejects %j', (text) => {
    expect(() => readDuration(createInput(text), 'x')).toThrow(
      `--x must be a duration such as 500ms, 90s, 5m, 2h, or 14d (received "${text}")`,
    );
  });
});

describe('readInteger', () => {
  test.each([
    ['0', 0],
    ['65535', 65_535],
    ['007', 7],
  ])('accepts %s', (text, number) => {
    expect(readInteger(createInput(text), 'x', { least: 0, most: 65_535 })).toBe(number);
  });
  test.each(['', '-1', '65536', '1.5', '0x10', '1e3', ' 1'])('rejects %j', (text) => {
    expect(() => readInteger(createInput(text), 'x', { least: 0, most: 65_535 })).toThrow('--x must be an integer from 0 to 65535');
  });
});

test('readChoice accepts one of the choices', () => {
  expect(readChoice(createInput('on'), 'x', ['off', 'on'])).toBe('on');
  expect(() => readChoice(createInput('ON'), 'x', ['off', 'on'])).toThrow('--x must be one of off, on (received "ON")');
});

test('readChoices accepts several of the choices', () => {
  expect(readChoices(createInput('a,b'), 'x', ['a', 'b', 'c'])).toEqual(['a', 'b']);
  expect(() => readChoices(createInput('a,,b'), 'x', ['a', 'b'])).toThrow(
    '--x must be one or more of a, b, separated by commas (received "a,,b")',
  );
});

test('readAssignments accepts NAME=VALUE', () => {
  expect(readAssignments(createInput('a=1', 'b==', 'c=', 'a=2'), 'x')).toEqual({ a: '2', b: '=', c: '' });
  for (const text of ['', 'a', '=1']) expect(() => readAssignments(createInput(text), 'x')).toThrow('--x must be NAME=VALUE');
  expect(Object.keys(readAssignments(createInput('__proto__=1'), 'x'))).toEqual(['__proto__']);
});

test('returns undefined for an absent option', () => {
  expect([
    readDuration(emptyInput, 'x'),
    readInteger(emptyInput, 'x', { least: 0, most: 1 }),
    readChoice(emptyInput, 'x', ['a']),
    readChoices(emptyInput, 'x', ['a']),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  expect(readAssignments(emptyInput, 'x')).toEqual({});
});
