/** Parses the values of options. All functions throw `UsageError` with the expected form. */
import { optionTable } from '../../mock/lib/option-table.js';
import { adminTokenForm, isAdminToken } from '../../mock/shared.js';
import type { MockOptions } from '../../mock/index.js';
import type { SourceOptions } from '../config/select-sources.js';
import type { Effects } from '../lib/effects.js';
import { quote } from '../lib/diagnostics.js';
import { UsageError } from '../lib/usage-error.js';
import { type CommandInput, getValue, getValues, hasOption } from './command.js';
import { parseDuration } from './duration.js';
import { omitUndefined } from '../lib/json.js';
import { toOptionName } from './shared-options.js';

/** Reads a duration (`500ms`, `90s`, `5m`, `2h`, `14d`; a bare number is seconds) in milliseconds. */
export function readDuration(input: CommandInput, name: string): number | undefined {
  return readValue(input, name, { expected: 'a duration such as 500ms, 90s, 5m, 2h, or 14d', convert: parseDuration });
}

/** Reads the options of `createMock` that are numbers or words. */
export function readMockSettings(input: CommandInput): Pick<MockOptions, keyof typeof optionTable> {
  const settings = Object.entries(optionTable).map(([name, option]) => {
    const optionName = toOptionName(name);
    if (option.type === 'choice') return [name, readChoice(input, optionName, option.values)] as const;
    return [name, option.type === 'duration' ? readDuration(input, optionName) : readInteger(input, optionName, option)] as const;
  });
  return Object.fromEntries(settings.filter(([, value]) => value !== undefined));
}

/** Reads an integer within bounds. Default: 0 or more. */
export function readInteger(
  input: CommandInput,
  name: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER }: { readonly least?: number; readonly most?: number } = {},
): number | undefined {
  const expected = most === Number.MAX_SAFE_INTEGER ? `an integer of ${least} or more` : `an integer from ${least} to ${most}`;
  const convert = (text: string): number | undefined => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : -1;
    return number >= least && number <= most ? number : undefined;
  };
  return readValue(input, name, { expected, convert });
}

/** Reads one of the allowed values. */
export function readChoice<T extends string>(input: CommandInput, name: string, allowed: readonly T[]): T | undefined {
  return readValue(input, name, {
    expected: `one of ${allowed.join(', ')}`,
    convert: (text) => allowed.find((candidate) => candidate === text),
  });
}

/** Reads several of the allowed values, separated by commas. */
export function readChoices<T extends string>(input: CommandInput, name: string, allowed: readonly T[]): readonly T[] | undefined {
  const convert = (text: string): readonly T[] | undefined => {
    const chosen = text.split(',').map((word) => allowed.find((candidate) => candidate === word.trim()));
    return chosen.every((one) => one !== undefined) ? chosen : undefined;
  };
  return readValue(input, name, { expected: `one or more of ${allowed.join(', ')}, separated by commas`, convert });
}

/** Reads the values of a repeatable option, each a comma-separated list. `convert` throws an error that states the expected form. */
export function readList<T>(input: CommandInput, name: string, convert: (text: string) => T): readonly T[] {
  const words = getValues(input, name).flatMap((text) => text.split(',').map((word) => word.trim()));
  return words.map((word) => {
    try {
      return convert(word);
    } catch (error) {
      throw new UsageError(`--${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

/** Reads assignments `NAME=VALUE` of a repeatable option. The last assignment of a name wins. */
export function readAssignments(input: CommandInput, name: string): Record<string, string> {
  const pairs = getValues(input, name).map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--${name} must be NAME=VALUE (received ${quote(text)})`);
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs);
}

/** Reads the token from the option or the environment. Errors don't contain it. */
export function readAdminToken(input: CommandInput, { environment }: Effects): string | undefined {
  const [name, token] = hasOption(input, 'admin-token')
    ? ['--admin-token', getValue(input, 'admin-token')]
    : ['DISCOGEN_ADMIN_TOKEN', environment['DISCOGEN_ADMIN_TOKEN']];
  if (token !== undefined && !isAdminToken(token)) throw new UsageError(`${name} must be ${adminTokenForm}`);
  return token;
}

/** Reads the options that all commands with a config file have. */
export function readCommonOptions(input: CommandInput): SourceOptions {
  return {
    overlays: !hasOption(input, 'no-overlays'),
    services: !hasOption(input, 'no-services'),
    variables: readAssignments(input, 'var'),
    ...omitUndefined({ config: getValue(input, 'config') }),
  };
}

function readValue<T>(
  input: CommandInput,
  name: string,
  form: { readonly expected: string; readonly convert: (text: string) => T | undefined },
): T | undefined {
  const { expected, convert } = form;
  const text = getValue(input, name);
  if (text === undefined) return undefined;
  const converted = convert(text);
  if (converted === undefined) throw new UsageError(`--${name} must be ${expected} (received ${quote(text)})`);
  return converted;
}
