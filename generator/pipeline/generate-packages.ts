/**
 * One run of the pipeline, for the packages that are out of date:
 *
 *     read ──▶ validate ──▶ model ──▶ emit ──▶ write
 *
 * `buildPackage` runs these stages for one specification. It stages the files in the cache and keeps only a summary in memory.
 * Nothing moves to the output folder before all packages are built and checked.
 */
import { join } from 'node:path';
import { createDiagnostic, type Diagnostic, hasErrors, type Location, sortDiagnostics } from '../lib/diagnostics.js';
import { readIfFile } from '../lib/file-system.js';
import { getStrings, omitUndefined, parseJson } from '../lib/json.js';
import { getVersion, type Source } from '../config/generate-options.js';
import { toDisplayPath } from '../config/named-files.js';
import { compareFile, comparePackage, isDerived } from '../write/compare-package.js';
import { manifestName } from '../write/package-manifest.js';
import { checkFolderName } from '../write/path-checks.js';
import { buildRuntimePackage, runtimePackage } from '../write/runtime.js';
import { closeStage, openStage, placePackage, removePackage, type Stage, type StagedPackage, stagePackage } from '../write/stage.js';
import type { BuildResult } from './build-package.js';
import { hashInputs } from './hash-inputs.js';
import { checkOutput } from './output-checks.js';
import { checkOutputFolder } from './output-folder.js';
import { findUnchangedPackages, removeRecord, saveRecord } from './package-record.js';
import type { GeneratedPackage, GenerateResult, RunContext } from './run-context.js';

/** A package to write or to remove. */
interface PackageTarget {
  readonly target: StagedPackage;
  /** Absent for the package of the runtime and for a package to remove. */
  readonly source?: Source;
  /** The location of its name in the specification. */
  readonly at?: Location;
}

export async function generatePackages(run: RunContext): Promise<GenerateResult> {
  const { config, effects, folder, mode } = run;
  const { files } = effects;
  checkOutputFolder(folder, config, files);
  if (mode === 'confirm' && files.stat(folder) === undefined) return { status: 'stale', packages: [], changes: [], diagnostics: [] };
  const stage = mode === 'check' ? undefined : openStage(folder, { files, keepsFolders: effects.memory !== undefined });
  try {
    const inputs = hashInputs(config, effects);
    const unchanged = findUnchangedPackages(inputs, run);
    const stale = config.sources.filter((source) => !unchanged.has(source));
    // Loads the emitters only if there is something to build.
    const built =
      stale.length === 0 ? new Map<Source, BuildResult>() : await (await import('./build-packages.js')).buildPackages(stale, run, stage);
    const results = config.sources.map((source) => [source, (unchanged.get(source) ?? built.get(source)) as BuildResult] as const);
    const summaries = results.map(([, { summary }]) => summary);
    const diagnostics = sortDiagnostics(checkOutput(config, summaries));
    if (hasErrors(diagnostics)) return { status: 'failed', packages: [], changes: [], diagnostics };
    const targets = results.flatMap(([source, { summary, package: target }]) =>
      target === undefined ? [] : [{ target, source, at: summary.at }],
    );
    const runtime = config.runtime === 'package' ? [{ target: await stageRuntimePackage(run, stage) }] : [];
    const result = writeOutput([...targets, ...runtime], run, stage);
    const isWritten = stage !== undefined && result.status === 'done';
    for (const [source, buildResult] of result.status === 'failed' ? [] : built)
      if (isWritten || buildResult.package?.changes.length === 0) saveRecord(buildResult, inputs.get(source) ?? '', run);
    return { ...result, diagnostics: [...result.diagnostics, ...diagnostics] };
  } finally {
    if (stage !== undefined) closeStage(stage, files);
  }
}

/** Compares and stages the package of the runtime. It needs no record, because building it takes little time. */
async function stageRuntimePackage({ config, effects: { files }, folder }: RunContext, stage: Stage | undefined): Promise<StagedPackage> {
  const { emitRuntimePackage } = await import('../emit/runtime-package.js');
  const emitted = emitRuntimePackage({ ...config, runtimeVersion: getVersion(config, runtimePackage) });
  const built = await buildRuntimePackage(emitted, files);
  return stagePackage(built, comparePackage(folder, built, files), { stage, files });
}

/** Moves staged packages to the output folder, and removes old ones. Writes nothing if a folder is in the way. */
function writeOutput(packages: readonly PackageTarget[], run: RunContext, stage: Stage | undefined): GenerateResult {
  const { config, folder: out, mode } = run;
  const { files } = run.effects;
  const folders = packages.map(({ target }) => target.folder);
  const removed = config.ownsOutputFolder ? listOldPackages(folders, run) : [];
  const all = [...packages, ...removed];
  const obstacles = all.flatMap((entry) => reportObstacle(entry, run));
  if (obstacles.length > 0) return { status: 'failed', packages: [], changes: [], diagnostics: obstacles };
  const manifest = formatOutputManifest(folders);
  const difference = config.ownsOutputFolder ? compareFile(join(out, manifestName), manifest, files) : undefined;
  const isStale = difference !== undefined || all.some(({ target }) => !target.changes.every(isDerived));
  const writes = stage !== undefined && (mode === 'write' || !isStale);
  if (writes) {
    for (const { target } of packages) placePackage(target, { stage, files });
    for (const { target } of removed) {
      removeRecord(target.folder, run);
      removePackage(target, { stage, files });
    }
    if (difference !== undefined) files.write(join(out, manifestName), manifest);
  }
  const status = isStale && !writes ? 'stale' : 'done';
  const changes = difference === undefined ? [] : [{ path: toDisplayPath(config.out, manifestName), difference }];
  return { status, packages: all.map((entry) => reportPackage(entry, run)), changes, diagnostics: [] };
}

/** Formats the manifest of the output folder, which lists the packages of a config. A package that the config no longer names is removed. */
function formatOutputManifest(folders: readonly string[]): string {
  const content = { about: 'Written by discogen: the packages of the config.', packages: [...folders].sort() };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** Lists the packages of the last run with a config that this run doesn't have. All their files are changes. */
function listOldPackages(folders: readonly string[], { folder: out, effects: { files } }: RunContext): readonly PackageTarget[] {
  const manifest = parseJson(readIfFile(join(out, manifestName), files) ?? '');
  return getStrings(manifest, 'packages')
    .filter((folder) => checkFolderName(folder) === undefined && !folders.includes(folder))
    .map((folder) => ({ target: comparePackage(out, { folder, committed: new Map(), derived: new Map() }, files) }));
}

function reportObstacle({ target: { obstacle }, at }: PackageTarget, { config: { out }, configPath }: RunContext): readonly Diagnostic[] {
  if (obstacle === undefined) return [];
  const { folder, problem } = obstacle;
  const location = at ?? { file: configPath ?? out, line: 1, column: 1 };
  return [createDiagnostic('obstructed-folder', { folder: toDisplayPath(out, folder), problem }, location)];
}

function reportPackage({ target, source }: PackageTarget, { config: { out }, mode }: RunContext): GeneratedPackage {
  const { folder, size, changes } = target;
  const reported = changes.filter((change) => mode === 'write' || !isDerived(change));
  return {
    ...omitUndefined({ specification: source?.file, name: source?.name }),
    folder: toDisplayPath(out, folder),
    files: size,
    changes: reported.map(({ path, difference }) => ({ path: toDisplayPath(out, `${folder}/${path}`), difference })),
  };
}
