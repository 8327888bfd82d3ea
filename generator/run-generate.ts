/** `generate` as users call it: finds out what there is to do, and loads the pipeline only if there is something. */
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
import { type PackageState, type RecalledState, recallState, type StateLocation } from './write/run-state.js';

export interface FileChange {
  /** As the user sees it: below the output folder as given. */
  readonly path: string;
  readonly difference: Difference;
}

export interface GeneratedPackage {
  /** Specification it is made of; absent for a package that is no longer made. */
  readonly specification?: string;
  /** Name in the config. */
  readonly name?: string;
  /** As the user sees it: `generated/dns-v1`. */
  readonly folder: string;
  /** Number of files to commit. */
  readonly files: number;
  /** What was (with `check`: would be) written or removed; without `check` also in `dist/`. */
  readonly changes: readonly FileChange[];
}

export interface GenerateResult {
  /** `failed`: there are errors and nothing was written. `stale`: with `check`, the output differs. */
  readonly status: 'done' | 'stale' | 'failed';
  readonly packages: readonly GeneratedPackage[];
  /** Changes of files that belong to no package: the list of packages. */
  readonly changes: readonly FileChange[];
  /** Findings of all specifications, by file and position. */
  readonly diagnostics: readonly Diagnostic[];
}

/** `check` writes nothing. `confirm` compiles `dist/` where all that is committed is up to date, else writes nothing. */
export type RunMode = 'write' | 'check' | 'confirm';

/** A process that runs again and again keeps what it made. */
export type CachedEffects = Effects & { readonly memory?: BuildMemory };

/** Everything about a run that is known before a specification is read. */
export interface RunContext {
  readonly effects: CachedEffects;
  readonly mode: RunMode;
  /** The config, as it was when it was read; absent where specification files are named. */
  readonly configFile?: NamedFile & Pick<Recorder, 'records'>;
  /** Output folder as the user sees it. */
  readonly out: string;
  readonly stateLocation: StateLocation;
  /** What of the last run in this place still holds, where that was found out already. */
  readonly recalled?: RecalledState;
}

/** Throws `UsageError` for faulty options or a faulty config. */
export async function runGenerate(
  options: GenerateOptions,
  effects: CachedEffects,
  mode: RunMode = options.check === true ? 'check' : 'write',
): Promise<GenerateResult> {
  const run = { ...prepareRun(options, effects), mode };
  const recalled = recallState(run.stateLocation);
  const { isUpToDate, packages } = recalled;
  if (isUpToDate) {
    const diagnostics = sortDiagnostics(packages.flatMap(({ warnings }) => warnings));
    return { status: 'done', packages: packages.map((known) => reportUnchanged(known, run.out)), changes: [], diagnostics };
  }
  const [{ generatePackages }, { resolveConfig }] = await Promise.all([import('./regenerate.js'), import('./config.js')]);
  const resolvedConfig = resolveConfig(options, run.configFile);
  const folder = resolve(effects.cwd, resolvedConfig.out);
  const recalledState = folder === run.stateLocation.folder ? { recalled } : {};
  return generatePackages(resolvedConfig, {
    ...run,
    ...recalledState,
    out: resolvedConfig.out,
    stateLocation: { ...run.stateLocation, folder },
  });
}

function prepareRun(options: GenerateOptions, effects: CachedEffects): Omit<RunContext, 'mode'> {
  const files = options.files ?? [];
  if (files.length > 0 && options.config !== undefined) throw new UsageError('a config and specification files exclude each other');
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

/** Throws `UsageError` where it cannot be read. */
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
 * Where the output, and in it the state of the last run, is looked for before YAML is read. A wrong guess finds no state,
 * since a state holds the hash of the config: then the config is read properly.
 */
function guessOutputFolder({ path, text }: NamedFile): string {
  const outValue = /^out:[ \t]*(['"]?)([^'"#\n]+?)\1[ \t]*(?:#.*)?$/m.exec(text)?.[2];
  return toDisplayPath(dirname(path), outValue ?? 'generated');
}

/** A package that needed no work. */
export function reportUnchanged({ file, name, folder, size }: PackageState, out: string): GeneratedPackage {
  return { specification: file, ...(name === undefined ? {} : { name }), folder: toDisplayPath(out, folder), files: size, changes: [] };
}
