/** What is to be done, with all defaults applied: made of a config or of the command line. */
import type { Location } from './diagnostics.js';
import type { EnumMode, Part } from './emit/emitter.js';
import type { Limits } from './read/specification.js';

/** One specification and what completes it. Files are as the user wrote them, relative to the working folder. */
export interface Source {
  /** Name in the config; absent for a file that was named directly. */
  readonly name?: string;
  readonly file: string;
  readonly overlays: readonly string[];
  /** How the types of its enums are printed, where that differs from the other specifications. */
  readonly enums?: EnumMode;
}

export interface Config {
  readonly sources: readonly Source[];
  /** Output folder, as the user wrote it. */
  readonly out: string;
  /** npm scope of the packages: `@discogen`. */
  readonly scope: string;
  /** npm version of the packages. */
  readonly version: string;
  /** Values of the specifications' variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** Where the config sets them. */
  readonly variableLocations: Readonly<Record<string, Location>>;
  /** Empty: all. */
  readonly only: readonly Part[];
  /** Which methods are kept, by patterns of their ids; empty: all. */
  readonly methods: readonly string[];
  /** Where the config says them. */
  readonly methodLocations: readonly Location[];
  /** How the types of enums are printed. */
  readonly enums: EnumMode;
  readonly limits: Limits;
  /** True: the sources are all that the output folder is for, so that packages of others that were there are removed. */
  readonly ownsOutputFolder: boolean;
}

/** What the user asks of `generate`. */
export interface GenerateOptions {
  /** Specification files; without any, the config says which. */
  readonly files?: readonly string[];
  /** Output folder; needed with `files`, otherwise in place of the config's. */
  readonly out?: string;
  /** Config file; default `discogen.config.yaml`. */
  readonly config?: string;
  /** Writes nothing; `changes` of the result says what would be written. */
  readonly check?: boolean;
  /** Parts to generate, with what they need; all where absent. */
  readonly only?: readonly Part[];
  /** Patterns of ids of methods (`compute.instances.*`): of an API that a pattern names, only the methods that match are kept, with the schemas they reach. */
  readonly methods?: readonly string[];
  /** False: specifications alone. */
  readonly overlays?: boolean;
  /** Variables, over those of the config. */
  readonly variables?: Readonly<Record<string, string>>;
}

export const defaultConfig = 'discogen.config.yaml';
export const defaultScope = '@discogen';
export const defaultVersion = '0.1.0';
