/** The command line as a function: words in, exit status out. */
import { formatDiagnostic } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { findNearest } from '../suggest.js';
import { UsageError } from '../usage-error.js';
import { type Command, type Status } from './command.js';
import { formatCommandHelp, formatOverview } from './help.js';
import { commands } from './index.js';
import { parseCommand } from './parse-command.js';

/** Runs a command line (without `node` and the script). Throws only for what is a fault of discogen itself. */
export async function runCommandLine(words: readonly string[], effects: Effects & { readonly version: string }): Promise<Status> {
  try {
    return await dispatch(words, effects);
  } catch (error) {
    if (error instanceof UsageError) {
      reportMisuse(error, { words, effects });
      return 2;
    }
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    // The system refused: a full disk, a folder that is not ours.
    effects.stderr(`discogen: ${error.message}\n`);
    return 1;
  }
}

async function dispatch(words: readonly string[], effects: Effects & { readonly version: string }): Promise<Status> {
  const [first, ...rest] = words;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help')
    return print(helpOf(first === 'help' ? rest[0] : undefined), effects);
  if (first === '--version' || first === '-v') return print(`${effects.version}\n`, effects);
  const command = commandNamed(first);
  if (wantsHelp(rest)) return print(formatCommandHelp(command), effects);
  const { run } = await command.load();
  return run(parseCommand(command, rest), effects);
}

function wantsHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

const helpOf = (name: string | undefined): string =>
  name === undefined ? formatOverview(commands) : formatCommandHelp(commandNamed(name));

function commandNamed(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  const suggestion = findNearest(name, names);
  const what = name.startsWith('-') ? 'option' : 'command';
  throw new UsageError(
    `there is no ${what} ${JSON.stringify(name)}; ${suggestion === undefined ? `commands are ${names.join(', ')}` : `did you mean ${suggestion}?`}`,
  );
}

function print(text: string, { stdout }: Effects): Status {
  stdout(text);
  return 0;
}

function reportMisuse(error: UsageError, { words, effects }: { readonly words: readonly string[]; readonly effects: Effects }): void {
  for (const finding of error.diagnostics) effects.stderr(`${formatDiagnostic(finding)}\n`);
  effects.stderr(`discogen: ${error.message}\n`);
  const asked = commands.find(({ name }) => name === words[0]);
  if (error.diagnostics.length === 0)
    effects.stderr(
      `run \`discogen ${asked === undefined ? '' : `${asked.name} `}--help\` for the ${asked === undefined ? 'commands' : 'options'}\n`,
    );
  if (words.includes('--json')) effects.stdout(`${JSON.stringify({ error: error.message, diagnostics: error.diagnostics })}\n`);
}
