/** All of the work on one specification, up to a package that waits to be moved to its place: what a thread can do alone. */
import { dirname } from 'node:path';
import { describe, type Description, isDescribed } from './describe.js';
import type { Effects, FileStat, Progress } from './effects.js';
import { packageFolder, withNeeded } from './emit/emitter.js';
import { emit } from './emit/index.js';
import { namesOf } from './emit/names.js';
import type { Job, Source } from './job.js';
import type { Mode } from './run.js';
import type { Memory } from './write/memory.js';
import { makePackage } from './write/package.js';
import { type Change, type PackageFiles, planPackage } from './write/plan.js';
import { record, type Records } from './write/records.js';
import type { Runtime } from './write/runtime.js';
import { type Staged, type Stage, stagePackage } from './write/stage.js';

/** Plain data. */
export interface Task {
  readonly source: Source;
  readonly job: Omit<Job, 'sources'>;
  /** False: its findings are all that is asked for. */
  readonly whole: boolean;
  readonly mode: Mode;
  /** Absolute output folder. */
  readonly out: string;
  /** Absent where nothing is written. */
  readonly stage?: Stage;
  /** Absolute path of the templates. */
  readonly templates: string;
}

/** What is known of a specification when its text and model are let go of. Plain data. */
export interface Summary extends Omit<Description, 'resolved' | 'inputs'> {
  /** Folder of its package; absent where there are errors. */
  readonly folder?: string;
  readonly inputs: Records;
}

/** A package that was made and compared with what stands there. Plain data. */
export interface Product {
  readonly folder: string;
  /** Number of its committed files. */
  readonly size: number;
  readonly changes: readonly Change[];
  readonly obstacle?: string;
  /** Absent where nothing is to be written. */
  readonly staged?: Pick<Staged, 'at' | 'form'>;
  /** What the next run looks at, file by file: of files that stand there or are staged. */
  readonly outputs: Records;
  /** Folders of `dist/`, in the output folder. */
  readonly folders: readonly string[];
}

export interface Produced {
  readonly summary: Summary;
  readonly product?: Product;
}

export interface Producing extends Pick<Effects, 'files' | 'cwd'> {
  readonly runtime: Runtime;
  readonly memory?: Memory | undefined;
  readonly told: (stage: Progress['stage']) => void;
}

export async function produce(task: Task, producing: Producing): Promise<Produced> {
  const { source, job, whole } = task;
  producing.told('read');
  const description = describe(source, job, producing);
  const { resolved: _, inputs, ...rest } = description;
  const summary: Summary = { ...rest, inputs: inputs(task.out) };
  if (!isDescribed(description)) return { summary };
  const { api } = description.resolved;
  const folder = packageFolder(api);
  if (!whole) return { summary: { ...summary, folder } };
  producing.told('emit');
  const context = { scope: job.scope, version: job.version, parts: withNeeded(job.only), names: namesOf(api, source.enums ?? job.enums) };
  const made = await makePackage({ folder, files: emit(api, context) }, producing);
  return { summary: { ...summary, folder }, product: compared(made, task, producing) };
}

function compared(made: PackageFiles, { out, mode, stage }: Task, { files, memory, told }: Producing): Product {
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
    looked.map(([path, stat]) => [`${folder}/${path}`, record(stat, committed.get(path) ?? derived.get(path) ?? '')] as const),
  );
}
