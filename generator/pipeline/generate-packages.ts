/**
 * One run of the pipeline, for the packages that are out of date:
 *
 *     read ──▶ validate ──▶ model ──▶ emit ──▶ write
 *
 * `buildPackage` runs these stages for one specification. It stages the files in the cache and keeps only a summary in memory.
 * Nothing moves to the output folder before all packages are built and checked.
 */
import { join } from 'node:path';
import { hasErrors, quote, sortDiagnostics } from '../lib/diagnostics.js';
import { getVersion, type Source } from '../config/generate-options.js';
import { hashPackageInputs, hashGenerator } from './hash-inputs.js';
import { checkOutput } from './output-checks.js';
import type { GenerateResult, RunContext, UnchangedPackage } from './run-context.js';
import { UsageError } from '../lib/usage-error.js';
import { writeOutput } from './write-output.js';
import { hashPackageFolder, readRecords } from '../write/package-record.js';
import { findObstacleAbove } from '../write/path-checks.js';
import { buildRuntimePackage, runtimePackage } from '../write/runtime.js';
import { closeStage, openStage, type Stage } from '../write/stage.js';
import { stageChanges, type StagedChanges } from './stage-changes.js';

export async function generatePackages(run: RunContext): Promise<GenerateResult> {
  checkOutputFolder(run);
  const { config, effects, folder, mode } = run;
  if (mode === 'confirm' && effects.files.stat(folder) === undefined)
    return { status: 'stale', packages: [], changes: [], diagnostics: [] };
  const stage = mode === 'check' ? undefined : openStage(folder, effects.files);
  try {
    const templates = hashGenerator(effects);
    const inputs = new Map(config.sources.map((source) => [source, hashPackageInputs(source, run, templates)]));
    const unchangedPackages = findUnchangedPackages(inputs, run);
    const unchanged = new Set(unchangedPackages.map(({ source }) => source));
    const stale = config.sources.filter((source) => !unchanged.has(source));
    // Loads the stages only if there is something to build.
    const results = stale.length === 0 ? [] : await (await import('./build-packages.js')).buildPackages(stale, { run, stage, inputs });
    const diagnostics = sortDiagnostics(checkOutput({ config, loadResults: results.map(({ summary }) => summary), unchangedPackages }));
    if (hasErrors(diagnostics)) return { status: 'failed', packages: [], changes: [], diagnostics };
    const runtimePackage = config.runtime === 'package' ? await stageRuntimePackage(run, stage) : undefined;
    return writeOutput({ run, unchangedPackages, results, runtimePackage, stage, diagnostics });
  } finally {
    if (stage !== undefined) closeStage(stage, effects.files);
  }
}

/** Finds the packages whose inputs and files are those of their records. */
function findUnchangedPackages(
  inputs: ReadonlyMap<Source, string>,
  { effects: { files }, folder }: RunContext,
): readonly UnchangedPackage[] {
  const records = new Map(readRecords(folder, files).map((record) => [record.inputs, record]));
  return [...inputs].flatMap(([source, hash]) => {
    const record = records.get(hash);
    return record !== undefined && hashPackageFolder(join(folder, record.folder), files) === record.outputs ? [{ source, record }] : [];
  });
}

/** Compares and stages the package of the runtime. It needs no record, because building it takes little time. */
async function stageRuntimePackage({ config, effects, mode, folder }: RunContext, stage: Stage | undefined): Promise<StagedChanges> {
  const { emitRuntimePackage } = await import('../emit/runtime-package.js');
  const packageFiles = buildRuntimePackage(
    emitRuntimePackage({ ...config, runtimeVersion: getVersion(config, runtimePackage) }),
    effects.files,
  );
  return stageChanges(packageFiles, { mode, out: folder, stage, files: effects.files, keepsFolders: effects.memory !== undefined });
}

/** Throws `UsageError` if the output folder exists but isn't a folder. */
function checkOutputFolder({ config: { out }, folder, effects: { files } }: RunContext): void {
  const obstacle = findObstacleAbove(folder, files);
  if (obstacle === undefined) return;
  throw new UsageError(
    obstacle === folder
      ? `the output folder ${quote(out)} is not a folder`
      : `the output folder ${quote(out)} cannot be created: ${quote(obstacle)} is not a folder`,
  );
}
