import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../generator/cli/command.js';
import { formatCommandHelp } from '../../../generator/cli/help.js';
import { commands } from '../../../generator/cli/index.js';
import { parseCommand } from '../../../generator/cli/parse-command.js';

const command: Command = {
  name: 'paint',
  summary: 'paints',
  usage: ['paint WALL'],
  arguments: { name: 'WALL', least: 1, most: 2 },
  options: [
    { name: 'color', value: 'NAME', text: 'the color' },
    { name: 'coat', value: 'N', repeatable: true, text: 'a coat' },
    { name: 'plan', value: 'FILE', text: 'the plan' },
    { name: 'dry', text: 'nothing is painted' },
  ],
  examples: [],
  load: () => Promise.reject(new Error('not loaded')),
};
const parsePaint = (...words: readonly string[]): unknown => {
  const { arguments: positionals, options } = parseCommand(command, words);
  return [positionals, Object.fromEntries(options)];
};

test.each([
  ['arguments and options in any order', ['a', '--dry', '--color', 'red', 'b'], [['a', 'b'], { dry: [''], color: ['red'] }]],
  ['a value after an equals sign', ['a', '--color=red=blue'], [['a'], { color: ['red=blue'] }]],
  ['a repeatable option', ['a', '--coat', '1', '--coat=2'], [['a'], { coat: ['1', '2'] }]],
  ['a numeric argument as a string', ['007', '--color', '1e3'], [['007'], { color: ['1e3'] }]],
  ['arguments after --', ['--', '--dry'], [['--dry'], {}]],
  ['a negative value', ['a', '--color=-1'], [['a'], { color: ['-1'] }]],
])('parses %s', (_, words, expected) => {
  expect(parsePaint(...words)).toEqual(expected);
});

test('gives the paths of a Windows command line slashes', () => {
  const { arguments: positionals, options } = parseCommand(command, ['a\\b', '--plan', 'c\\d', '--color', 'e\\f'], '\\');
  expect([positionals, Object.fromEntries(options)]).toEqual([['a/b'], { plan: ['c/d'], color: ['e\\f'] }]);
});

test.each([
  [['a', '--colur', 'red'], 'paint has no option --colur; did you mean --color?'],
  [['a', '-x'], 'paint has no option -x'],
  [['a', '--__proto__'], 'paint has no option --__proto__'],
  [['a', '--no-dry'], 'paint has no option --no-dry'],
  [['a', '--color'], '--color needs a value: --color NAME'],
  [['a', '--color='], '--color needs a value: --color NAME'],
  [['a', '--dry=yes'], '--dry takes no value (received "yes")'],
  [['a', '--color', 'red', '--color', 'blue'], '--color must occur at most once (received 2 times)'],
  [[], 'paint requires WALL'],
  [['a', 'b', 'c'], 'paint takes only WALL (also received "c")'],
])('rejects %j', (words, message) => {
  expect(() => parsePaint(...words)).toThrow(expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }));
});

describe('another command line after --', () => {
  const runner = { ...command, commandLine: 'COMMAND [ARGS...]' };
  test('is not parsed', () => {
    expect(parseCommand(runner, ['a', '--dry', '--', 'node', '--dry', '--', '-x'])).toMatchObject({
      arguments: ['a'],
      commandLine: ['node', '--dry', '--', '-x'],
    });
  });
  test.each([[['a']], [['a', '--']]])('is required: %j', (words) => {
    expect(() => parseCommand(runner, words)).toThrow('paint requires -- COMMAND [ARGS...]');
  });
});

test('throws only usage errors, for any words', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('--', '-', '--dry', '--color', '--coat=1', '-d', '--=', '--constructor'));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      try {
        parsePaint(...words);
      } catch (error) {
        expect((error as Error).name).toBe('UsageError');
      }
    }),
  );
});

describe.each(commands.map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
  const help = formatCommandHelp(entry);
  test('lists every option in its help', () => {
    for (const option of entry.options)
      expect(help).toContain(`  --${option.name}${option.value === undefined ? '' : ` ${option.value}`} `);
  });
  test('accepts the commands of its examples', () => {
    for (const example of entry.examples) {
      expect(example.startsWith(name)).toBe(true);
      const [commandLine = ''] = example.split(' > ');
      const words = commandLine.slice(name.length).trim().split(' ').filter(Boolean);
      expect(() => parseCommand(entry, words)).not.toThrow();
    }
  });
  test('loads its implementation', async () => {
    expect(await entry.load()).toMatchObject({ run: expect.any(Function) });
  });
});
