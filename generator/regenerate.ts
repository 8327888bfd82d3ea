/**
 * The pipeline, as far as there is work to do:
 *
 *     read ──▶ validate ──▶ model ──▶ emit ──▶ write
 *
 * `buildPackage` runs these stages for one specification. It stages the files in the cache and keeps only a summary in memory.
 * Nothing moves to the output folder before all packages are built and checked.
 */
import { hasErrors, quote, sortDiagnostics } from './diagnostics.js';
import type { Config } from './generate-options.js';
import { writeOutput } from './write-output.js';
import { checkOutput, formatPackageSettings } from './output-checks.js';
import { buildPackages } from './build-packages.js';
import type { GenerateResult, RunContext } from './run-generate.js';
import { UsageError } from './usage-error.js';
import { findObstacleAbove } from './write/path-checks.js';
import { closeStage, openStage } from './write/stage.js';
import { startRun, loadConfirmedState } from './write/run-state.js';

export async function generatePackages(config: Config, run: RunContext): Promise<GenerateResult> {
  const { files } = run.effects;
  checkOutputFolder(run);
  const { runStart, packages: confirmedPackages } = startRun(
    run.stateLocation,
    run.confirmedState ?? loadConfirmedState(run.stateLocation),
  );
  const settings = new Map(config.sources.map((source) => [source.file, formatPackageSettings(config, source)]));
  const unchangedPackages = confirmedPackages.filter((state) => settings.get(state.file) === state.settings);
  const upToDateFiles = new Set(unchangedPackages.map(({ file }) => file));
  const stale = config.sources.filter(({ file }) => !upToDateFiles.has(file));
  const stage = run.mode === 'check' ? undefined : openStage(run.stateLocation.folder, files);
  try {
    const results = await buildPackages(stale, { config, run, stage, templates: runStart.templates });
    const diagnostics = sortDiagnostics(checkOutput({ config, loadResults: results.map(({ summary }) => summary), unchangedPackages }));
    if (hasErrors(diagnostics)) return { status: 'failed', packages: [], changes: [], diagnostics };
    return writeOutput({ run, config, runStart, unchangedPackages, results, stage, diagnostics });
  } finally {
    if (stage !== undefined) closeStage(stage, files);
  }
}

/** Throws `UsageError` if the output folder exists but isn't a folder. */
function checkOutputFolder({ out, stateLocation: { folder }, effects: { files } }: RunContext): void {
  const obstacle = findObstacleAbove(folder, files);
  if (obstacle === undefined) return;
  throw new UsageError(
    obstacle === folder
      ? `the output folder ${quote(out)} is not a folder`
      : `the output folder ${quote(out)} cannot be created: ${quote(obstacle)} is not a folder`,
  );
}
