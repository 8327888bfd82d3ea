/** Parses the arguments of a command according to its definition. */
import { sep } from 'node:path';
import { parseArgs } from 'node:util';
import { toSlashes } from '../lib/slashes.js';
import { findNearest } from '../lib/suggest.js';
import { UsageError } from '../lib/usage-error.js';
import type { Command, CommandInput, Option } from './command.js';

/** Paths get slashes. Throws `UsageError` for unknown options, missing values, and a wrong number of arguments. */
export function parseCommand(command: Command, allArgs: readonly string[], separator: string = sep): CommandInput {
  const [args, commandLine] = splitCommandLine(command, allArgs);
  const optionsByName = new Map(command.options.map((option) => [option.name, option]));
  const { tokens } = parseArgs({
    args: [...args],
    options: toParseArgsOptions(command),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const options = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(toSlashes(token.value, separator));
    if (token.kind !== 'option') continue;
    const option = optionsByName.get(token.name);
    if (option === undefined || token.rawName === `-${token.name}`) throw createUnknownOptionError(token.rawName, command);
    const value = readOptionValue(option, token.value);
    const isPath = option.value === 'FILE' || option.value === 'DIR';
    options.set(option.name, [...(options.get(option.name) ?? []), isPath ? toSlashes(value, separator) : value]);
  }
  for (const [name, values] of options)
    if (values.length > 1 && optionsByName.get(name)?.repeatable !== true)
      throw new UsageError(`--${name} must occur at most once (received ${values.length} times)`);
  checkArguments(command, positionals);
  return { arguments: positionals, options, commandLine };
}

function splitCommandLine({ name, commandLine }: Command, args: readonly string[]): readonly [readonly string[], readonly string[]] {
  if (commandLine === undefined) return [args, []];
  const end = args.indexOf('--');
  if (end < 0 || end === args.length - 1) throw new UsageError(`${name} requires -- ${commandLine}`);
  return [args.slice(0, end), args.slice(end + 1)];
}

function toParseArgsOptions(command: Command): Record<string, { type: 'string' | 'boolean'; multiple: true }> {
  return Object.fromEntries(
    command.options.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string', multiple: true }]),
  );
}

function readOptionValue(option: Option, value: string | undefined): string {
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${option.name} takes no value (received ${JSON.stringify(value)})`);
    return '';
  }
  if (value === undefined || value === '') throw new UsageError(`--${option.name} needs a value: --${option.name} ${option.value}`);
  return value;
}

function createUnknownOptionError(name: string, command: Command): UsageError {
  const suggestion = findNearest(
    name.replace(/^-+/, ''),
    command.options.map((option) => option.name),
  );
  return new UsageError(`${command.name} has no option ${name}${suggestion === undefined ? '' : `; did you mean --${suggestion}?`}`);
}

function checkArguments({ name, arguments: expected }: Command, positionals: readonly string[]): void {
  const { least, most } = expected ?? { least: 0, most: 0 };
  if (positionals.length < least) throw new UsageError(`${name} requires ${expected?.name}`);
  if (positionals.length <= most) return;
  const firstExtra = JSON.stringify(positionals[most]);
  const problem = expected ? `takes only ${expected.name} (also received ${firstExtra})` : `takes no arguments (received ${firstExtra})`;
  throw new UsageError(`${name} ${problem}`);
}
