/** The definition of a command, from which parsing and help are derived. */
import type { Effects } from '../lib/effects.js';

export interface Option {
  /** The name without dashes: `out`, `no-overlays`. */
  readonly name: string;
  /** The placeholder of the value in the help, such as `DIR`. Absent for an option without a value. */
  readonly value?: string;
  readonly repeatable?: true;
  readonly text: string;
}

export interface Command {
  /** One word, or two if the command belongs to another one: `mock run`. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The usage lines, each without the leading `discogen`. */
  readonly usage: readonly string[];
  /** The minimum and maximum number of arguments, and their placeholder. Absent if there are none. */
  readonly arguments?: { readonly name: string; readonly least: number; readonly most: number };
  /** The placeholder of another command line after `--`, which this command requires and doesn't parse. */
  readonly commandLine?: string;
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  /** Explanations of the placeholders, for the end of the help. */
  readonly notes?: readonly string[];
  /** The meaning of the exit status, if it differs from that of other commands. */
  readonly exitStatus?: string;
  /** Loads the implementation on demand. */
  readonly load: () => Promise<{ readonly run: RunCommand }>;
}

export type RunCommand = (input: CommandInput, effects: Effects) => Promise<Status>;

/** 0: success. 1: the command found a problem. 2: invalid usage. `mock run` exits with the status of another command. */
export type Status = number;

/** The parsed arguments and options. */
export interface CommandInput {
  readonly arguments: readonly string[];
  /** Values by option. Every option that was given has at least one value, an empty string if the option takes none. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** The words after `--` of a command with a `commandLine`. Otherwise empty. */
  readonly commandLine: readonly string[];
}

export const hasOption = (input: CommandInput, name: string): boolean => input.options.has(name);
export const getValue = (input: CommandInput, name: string): string | undefined => input.options.get(name)?.at(-1);
export const getValues = (input: CommandInput, name: string): readonly string[] => input.options.get(name) ?? [];
