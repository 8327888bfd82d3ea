/** All of the work on one specification, up to a package that waits to be moved to its place: what a thread can do alone. */
import { dirname } from 'node:path';
import { loadApi, type LoadResult, isLoaded } from './load-api.js';
import type { Effects, FileStat, Progress } from './effects.js';
import { getPackageFolderName, addRequiredParts } from './emit/emitter.js';
import { emit } from './emit/index.js';
import { createNames } from './emit/names.js';
import type { Config, Source } from './generate-options.js';
import type { RunMode } from './run-generate.js';
import type { BuildMemory } from './write/build-memory.js';
import { buildPackageFiles } from './write/build-package-files.js';
import { type FileChange, type PackageFiles, planPackage } from './write/plan-package.js';
import { createFileRecord, type Records } from './write/file-records.js';
import type { RuntimeFiles } from './write/runtime-files.js';
import { type StagedPackage, type Stage, stagePackage } from './write/stage.js';

/** Plain data. */
export interface BuildTask {
  readonly source: Source;
  readonly job: Omit<Config, 'sources'>;
  /** False: its findings are all that is asked for. */
  readonly whole: boolean;
  readonly mode: RunMode;
  /** Absolute output folder. */
  readonly out: string;
  /** Absent where nothing is written. */
  readonly stage?: Stage;
  /** Absolute path of the templates. */
  readonly templates: string;
}

/** What is known of a specification when its text and model are let go of. Plain data. */
export interface ApiSummary extends Omit<LoadResult, 'resolved' | 'inputs'> {
  /** Folder of its package; absent where there are errors. */
  readonly folder?: string;
  readonly inputs: Records;
}

/** A package that was made and compared with what stands there. Plain data. */
export interface BuiltPackage {
  readonly folder: string;
  /** Number of its committed files. */
  readonly size: number;
  readonly changes: readonly FileChange[];
  readonly obstacle?: string;
  /** Absent where nothing is to be written. */
  readonly staged?: Pick<StagedPackage, 'at' | 'form'>;
  /** What the next run looks at, file by file: of files that stand there or are staged. */
  readonly outputs: Records;
  /** Folders of `dist/`, in the output folder. */
  readonly folders: readonly string[];
}

export interface BuildResult {
  readonly summary: ApiSummary;
  readonly product?: BuiltPackage;
}

export interface BuildContext extends Pick<Effects, 'files' | 'cwd'> {
  readonly runtime: RuntimeFiles;
  readonly memory?: BuildMemory | undefined;
  readonly told: (stage: Progress['stage']) => void;
}

export async function buildPackage(task: BuildTask, producing: BuildContext): Promise<BuildResult> {
  const { source, job, whole } = task;
  producing.told('read');
  const description = loadApi(source, job, producing);
  const { resolved: _, inputs, ...rest } = description;
  const summary: ApiSummary = { ...rest, inputs: inputs(task.out) };
  if (!isLoaded(description)) return { summary };
  const { api } = description.resolved;
  const folder = getPackageFolderName(api);
  if (!whole) return { summary: { ...summary, folder } };
  producing.told('emit');
  const context = {
    scope: job.scope,
    version: job.version,
    parts: addRequiredParts(job.only),
    names: createNames(api, source.enums ?? job.enums),
  };
  const made = await buildPackageFiles({ folder, files: emit(api, context) }, producing);
  return { summary: { ...summary, folder }, product: compared(made, task, producing) };
}

function compared(made: PackageFiles, { out, mode, stage }: BuildTask, { files, memory, told }: BuildContext): BuiltPackage {
  told('compare');
  const plan = planPackage(out, made, { files, memory });
  const { obstacle, changes } = plan;
  const isStale = changes.some(({ derived }) => !derived);
  const writes = stage !== undefined && obstacle === undefined && changes.length > 0 && (mode === 'write' || !isStale);
  if (writes) told('write');
  const staged = writes ? stagePackage(plan, { stage, out, files, gentle: memory !== undefined }) : undefined;
  const standing = staged?.standing ?? plan.kept;
  memory?.leave(made.folder, new Map([...made.committed, ...made.derived]), standing);
  return {
    folder: made.folder,
    size: made.committed.size,
    changes,
    ...(obstacle === undefined ? {} : { obstacle }),
    ...(staged === undefined ? {} : { staged: { at: staged.at, form: staged.form } }),
    outputs: outputRecords(made, standing),
    folders: [...new Set([...made.derived.keys()].map((path) => `${made.folder}/${dirname(path)}`))],
  };
}

/**
 * What the next run looks at to see that the package still stands as it was made: what is committed and what runs, file by file;
 * of declarations and maps in `dist/`, which nobody edits, that none has come, gone or been replaced.
 */
function outputRecords({ folder, committed, derived }: PackageFiles, standing: ReadonlyMap<string, FileStat>): Records {
  const looked = [...standing].filter(([path]) => committed.has(path) || path.endsWith('.js'));
  return Object.fromEntries(
    looked.map(([path, stat]) => [`${folder}/${path}`, createFileRecord(stat, committed.get(path) ?? derived.get(path) ?? '')] as const),
  );
}
