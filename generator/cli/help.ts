/** Formats the help from the definitions of the commands. */
import type { Command, Option } from './command.js';

const durationNote = 'A DURATION is 500ms, 90s, 5m, 2h, or 14d; a bare number means seconds.';
const defaultExitStatus = '0 success, 1 the command found a problem, 2 invalid usage';
const formatExitStatus = (text: string): string => `Exit status: ${text}.`;

export function formatOverview(commands: readonly Command[]): string {
  return joinLines([
    'discogen: generate TypeScript clients, validators, and mock servers from API descriptions',
    '',
    'Usage:',
    '  discogen COMMAND [options]',
    '',
    'Commands:',
    ...formatTable(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...formatTable([
      ['--help', 'print this help; discogen COMMAND --help lists the options of a command'],
      ['--version', 'print the version'],
    ]),
    '',
    formatExitStatus(defaultExitStatus),
  ]);
}

export function formatCommandHelp({
  name,
  summary,
  usage,
  options,
  examples,
  notes = [],
  exitStatus = defaultExitStatus,
}: Command): string {
  return joinLines([
    `discogen ${name}: ${summary}`,
    '',
    'Usage:',
    ...usage.map((line) => `  discogen ${line}`),
    '',
    'Options:',
    ...formatTable(
      options.map((option) => [formatOption(option), `${option.text}${option.repeatable === true ? '; may be repeated' : ''}`]),
    ),
    '',
    'Examples:',
    ...examples.map((line) => `  discogen ${line}`),
    '',
    ...(options.some(({ value }) => value === 'DURATION') ? [durationNote] : []),
    ...notes,
    formatExitStatus(exitStatus),
  ]);
}

const formatOption = ({ name, value }: Option): string => (value === undefined ? `--${name}` : `--${name} ${value}`);

function formatTable(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}

const joinLines = (texts: readonly string[]): string => `${texts.join('\n')}\n`;
