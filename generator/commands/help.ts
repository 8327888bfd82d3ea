/** Help, made of what the commands say of themselves. */
import type { Command, Option } from './command.js';

const durations = 'A DURATION is 500ms, 90s, 5m, 2h, or 14d; a bare number means seconds.';
const statuses = 'Exit status: 0 success, 1 the work found a problem, 2 wrong usage.';

export function formatOverview(commands: readonly Command[]): string {
  return lines([
    'discogen: generate TypeScript clients, validators, and mock servers from API descriptions',
    '',
    'Usage:',
    '  discogen COMMAND [options]',
    '',
    'Commands:',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...table([
      ['--help', 'print this help; discogen COMMAND --help lists the options of a command'],
      ['--version', 'print the version'],
    ]),
    '',
    statuses,
  ]);
}

export function formatCommandHelp({ name, summary, usage, options, examples }: Command): string {
  return lines([
    `discogen ${name}: ${summary}`,
    '',
    'Usage:',
    ...usage.map((line) => `  discogen ${line}`),
    '',
    'Options:',
    ...table(options.map((option) => [optionWords(option), `${option.text}${option.repeatable === true ? '; may be repeated' : ''}`])),
    '',
    'Examples:',
    ...examples.map((line) => `  discogen ${line}`),
    '',
    ...(options.some(({ value }) => value === 'DURATION') ? [durations] : []),
    statuses,
  ]);
}

const optionWords = ({ name, value }: Option): string => (value === undefined ? `--${name}` : `--${name} ${value}`);

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}

const lines = (texts: readonly string[]): string => `${texts.join('\n')}\n`;
