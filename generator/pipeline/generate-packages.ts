/**
 * One run of the pipeline, for the packages that are out of date:
 *
 *     read ──▶ validate ──▶ model ──▶ emit ──▶ write
 *
 * `buildPackage` runs these stages for one specification. It stages the files in the cache and keeps only a summary in memory.
 * Nothing moves to the output folder before all packages are built and checked.
 */
import { join } from 'node:path';
import { createDiagnostic, type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import { readIfFile } from '../lib/file-system.js';
import { getStrings, omitUndefined, parseJson } from '../lib/json.js';
import { getVersion, type SpecificationSource } from '../config/generate-options.js';
import { toDisplayPath } from '../config/named-files.js';
import { compareFile, comparePackage, type PackageChanges } from '../write/compare-package.js';
import { isCompiled, manifestName } from '../write/package-manifest.js';
import { checkFolderName } from '../write/path-checks.js';
import { buildRuntimePackage, runtimePackage } from '../write/runtime.js';
import { placePackage, stagePackage, withStage } from '../write/stage.js';
import type { BuildResult } from './build-package.js';
import { findMissingModule } from './load-module.js';
import { readServices } from './read-services.js';
import { hashInputs } from './hash-inputs.js';
import { checkOutput } from './output-checks.js';
import { checkOutputFolder } from './output-folder.js';
import { findUnchangedPackages, saveRecord } from './package-record.js';
import type { GeneratedPackage, GenerateResult, RunContext, RunMode } from './run-context.js';

/** A package to write or to remove, with its specification if it has one. */
type PackageTarget = { readonly package: PackageChanges } & Partial<Pick<BuildResult, 'source' | 'at'>>;

/** Throws `UsageError` if the output folder is a mistake. */
export async function generatePackages(run: RunContext): Promise<GenerateResult> {
  const { effects, folder, mode } = run;
  checkOutputFolder(run);
  if (mode === 'confirm' && effects.files.stat(folder) === undefined)
    return { status: 'stale', packages: [], changes: [], diagnostics: [] };
  return mode === 'check' ? generate(run) : withStage(folder, effects.files, (stage) => generate(run, stage));
}

/** Without a stage, nothing is written. */
async function generate(initialRun: RunContext, stage?: string): Promise<GenerateResult> {
  const { effects } = initialRun;
  const { config, diagnostics: serviceDiagnostics } = await readServices(initialRun.config, effects);
  const missing = config.emitters.flatMap((emitter) => findMissingModule(emitter, effects) ?? []);
  if (hasErrors(serviceDiagnostics))
    return { status: 'failed', packages: [], changes: [], diagnostics: sortDiagnostics([...missing, ...serviceDiagnostics]) };
  const run = { ...initialRun, config };
  const inputs = hashInputs(config, effects);
  const unchanged = findUnchangedPackages(inputs, run);
  const stale = config.sources.filter((source) => !unchanged.has(source));
  // Loads the emitters only if there is something to build.
  const built: ReadonlyMap<SpecificationSource, BuildResult> =
    stale.length === 0 ? new Map() : await (await import('./build-packages.js')).buildPackages(stale, run, stage);
  const results = config.sources.map((source) => (unchanged.get(source) ?? built.get(source)) as BuildResult);
  const diagnostics = sortDiagnostics(checkOutput(config, results, missing));
  if (hasErrors(diagnostics)) return { status: 'failed', packages: [], changes: [], diagnostics };
  const runtime = config.runtime === 'package' ? [{ package: await stageRuntimePackage(run, stage) }] : [];
  const packages = [...(results as (BuildResult & PackageTarget)[]), ...runtime];
  const removed = config.ownsOutputFolder ? listOldPackages(packages, run) : [];
  const obstacles = [...packages, ...removed].flatMap((target) => reportObstacle(target, run));
  if (obstacles.length > 0) return { status: 'failed', packages: [], changes: [], diagnostics: [...obstacles, ...diagnostics] };
  const result = writeOutput(packages, removed, run);
  for (const [source, buildResult] of built)
    if (buildResult.package?.changes.length === 0 || (stage !== undefined && result.status === 'done'))
      saveRecord(buildResult, inputs.get(source) ?? '', run);
  return { ...result, diagnostics };
}

/** Compares and stages the package of the runtime. It needs no record, because building it takes little time. */
async function stageRuntimePackage({ config, effects: { files }, folder }: RunContext, stage: string | undefined): Promise<PackageChanges> {
  const { emitRuntimePackage } = await import('../emit/runtime-package.js');
  const emitted = emitRuntimePackage({ ...config, runtimeVersion: getVersion(config, runtimePackage) });
  const built = await buildRuntimePackage(emitted, files);
  return stagePackage(built, comparePackage(folder, built, files), { stage, files });
}

/** Lists the packages of the last run with a config that this run doesn't have. All their files are changes. */
function listOldPackages(packages: readonly PackageTarget[], { folder: out, effects: { files } }: RunContext): readonly PackageTarget[] {
  const current = new Set(packages.map((target) => target.package.folder));
  const manifest = parseJson(readIfFile(join(out, manifestName), files) ?? '');
  return getStrings(manifest, 'packages')
    .filter((folder) => checkFolderName(folder) === undefined && !current.has(folder))
    .map((folder) => ({ package: comparePackage(out, { folder, files: new Map() }, files) }));
}

function reportObstacle(target: PackageTarget, { config: { out }, configPath }: RunContext): readonly Diagnostic[] {
  const { obstacle } = target.package;
  if (obstacle === undefined) return [];
  const location = target.at ?? { file: configPath ?? out, line: 1, column: 1 };
  return [createDiagnostic('obstructed-folder', { ...obstacle, path: toDisplayPath(out, obstacle.path) }, location)];
}

/**
 * Moves the staged packages to the output folder and removes old ones. The manifest of the output folder lists every package, even if the run
 * is interrupted: it is written after old packages are removed, and before new ones exist.
 */
function writeOutput(
  packages: readonly PackageTarget[],
  removed: readonly PackageTarget[],
  { config, folder: out, mode, effects: { files } }: RunContext,
): Omit<GenerateResult, 'diagnostics'> {
  const all = [...packages, ...removed];
  const manifest = formatOutputManifest(packages);
  const difference = config.ownsOutputFolder ? compareFile(join(out, manifestName), manifest, files) : undefined;
  const isStale = difference !== undefined || all.some((target) => target.package.changes.some(({ path }) => !isCompiled(path)));
  const status = isStale && mode !== 'write' ? 'stale' : 'done';
  if (mode !== 'check' && status === 'done') {
    for (const target of removed) placePackage(target.package, out, files);
    if (difference !== undefined) files.write(join(out, manifestName), manifest);
    for (const target of packages) placePackage(target.package, out, files);
  }
  const changes = difference === undefined ? [] : [{ path: toDisplayPath(config.out, manifestName), difference }];
  return { status, packages: all.map((target) => reportPackage(target, config.out, mode)), changes };
}

/** Formats the manifest of the output folder, which lists the packages of a config. A package that the config no longer names is removed. */
function formatOutputManifest(packages: readonly PackageTarget[]): string {
  const folders = packages.map((target) => target.package.folder).sort();
  return `${JSON.stringify({ about: 'Written by discogen: the packages of the config.', packages: folders }, undefined, 2)}\n`;
}

function reportPackage({ package: { folder, size, changes }, source }: PackageTarget, out: string, mode: RunMode): GeneratedPackage {
  const reported = changes.filter(({ path }) => mode === 'write' || !isCompiled(path));
  return {
    ...omitUndefined({ specification: source?.file, name: source?.name }),
    folder: toDisplayPath(out, folder),
    files: size,
    changes: reported.map(({ path, difference }) => ({ path: toDisplayPath(out, `${folder}/${path}`), difference })),
  };
}
