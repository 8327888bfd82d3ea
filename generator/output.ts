/** The last step of a run: compares what was made with what stands there, writes what differs, and remembers it. */
import { dirname, join } from 'node:path';
import type { Description } from './describe.js';
import { diagnostic, type Diagnostic } from './diagnostics.js';
import type { FileStat } from './effects.js';
import type { Job } from './job.js';
import { shownPath } from './named-files.js';
import { settingsOf } from './output-checks.js';
import { type FileChange, type GeneratedPackage, type GenerateResult, type Run, unchanged } from './run.js';
import { listedFolders, type OutputManifest, planOutputManifest } from './write/output-manifest.js';
import { applyPlan, type PackageFiles, type Plan, planPackage, planRemoval } from './write/plan.js';
import { folderRecord, record, type Records } from './write/records.js';
import { type Begun, type PackageState, saveState } from './write/state.js';

/** A package that is ready to be written. */
export interface Made {
  readonly description: Omit<Description, 'resolved'>;
  readonly files: PackageFiles;
}

export interface Output {
  readonly run: Run;
  readonly job: Job;
  readonly begun: Begun;
  readonly known: readonly PackageState[];
  readonly made: readonly Made[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `made` is absent for a package that is to be removed. */
interface Planned {
  readonly made?: Made;
  readonly plan: Plan;
}

export function writeOutput(output: Output): GenerateResult {
  const { run, diagnostics } = output;
  const planned = planAll(output);
  const obstacles = planned.flatMap((entry) => obstructions(entry, run));
  if (obstacles.length > 0) return { status: 'failed', packages: [], changes: [], diagnostics: [...obstacles, ...diagnostics] };
  const list = planManifest(output);
  const stale = list?.difference !== undefined || planned.some(({ plan }) => plan.changes.some(({ derived }) => !derived));
  const writes = run.mode === 'write' || (run.mode === 'confirm' && !stale);
  const states = planned.flatMap((entry) => settle(entry, output, writes));
  const listed = list === undefined ? {} : settleManifest(list, output, writes);
  if (writes || (!stale && planned.every(({ plan }) => plan.changes.length === 0))) remember(output, states, listed);
  const changes = list?.difference === undefined ? [] : [{ path: shownPath(run.out, list.path), difference: list.difference }];
  return { status: stale && !writes ? 'stale' : 'done', packages: report(output, planned), changes, diagnostics };
}

function planAll({ run, job, known, made }: Output): readonly Planned[] {
  const { files, folder } = run.place;
  const present = new Set([...known.map((state) => state.folder), ...made.map((one) => one.files.folder)]);
  const gone = job.whole ? listedFolders(folder, files).filter((name) => !present.has(name)) : [];
  return [
    ...made.map((one) => ({ made: one, plan: planPackage(folder, one.files, files) })),
    ...gone.map((name) => ({ plan: planRemoval(folder, name, files) })),
  ];
}

function planManifest({ run, job, known, made }: Output): OutputManifest | undefined {
  if (!job.whole) return undefined;
  return planOutputManifest(
    run.place.folder,
    [...known.map((state) => state.folder), ...made.map((one) => one.files.folder)],
    run.place.files,
  );
}

/** Writes the list of packages, if it is to be written; answers what then stands there. */
function settleManifest({ path, text, difference, stat }: OutputManifest, { run }: Output, writes: boolean): Records {
  const { folder, files } = run.place;
  const standing = difference !== undefined && writes ? files.write(join(folder, path), text) : stat;
  return standing === undefined ? {} : { [path]: record(standing, text) };
}

function obstructions({ made, plan }: Planned, run: Run): readonly Diagnostic[] {
  if (plan.obstacle === undefined) return [];
  const at = made?.description.at ?? { file: run.config?.path ?? run.out, line: 1, column: 1 };
  return [diagnostic('obstructed-folder', { folder: shownPath(run.out, plan.obstacle) }, at)];
}

/** Writes a package, if it is to be written; answers what is then known of it. */
function settle({ made, plan }: Planned, { run, job }: Output, writes: boolean): readonly PackageState[] {
  const { folder, files } = run.place;
  const standing = writes ? applyPlan(folder, plan, files) : plan.kept;
  if (made === undefined) return [];
  const { source, declared, diagnostics, inputs } = made.description;
  return [
    {
      file: source.file,
      ...(source.name === undefined ? {} : { name: source.name }),
      settings: settingsOf(job, source),
      folder: plan.files.folder,
      size: plan.files.committed.size,
      inputs: inputs(folder),
      outputs: outputRecords(plan.files, standing, run),
      warnings: diagnostics,
      declared,
    },
  ];
}

/**
 * What the next run looks at to see that the package still stands as it was made: what is committed and what runs, file by file;
 * of declarations and maps in `dist/`, which nobody edits, that none has come, gone or been replaced.
 */
function outputRecords({ folder, committed, derived }: PackageFiles, standing: ReadonlyMap<string, FileStat>, { place }: Run): Records {
  const looked = [...standing].filter(([path]) => committed.has(path) || path.endsWith('.js'));
  const files = looked.map(([path, stat]) => [`${folder}/${path}`, record(stat, committed.get(path) ?? derived.get(path) ?? '')] as const);
  const folders = [...new Set([...derived.keys()].map((path) => `${folder}/${dirname(path)}`))];
  return Object.fromEntries([
    ...files,
    ...folders.map((path) => [path, folderRecord(place.files.stat(join(place.folder, path)))] as const),
  ]);
}

/** Keeps what is known for the next run, packages in the order of the sources. */
function remember({ run, job, begun, known }: Output, states: readonly PackageState[], listed: Records): void {
  const all = [...known, ...states];
  const packages = job.sources.flatMap((source) => all.filter(({ file }) => file === source.file));
  saveState(run.place, begun, { config: { ...run.config?.records(run.place.folder), ...listed }, packages });
}

function report({ run, job, known }: Output, planned: readonly Planned[]): readonly GeneratedPackage[] {
  const kept = known.map((state) => unchanged(state, run.out));
  const made = planned.map(({ made: one, plan }): GeneratedPackage => {
    const changes = plan.changes.filter(({ derived }) => !derived || run.mode === 'write');
    return {
      ...(one === undefined ? {} : { specification: one.description.source.file }),
      ...(one?.description.source.name === undefined ? {} : { name: one.description.source.name }),
      folder: shownPath(run.out, plan.files.folder),
      files: plan.files.committed.size,
      changes: changes.map(({ path, difference }): FileChange => ({
        path: shownPath(run.out, `${plan.files.folder}/${path}`),
        difference,
      })),
    };
  });
  const order = new Map(job.sources.map(({ file }, index) => [file, index]));
  const rank = (entry: GeneratedPackage): number => order.get(entry.specification ?? '') ?? order.size;
  return [...kept, ...made].sort((a, b) => rank(a) - rank(b));
}
