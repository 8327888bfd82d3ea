/** The entry point of `generate`. Loads the pipeline only if something is out of date. */
import { dirname, resolve } from 'node:path';
import { type Diagnostic, sortDiagnostics } from './diagnostics.js';
import type { Effects } from './effects.js';
import { defaultConfig, type GenerateOptions } from './generate-options.js';
import { type NamedFile, readNamedFile, requireFiles, toDisplayPath } from './named-files.js';
import { templatesFolder } from './root.js';
import { UsageError } from './usage-error.js';
import type { BuildMemory } from './write/build-memory.js';
import type { Difference } from './write/plan-package.js';
import { type Recorder, createRecorder } from './write/file-records.js';
import { type PackageState, type ConfirmedState, loadConfirmedState, type StateLocation } from './write/run-state.js';

export interface FileChange {
  /** The path that the user sees, in the output folder as given. */
  readonly path: string;
  readonly difference: Difference;
}

export interface GeneratedPackage {
  /** The specification it is generated from. Absent for a package that is removed. */
  readonly specification?: string;
  /** Name in the config. */
  readonly name?: string;
  /** The path that the user sees: `generated/dns-v1`. */
  readonly folder: string;
  /** Number of files to commit. */
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

/** `check` writes nothing. `confirm` compiles `dist/` if all committed files are up to date, and otherwise writes nothing. */
export type RunMode = 'write' | 'check' | 'confirm';

/** Effects with a cache for a process that generates repeatedly. */
export type CachedEffects = Effects & { readonly memory?: BuildMemory };

/** The inputs of a run apart from its specifications. */
export interface RunContext {
  readonly effects: CachedEffects;
  readonly mode: RunMode;
  /** The config file. Absent if specification files are named. */
  readonly configFile?: NamedFile & Pick<Recorder, 'records'>;
  /** The output folder that the user sees. */
  readonly out: string;
  readonly stateLocation: StateLocation;
  /** The confirmed state of the last run, if it is already loaded. */
  readonly confirmedState?: ConfirmedState;
}

/** Throws `UsageError` if the options or the config are invalid. */
export async function runGenerate(
  options: GenerateOptions,
  effects: CachedEffects,
  mode: RunMode = options.check === true ? 'check' : 'write',
): Promise<GenerateResult> {
  const run = { ...prepareRun(options, effects), mode };
  const confirmedState = loadConfirmedState(run.stateLocation);
  const { isUpToDate, packages } = confirmedState;
  if (isUpToDate) {
    const diagnostics = sortDiagnostics(packages.flatMap(({ warnings }) => warnings));
    return { status: 'done', packages: packages.map((state) => reportUnchanged(state, run.out)), changes: [], diagnostics };
  }
  const [{ generatePackages }, { resolveConfig }] = await Promise.all([import('./regenerate.js'), import('./config.js')]);
  const resolvedConfig = resolveConfig(options, run.configFile);
  const folder = resolve(effects.cwd, resolvedConfig.out);
  const stateOverride = folder === run.stateLocation.folder ? { confirmedState } : {};
  return generatePackages(resolvedConfig, {
    ...run,
    ...stateOverride,
    out: resolvedConfig.out,
    stateLocation: { ...run.stateLocation, folder },
  });
}

function prepareRun(options: GenerateOptions, effects: CachedEffects): Omit<RunContext, 'mode'> {
  const files = options.files ?? [];
  if (files.length > 0 && options.config !== undefined) throw new UsageError('a config and specification files cannot be combined');
  requireFiles(files, effects);
  const config = files.length > 0 ? undefined : readConfigFile(options.config, effects);
  const out = options.out ?? (config && guessOutputFolder(config));
  if (out === undefined) throw new UsageError('specification files need an output folder: --out DIR');
  const request = JSON.stringify([
    out,
    config?.path,
    files,
    options.only,
    options.methods,
    options.overlays !== false,
    Object.entries(options.variables ?? {}),
  ]);
  const stateLocation = { files: effects.files, folder: resolve(effects.cwd, out), request, templates: templatesFolder, now: effects.now };
  return { effects, out, stateLocation, ...(config === undefined ? {} : { configFile: config }) };
}

/** Throws `UsageError` if the file can't be read. */
export function readConfigFile(
  path: string | undefined,
  { files, cwd }: Pick<Effects, 'files' | 'cwd'>,
): NamedFile & Pick<Recorder, 'records'> {
  const reader = createRecorder(files);
  const config = readNamedFile(path ?? defaultConfig, { files: reader.files, cwd });
  if (!('problem' in config)) return { ...config, records: reader.records };
  const hint = path === undefined ? '; name one with --config FILE, or specification files' : '';
  throw new UsageError(`cannot read ${path ?? defaultConfig}: ${config.problem}${hint}`);
}

/**
 * Guesses the output folder, which holds the state of the last run, without parsing YAML. A wrong guess finds no state,
 * because a state holds the hash of the config. Then the config is parsed.
 */
function guessOutputFolder({ path, text }: NamedFile): string {
  const outValue = /^out:[ \t]*(['"]?)([^'"#\n]+?)\1[ \t]*(?:#.*)?$/m.exec(text)?.[2];
  return toDisplayPath(dirname(path), outValue ?? 'generated');
}

export function reportUnchanged({ file, name, folder, size }: PackageState, out: string): GeneratedPackage {
  return { specification: file, ...(name === undefined ? {} : { name }), folder: toDisplayPath(out, folder), files: size, changes: [] };
}
