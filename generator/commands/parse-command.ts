/** Reads the words of a command line by what the command says of itself. */
import { parseArgs } from 'node:util';
import { findNearest } from '../suggest.js';
import { UsageError } from '../usage-error.js';
import type { Command, CommandInput, Option } from './command.js';

/** Throws `UsageError` for anything that the command does not know. */
export function parseCommand(command: Command, words: readonly string[]): CommandInput {
  const known = new Map(command.options.map((option) => [option.name, option]));
  const { tokens } = parseArgs({ args: [...words], options: declared(command), strict: false, allowPositionals: true, tokens: true });
  const found: string[] = [];
  const options = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') found.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.get(token.name);
    if (option === undefined || token.rawName === `-${token.name}`) throw unknownOption(token.rawName, command);
    options.set(option.name, [...(options.get(option.name) ?? []), optionValue(option, token.value)]);
  }
  for (const [name, values] of options)
    if (values.length > 1 && known.get(name)?.repeatable !== true) throw new UsageError(`--${name} is given ${values.length} times`);
  checkArguments(command, found);
  return { arguments: found, options };
}

function declared(command: Command): Record<string, { type: 'string' | 'boolean'; multiple: true }> {
  return Object.fromEntries(
    command.options.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string', multiple: true }]),
  );
}

function optionValue(option: Option, value: string | undefined): string {
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${option.name} takes no value; found ${JSON.stringify(value)}`);
    return '';
  }
  if (value === undefined || value === '') throw new UsageError(`--${option.name} needs a value: --${option.name} ${option.value}`);
  return value;
}

function unknownOption(name: string, command: Command): UsageError {
  const suggestion = findNearest(
    name.replace(/^-+/, ''),
    command.options.map((option) => option.name),
  );
  return new UsageError(`${command.name} has no option ${name}${suggestion === undefined ? '' : `; did you mean --${suggestion}?`}`);
}

function checkArguments({ name, arguments: expected }: Command, found: readonly string[]): void {
  if (found.length < expected.least) throw new UsageError(`${name} needs ${expected.name}`);
  if (found.length <= expected.most) return;
  const beyond = JSON.stringify(found[expected.most]);
  throw new UsageError(
    expected.most === 0 ? `${name} takes no arguments; found ${beyond}` : `${name} takes only ${expected.name}; found also ${beyond}`,
  );
}
