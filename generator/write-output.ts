/** The last step of a run: moves staged packages to the output folder, removes old ones, and saves the state. */
import { join } from 'node:path';
import { createDiagnostic, type Diagnostic } from './diagnostics.js';
import type { Config } from './generate-options.js';
import { toDisplayPath } from './named-files.js';
import { formatPackageSettings } from './output-checks.js';
import type { BuildResult, BuiltPackage, ApiSummary } from './build-package.js';
import { type FileChange, type GeneratedPackage, type GenerateResult, type RunContext, reportUnchanged } from './run-generate.js';
import { readOutputManifest, type OutputManifest, planOutputManifest } from './write/output-manifest.js';
import { planRemoval } from './write/plan-package.js';
import { createFolderRecord, createFileRecord, type Records } from './write/file-records.js';
import { placePackage, removePackage, type Stage } from './write/stage.js';
import { type RunStart, type PackageState, saveState } from './write/run-state.js';

export interface OutputContext {
  readonly run: RunContext;
  readonly config: Config;
  readonly runStart: RunStart;
  readonly unchangedPackages: readonly PackageState[];
  readonly results: readonly BuildResult[];
  /** The folder of the staged packages. Absent if nothing is written. */
  readonly stage?: Stage | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** `summary` is absent for a package to remove. */
interface PlannedPackage {
  readonly summary?: ApiSummary;
  readonly builtPackage: BuiltPackage;
}

export function writeOutput(output: OutputContext): GenerateResult {
  const { run, diagnostics, stage } = output;
  const planned = planAll(output);
  const obstacles = planned.flatMap((entry) => reportObstacle(entry, run));
  if (obstacles.length > 0) return { status: 'failed', packages: [], changes: [], diagnostics: [...obstacles, ...diagnostics] };
  const manifest = planManifest(output);
  const stale =
    manifest?.difference !== undefined || planned.some(({ builtPackage }) => builtPackage.changes.some(({ derived }) => !derived));
  const writes = stage !== undefined && (run.mode === 'write' || !stale);
  if (writes) for (const entry of planned) writePlannedPackage(entry, stage, run);
  const manifestRecords = manifest === undefined ? {} : writeManifest(manifest, output, writes);
  if (writes || (!stale && planned.every(({ builtPackage }) => builtPackage.changes.length === 0)))
    saveRunState(output, planned, manifestRecords);
  const changes =
    manifest?.difference === undefined ? [] : [{ path: toDisplayPath(run.out, manifest.path), difference: manifest.difference }];
  return { status: stale && !writes ? 'stale' : 'done', packages: listPackages(output, planned), changes, diagnostics };
}

function planAll({ run, config, unchangedPackages, results }: OutputContext): readonly PlannedPackage[] {
  const { files, folder } = run.stateLocation;
  const builtPackages = results.flatMap(({ summary, builtPackage }) => (builtPackage === undefined ? [] : [{ summary, builtPackage }]));
  const present = new Set([
    ...unchangedPackages.map((state) => state.folder),
    ...builtPackages.map(({ builtPackage }) => builtPackage.folder),
  ]);
  const removedNames = config.ownsOutputFolder ? readOutputManifest(folder, files).filter((name) => !present.has(name)) : [];
  return [...builtPackages, ...removedNames.map((name) => ({ builtPackage: planRemovedPackage(name, run) }))];
}

function planRemovedPackage(folder: string, { stateLocation: { folder: out, files } }: RunContext): BuiltPackage {
  const { changes, obstacle } = planRemoval(out, folder, files);
  return { folder, size: 0, changes, ...(obstacle === undefined ? {} : { obstacle }), outputs: {}, folders: [] };
}

function planManifest({ run, config, unchangedPackages, results }: OutputContext): OutputManifest | undefined {
  if (!config.ownsOutputFolder) return undefined;
  const folders = [...unchangedPackages.map((state) => state.folder), ...results.flatMap(({ builtPackage }) => builtPackage?.folder ?? [])];
  return planOutputManifest(run.stateLocation.folder, folders, run.stateLocation.files);
}

/** Writes the list of packages if it changed. Returns the record of the file. */
function writeManifest({ path, text, difference, stat: currentStat }: OutputManifest, { run }: OutputContext, writes: boolean): Records {
  const { folder, files } = run.stateLocation;
  const stat = difference !== undefined && writes ? files.write(join(folder, path), text) : currentStat;
  return stat === undefined ? {} : { [path]: createFileRecord(stat, text) };
}

function reportObstacle({ summary, builtPackage }: PlannedPackage, run: RunContext): readonly Diagnostic[] {
  if (builtPackage.obstacle === undefined) return [];
  const at = summary?.at ?? { file: run.configFile?.path ?? run.out, line: 1, column: 1 };
  return [createDiagnostic('obstructed-folder', { folder: toDisplayPath(run.out, builtPackage.obstacle) }, at)];
}

function writePlannedPackage(
  { summary, builtPackage }: PlannedPackage,
  stage: Stage,
  { stateLocation: { folder: out, files } }: RunContext,
): void {
  const { folder, changes, staged } = builtPackage;
  const placement = { stage, out, files };
  if (summary === undefined) removePackage({ folder, changes }, placement);
  else if (staged !== undefined) placePackage({ folder, changes, staged }, placement);
}

/** The state of a package after the run. */
function createPackageStates({ summary, builtPackage }: PlannedPackage, { run, config }: OutputContext): readonly PackageState[] {
  if (summary === undefined) return [];
  const { source, declared, diagnostics, inputs } = summary;
  const { folder, files } = run.stateLocation;
  const folders = builtPackage.folders.map((path) => [path, createFolderRecord(files.stat(join(folder, path)))] as const);
  return [
    {
      file: source.file,
      ...(source.name === undefined ? {} : { name: source.name }),
      settings: formatPackageSettings(config, source),
      folder: builtPackage.folder,
      size: builtPackage.size,
      inputs,
      outputs: { ...builtPackage.outputs, ...Object.fromEntries(folders) },
      warnings: diagnostics,
      declared,
    },
  ];
}

/** Saves the state for the next run, with packages in the order of the sources. */
function saveRunState(output: OutputContext, planned: readonly PlannedPackage[], manifestRecords: Records): void {
  const { run, config, runStart, unchangedPackages } = output;
  const all = [...unchangedPackages, ...planned.flatMap((entry) => createPackageStates(entry, output))];
  const byFile = new Map(all.map((state) => [state.file, state]));
  const packages = config.sources.flatMap(({ file }) => byFile.get(file) ?? []);
  saveState(run.stateLocation, runStart, {
    config: { ...run.configFile?.records(run.stateLocation.folder), ...manifestRecords },
    packages,
  });
}

function listPackages({ run, config, unchangedPackages }: OutputContext, planned: readonly PlannedPackage[]): readonly GeneratedPackage[] {
  const kept = unchangedPackages.map((state) => reportUnchanged(state, run.out));
  const builtPackages = planned.map(({ summary, builtPackage }): GeneratedPackage => {
    const changes = builtPackage.changes.filter(({ derived }) => !derived || run.mode === 'write');
    return {
      ...(summary === undefined ? {} : { specification: summary.source.file }),
      ...(summary?.source.name === undefined ? {} : { name: summary.source.name }),
      folder: toDisplayPath(run.out, builtPackage.folder),
      files: builtPackage.size,
      changes: changes.map(({ path, difference }): FileChange => ({
        path: toDisplayPath(run.out, `${builtPackage.folder}/${path}`),
        difference,
      })),
    };
  });
  const order = new Map(config.sources.map(({ file }, index) => [file, index]));
  const rank = (entry: GeneratedPackage): number => order.get(entry.specification ?? '') ?? order.size;
  return [...kept, ...builtPackages].sort((a, b) => rank(a) - rank(b));
}
