/** The last step of a run: moves staged packages to the output folder, removes old ones, and saves the records. */
import { join } from 'node:path';
import type { ApiSummary, BuildResult, BuiltPackage } from './build-package.js';
import { createDiagnostic, type Diagnostic } from '../lib/diagnostics.js';
import { omitUndefined } from '../lib/json.js';
import type { Source } from '../config/generate-options.js';
import { toDisplayPath } from '../config/named-files.js';
import type { GeneratedPackage, GenerateResult, RunContext, UnchangedPackage } from './run-context.js';
import { readOutputManifest, planOutputManifest } from '../write/output-manifest.js';
import { removeRecord, saveRecord } from '../write/package-record.js';
import { planRemoval } from '../write/plan-package.js';
import type { StagedChanges } from './stage-changes.js';
import { placePackage, removePackage, type Stage } from '../write/stage.js';

export interface OutputContext {
  readonly run: RunContext;
  readonly unchangedPackages: readonly UnchangedPackage[];
  readonly results: readonly BuildResult[];
  /** Absent if packages contain the runtime. */
  readonly runtimePackage?: StagedChanges | undefined;
  /** The folder of the staged packages. Absent if nothing is written. */
  readonly stage?: Stage | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

interface PlannedPackage {
  /** Absent for the package of the runtime and for a package to remove. */
  readonly summary?: ApiSummary;
  readonly builtPackage: StagedChanges & Partial<BuiltPackage>;
  readonly isRemoved?: boolean;
}

export function writeOutput(output: OutputContext): GenerateResult {
  const { run, unchangedPackages, stage, diagnostics } = output;
  const { config, folder: out, effects } = run;
  const builtPackages = listBuiltPackages(output);
  const folders = [
    ...unchangedPackages.map(({ record }) => record.folder),
    ...builtPackages.map(({ builtPackage }) => builtPackage.folder),
  ];
  const oldFolders = config.ownsOutputFolder ? readOutputManifest(out, effects.files) : [];
  const removedFolders = oldFolders.filter((folder) => !folders.includes(folder));
  const planned = [...builtPackages, ...removedFolders.map((folder) => planRemovedPackage(folder, run))];
  const obstacles = planned.flatMap((entry) => reportObstacle(entry, run));
  if (obstacles.length > 0) return { status: 'failed', packages: [], changes: [], diagnostics: [...obstacles, ...diagnostics] };
  const manifest = config.ownsOutputFolder ? planOutputManifest(out, folders, effects.files) : undefined;
  const isStale = manifest !== undefined || planned.some(({ builtPackage }) => builtPackage.changes.some(({ derived }) => !derived));
  const writes = stage !== undefined && (run.mode === 'write' || !isStale);
  if (writes) for (const entry of planned) writePlannedPackage(entry, stage, run);
  if (writes && manifest !== undefined) effects.files.write(join(out, manifest.path), manifest.text);
  for (const entry of planned) if (writes || entry.builtPackage.changes.length === 0) recordPackage(entry, run);
  const changes = manifest === undefined ? [] : [{ path: toDisplayPath(config.out, manifest.path), difference: manifest.difference }];
  return { status: isStale && !writes ? 'stale' : 'done', packages: listPackages(output, planned), changes, diagnostics };
}

function listBuiltPackages({ results, runtimePackage }: OutputContext): readonly PlannedPackage[] {
  return [
    ...results.flatMap(({ summary, builtPackage }) => (builtPackage === undefined ? [] : [{ summary, builtPackage }])),
    ...(runtimePackage === undefined ? [] : [{ builtPackage: runtimePackage }]),
  ];
}

function planRemovedPackage(name: string, { folder, effects: { files } }: RunContext): PlannedPackage {
  const { changes, obstacle } = planRemoval(folder, name, files);
  return { isRemoved: true, builtPackage: { folder: name, size: 0, changes, ...omitUndefined({ obstacle }) } };
}

function reportObstacle({ summary, builtPackage }: PlannedPackage, { config: { out }, configPath }: RunContext): readonly Diagnostic[] {
  if (builtPackage.obstacle === undefined) return [];
  const at = summary?.at ?? { file: configPath ?? out, line: 1, column: 1 };
  const { folder, problem } = builtPackage.obstacle;
  return [createDiagnostic('obstructed-folder', { folder: toDisplayPath(out, folder), problem }, at)];
}

function writePlannedPackage(
  { builtPackage, isRemoved = false }: PlannedPackage,
  stage: Stage,
  { folder: out, effects: { files } }: RunContext,
): void {
  const { folder, changes, staged } = builtPackage;
  const placement = { stage, files };
  if (isRemoved) {
    removeRecord(out, folder, files);
    removePackage({ folder, changes }, placement);
  } else if (staged !== undefined) placePackage({ folder, changes, staged }, placement);
}

function recordPackage({ summary, builtPackage }: PlannedPackage, { folder: out, effects: { files } }: RunContext): void {
  const { folder, size, inputs, outputs } = builtPackage;
  if (summary === undefined || inputs === undefined || outputs === undefined) return;
  const { diagnostics: warnings, declared, matched } = summary;
  saveRecord(out, { inputs, outputs, folder, size, warnings, declared, matched }, files);
}

/** Lists all packages in the order of the sources, then the package of the runtime, and then the removed ones. */
function listPackages({ run, unchangedPackages }: OutputContext, planned: readonly PlannedPackage[]): readonly GeneratedPackage[] {
  const unchanged = unchangedPackages.map(({ source, record }) => reportPackage(source, { ...record, changes: [] }, run));
  const builtPackages = planned.map(({ summary, builtPackage }) => reportPackage(summary?.source, builtPackage, run));
  const order = new Map(run.config.sources.map(({ file }, index) => [file, index]));
  const rank = (entry: GeneratedPackage): number => order.get(entry.specification ?? '') ?? order.size;
  return [...unchanged, ...builtPackages].sort((a, b) => rank(a) - rank(b));
}

function reportPackage(
  source: Source | undefined,
  { folder, size, changes }: StagedChanges,
  { config: { out }, mode }: RunContext,
): GeneratedPackage {
  const reported = changes.filter(({ derived }) => !derived || mode === 'write');
  return {
    ...omitUndefined({ specification: source?.file, name: source?.name }),
    folder: toDisplayPath(out, folder),
    files: size,
    changes: reported.map(({ path, difference }) => ({ path: toDisplayPath(out, `${folder}/${path}`), difference })),
  };
}
