/** What the steps of `generate` share: the context of a run, and its result. */
import type { Diagnostic } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Config } from '../config/generate-options.js';
import type { BuildMemory } from '../write/build-memory.js';
import type { FileChange } from '../write/compare-package.js';

/** `check` writes nothing. `confirm` compiles `dist/` if all committed files are up to date, and otherwise writes nothing. */
export type RunMode = 'write' | 'check' | 'confirm';

/** Effects with a cache for a process that generates repeatedly. */
export type CachedEffects = Effects & { readonly memory?: BuildMemory };

export interface RunContext {
  readonly config: Config;
  /** The path of the config, as the user named it. Absent if specification files are named. */
  readonly configPath?: string | undefined;
  readonly effects: CachedEffects;
  readonly mode: RunMode;
  /** The absolute path of the output folder. */
  readonly folder: string;
}

export interface GeneratedPackage {
  /** The specification it is generated from. Absent for the package of the runtime, and for a package that is removed. */
  readonly specification?: string;
  /** Name in the config. */
  readonly name?: string;
  /** The path that the user sees: `generated/dns-v1`. */
  readonly folder: string;
  /** Number of files to commit. 0 for a package that is removed. */
  readonly files: number;
  /** The files that were (with `check`: would be) written or removed. Without `check`, includes files in `dist/`. */
  readonly changes: readonly FileChange[];
}

export interface GenerateResult {
  /** `failed`: there are errors and nothing was written. `stale`: with `check`, the output differs. */
  readonly status: 'done' | 'stale' | 'failed';
  readonly packages: readonly GeneratedPackage[];
  /** Changes of files outside packages: the list of packages. */
  readonly changes: readonly FileChange[];
  /** Diagnostics of all specifications, by file and position. */
  readonly diagnostics: readonly Diagnostic[];
}
