/** What a command is: its words as data, from which parsing and help are both derived. */
import type { Effects } from '../effects.js';

export interface Option {
  /** Without dashes: `out`, `no-overlays`. */
  readonly name: string;
  /** What its value is called in the help: `DIR`; absent: it takes none. */
  readonly value?: string;
  readonly repeatable?: true;
  readonly text: string;
}

export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** How it is called, each line after `discogen`. */
  readonly usage: readonly string[];
  /** Fewest and most arguments, and what they are called. */
  readonly arguments: { readonly name: string; readonly least: number; readonly most: number };
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  /** Loads what it does: nothing of it is loaded before. */
  readonly load: () => Promise<{ readonly run: RunCommand }>;
}

export type RunCommand = (input: CommandInput, effects: Effects) => Promise<Status>;

/** 0 done, 1 the work found something wrong, 2 wrong usage. */
export type Status = 0 | 1 | 2;

/** What the user gave. */
export interface CommandInput {
  readonly arguments: readonly string[];
  /** Values by option; every option that was given has at least one (an empty text where it takes none). */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** Whether an option was given. */
export const isGiven = (input: CommandInput, name: string): boolean => input.options.has(name);
/** The last value of an option. */
export const getValue = (input: CommandInput, name: string): string | undefined => input.options.get(name)?.at(-1);
/** All values of a repeatable option. */
export const getValues = (input: CommandInput, name: string): readonly string[] => input.options.get(name) ?? [];
