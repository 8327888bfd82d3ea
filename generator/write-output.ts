/** The last step of a run: moves what was made to its place, removes what is gone, and remembers what then stands there. */
import { join } from 'node:path';
import { createDiagnostic, type Diagnostic } from './diagnostics.js';
import type { Config } from './generate-options.js';
import { toShownPath } from './named-files.js';
import { packageSettings } from './output-checks.js';
import type { BuildResult, BuiltPackage, ApiSummary } from './build-package.js';
import { type FileChange, type GeneratedPackage, type GenerateResult, type RunContext, reportUnchanged } from './run-generate.js';
import { readOutputManifest, type OutputManifest, planOutputManifest } from './write/output-manifest.js';
import { planRemoval } from './write/plan-package.js';
import { createFolderRecord, createFileRecord, type Records } from './write/file-records.js';
import { placePackage, removePackage, type Stage } from './write/stage.js';
import { type RunStart, type PackageState, saveState } from './write/run-state.js';

export interface Output {
  readonly run: RunContext;
  readonly job: Config;
  readonly begun: RunStart;
  readonly known: readonly PackageState[];
  readonly produced: readonly BuildResult[];
  /** Where what was made waits; absent where nothing is written. */
  readonly stage?: Stage | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** `summary` is absent for a package that is to be removed. */
interface Planned {
  readonly summary?: ApiSummary;
  readonly product: BuiltPackage;
}

export function writeOutput(output: Output): GenerateResult {
  const { run, diagnostics, stage } = output;
  const planned = planAll(output);
  const obstacles = planned.flatMap((entry) => obstructions(entry, run));
  if (obstacles.length > 0) return { status: 'failed', packages: [], changes: [], diagnostics: [...obstacles, ...diagnostics] };
  const list = planManifest(output);
  const stale = list?.difference !== undefined || planned.some(({ product }) => product.changes.some(({ derived }) => !derived));
  const writes = stage !== undefined && (run.mode === 'write' || !stale);
  if (writes) for (const entry of planned) place(entry, stage, run);
  const listed = list === undefined ? {} : settleManifest(list, output, writes);
  if (writes || (!stale && planned.every(({ product }) => product.changes.length === 0))) remember(output, planned, listed);
  const changes = list?.difference === undefined ? [] : [{ path: toShownPath(run.out, list.path), difference: list.difference }];
  return { status: stale && !writes ? 'stale' : 'done', packages: report(output, planned), changes, diagnostics };
}

function planAll({ run, job, known, produced }: Output): readonly Planned[] {
  const { files, folder } = run.place;
  const made = produced.flatMap(({ summary, product }) => (product === undefined ? [] : [{ summary, product }]));
  const present = new Set([...known.map((state) => state.folder), ...made.map(({ product }) => product.folder)]);
  const gone = job.whole ? readOutputManifest(folder, files).filter((name) => !present.has(name)) : [];
  return [...made, ...gone.map((name) => ({ product: removal(name, run) }))];
}

function removal(folder: string, { place: { folder: out, files } }: RunContext): BuiltPackage {
  const { changes, obstacle } = planRemoval(out, folder, files);
  return { folder, size: 0, changes, ...(obstacle === undefined ? {} : { obstacle }), outputs: {}, folders: [] };
}

function planManifest({ run, job, known, produced }: Output): OutputManifest | undefined {
  if (!job.whole) return undefined;
  const folders = [...known.map((state) => state.folder), ...produced.flatMap(({ product }) => product?.folder ?? [])];
  return planOutputManifest(run.place.folder, folders, run.place.files);
}

/** Writes the list of packages, if it is to be written; answers what then stands there. */
function settleManifest({ path, text, difference, stat }: OutputManifest, { run }: Output, writes: boolean): Records {
  const { folder, files } = run.place;
  const standing = difference !== undefined && writes ? files.write(join(folder, path), text) : stat;
  return standing === undefined ? {} : { [path]: createFileRecord(standing, text) };
}

function obstructions({ summary, product }: Planned, run: RunContext): readonly Diagnostic[] {
  if (product.obstacle === undefined) return [];
  const at = summary?.at ?? { file: run.config?.path ?? run.out, line: 1, column: 1 };
  return [createDiagnostic('obstructed-folder', { folder: toShownPath(run.out, product.obstacle) }, at)];
}

function place({ summary, product }: Planned, stage: Stage, { place: { folder: out, files } }: RunContext): void {
  const { folder, changes, staged } = product;
  const placing = { stage, out, files };
  if (summary === undefined) removePackage({ folder, changes }, placing);
  else if (staged !== undefined) placePackage({ folder, changes, staged }, placing);
}

/** What is then known of a package. */
function stateOf({ summary, product }: Planned, { run, job }: Output): readonly PackageState[] {
  if (summary === undefined) return [];
  const { source, declared, diagnostics, inputs } = summary;
  const { folder, files } = run.place;
  const folders = product.folders.map((path) => [path, createFolderRecord(files.stat(join(folder, path)))] as const);
  return [
    {
      file: source.file,
      ...(source.name === undefined ? {} : { name: source.name }),
      settings: packageSettings(job, source),
      folder: product.folder,
      size: product.size,
      inputs,
      outputs: { ...product.outputs, ...Object.fromEntries(folders) },
      warnings: diagnostics,
      declared,
    },
  ];
}

/** Keeps what is known for the next run, packages in the order of the sources. */
function remember(output: Output, planned: readonly Planned[], listed: Records): void {
  const { run, job, begun, known } = output;
  const all = [...known, ...planned.flatMap((entry) => stateOf(entry, output))];
  const byFile = new Map(all.map((state) => [state.file, state]));
  const packages = job.sources.flatMap(({ file }) => byFile.get(file) ?? []);
  saveState(run.place, begun, { config: { ...run.config?.records(run.place.folder), ...listed }, packages });
}

function report({ run, job, known }: Output, planned: readonly Planned[]): readonly GeneratedPackage[] {
  const kept = known.map((state) => reportUnchanged(state, run.out));
  const made = planned.map(({ summary, product }): GeneratedPackage => {
    const changes = product.changes.filter(({ derived }) => !derived || run.mode === 'write');
    return {
      ...(summary === undefined ? {} : { specification: summary.source.file }),
      ...(summary?.source.name === undefined ? {} : { name: summary.source.name }),
      folder: toShownPath(run.out, product.folder),
      files: product.size,
      changes: changes.map(({ path, difference }): FileChange => ({
        path: toShownPath(run.out, `${product.folder}/${path}`),
        difference,
      })),
    };
  });
  const order = new Map(job.sources.map(({ file }, index) => [file, index]));
  const rank = (entry: GeneratedPackage): number => order.get(entry.specification ?? '') ?? order.size;
  return [...kept, ...made].sort((a, b) => rank(a) - rank(b));
}
