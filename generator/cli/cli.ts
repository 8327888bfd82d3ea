/** The command line as a function: takes the arguments and returns the exit status. */
import type { Effects } from '../lib/effects.js';
import { findNearest } from '../lib/suggest.js';
import { UsageError } from '../lib/usage-error.js';
import { type Command, type Status } from './command.js';
import { formatCommandHelp, formatOverview } from './help.js';
import { commands } from './index.js';
import { parseCommand } from './parse-command.js';
import { printDiagnostics } from './print-diagnostics.js';

/** Runs a command line (without `node` and the script). Throws only for internal errors. */
export async function runCommandLine(args: readonly string[], effects: Effects & { readonly version: string }): Promise<Status> {
  try {
    return await dispatch(args, effects);
  } catch (error) {
    if (error instanceof UsageError) {
      reportUsageError(error, { words: args, effects });
      return 2;
    }
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    // A system error, such as a full disk or missing permissions.
    effects.stderr(`discogen: ${error.message}\n`);
    return 1;
  }
}

async function dispatch(args: readonly string[], effects: Effects & { readonly version: string }): Promise<Status> {
  const [first, ...others] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help')
    return print(formatHelp(first === 'help' ? others : []), effects);
  if (first === '--version' || first === '-v') return print(`${effects.version}\n`, effects);
  const command = findCommand(args);
  const rest = args.slice(command.name.split(' ').length);
  if (hasHelpOption(rest)) return print(formatCommandHelp(command), effects);
  const { run } = await command.load();
  return run(parseCommand(command, rest), effects);
}

function hasHelpOption(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

const formatHelp = (words: readonly string[]): string =>
  words.length === 0 ? formatOverview(commands) : formatCommandHelp(findCommand(words));

/** Finds the command whose name is the first two words or else the first one. */
const matchCommand = (words: readonly string[]): Command | undefined =>
  [words.slice(0, 2).join(' '), words[0]].flatMap((name) => commands.find((command) => command.name === name) ?? [])[0];

function findCommand(words: readonly string[]): Command {
  const command = matchCommand(words);
  if (command !== undefined) return command;
  const [name = ''] = words;
  const names = commands.map((candidate) => candidate.name);
  if (name.startsWith('-')) throw new UsageError(`there is no option ${JSON.stringify(name)} before the command; options follow it`);
  const suggestion = findNearest(name, names);
  throw new UsageError(
    `there is no command ${JSON.stringify(name)}; ${suggestion === undefined ? `commands are ${names.join(', ')}` : `did you mean ${suggestion}?`}`,
  );
}

function print(text: string, { stdout }: Effects): Status {
  stdout(text);
  return 0;
}

function reportUsageError(
  error: UsageError,
  { words: args, effects }: { readonly words: readonly string[]; readonly effects: Effects },
): void {
  printDiagnostics(error.diagnostics, effects);
  effects.stderr(`discogen: ${error.message}\n`);
  const command = matchCommand(args);
  if (error.diagnostics.length === 0)
    effects.stderr(
      `run \`discogen ${command === undefined ? '' : `${command.name} `}--help\` for the ${command === undefined ? 'commands' : 'options'}\n`,
    );
  if (args.includes('--json')) effects.stdout(`${JSON.stringify({ error: error.message, diagnostics: error.diagnostics })}\n`);
}
