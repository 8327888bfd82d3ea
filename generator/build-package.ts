/** All of the work on one specification, up to a package that waits to be moved to its place: what a thread can do alone. */
import { dirname } from 'node:path';
import { loadApi, type LoadResult, isLoaded } from './load-api.js';
import type { Effects, FileStat, Progress } from './effects.js';
import { packageFolderName, addRequiredParts } from './emit/emitter.js';
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
  readonly config: Omit<Config, 'sources'>;
  /** False: its findings are all that is asked for. */
  readonly buildsFiles: boolean;
  readonly mode: RunMode;
  /** Absolute output folder. */
  readonly out: string;
  /** Absent where nothing is written. */
  readonly stage?: Stage;
  /** Absolute path of the templates. */
  readonly templates: string;
}

/** What is unchangedPackages of a specification when its text and model are let go of. Plain data. */
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
  readonly staged?: Pick<StagedPackage, 'path' | 'form'>;
  /** What the next run looks at, file by file: of files that stand there or are staged. */
  readonly outputs: Records;
  /** Folders of `dist/`, in the output folder. */
  readonly folders: readonly string[];
}

export interface BuildResult {
  readonly summary: ApiSummary;
  readonly builtPackage?: BuiltPackage;
}

export interface BuildContext extends Pick<Effects, 'files' | 'cwd'> {
  readonly runtime: RuntimeFiles;
  readonly memory?: BuildMemory | undefined;
  readonly reportStage: (stage: Progress['stage']) => void;
}

export async function buildPackage(task: BuildTask, buildContext: BuildContext): Promise<BuildResult> {
  const { source, config, buildsFiles } = task;
  buildContext.reportStage('read');
  const description = loadApi(source, config, buildContext);
  const { resolved: _, inputs, ...rest } = description;
  const summary: ApiSummary = { ...rest, inputs: inputs(task.out) };
  if (!isLoaded(description)) return { summary };
  const { api } = description.resolved;
  const folder = packageFolderName(api);
  if (!buildsFiles) return { summary: { ...summary, folder } };
  buildContext.reportStage('emit');
  const context = {
    scope: config.scope,
    version: config.version,
    parts: addRequiredParts(config.only),
    names: createNames(api, source.enums ?? config.enums),
  };
  const packageFiles = await buildPackageFiles({ folder, files: emit(api, context) }, buildContext);
  return { summary: { ...summary, folder }, builtPackage: stageChanges(packageFiles, task, buildContext) };
}

function stageChanges(
  packageFiles: PackageFiles,
  { out, mode, stage }: BuildTask,
  { files, memory, reportStage }: BuildContext,
): BuiltPackage {
  reportStage('compare');
  const plan = planPackage(out, packageFiles, { files, memory });
  const { obstacle, changes } = plan;
  const isStale = changes.some(({ derived }) => !derived);
  const writes = stage !== undefined && obstacle === undefined && changes.length > 0 && (mode === 'write' || !isStale);
  if (writes) reportStage('write');
  const staged = writes ? stagePackage(plan, { stage, out, files, keepsFolders: memory !== undefined }) : undefined;
  const standing = staged?.stats ?? plan.kept;
  memory?.recordPackage(packageFiles.folder, new Map([...packageFiles.committed, ...packageFiles.derived]), standing);
  return {
    folder: packageFiles.folder,
    size: packageFiles.committed.size,
    changes,
    ...(obstacle === undefined ? {} : { obstacle }),
    ...(staged === undefined ? {} : { staged: { path: staged.path, form: staged.form } }),
    outputs: createOutputRecords(packageFiles, standing),
    folders: [...new Set([...packageFiles.derived.keys()].map((path) => `${packageFiles.folder}/${dirname(path)}`))],
  };
}

/**
 * What the next run looks at to see that the package still stands as it was made: what is committed and what runs, file by file;
 * of declarations and maps in `dist/`, which nobody edits, that none has come, gone or been replaced.
 */
function createOutputRecords({ folder, committed, derived }: PackageFiles, standing: ReadonlyMap<string, FileStat>): Records {
  const recordedFiles = [...standing].filter(([path]) => committed.has(path) || path.endsWith('.js'));
  return Object.fromEntries(
    recordedFiles.map(
      ([path, stat]) => [`${folder}/${path}`, createFileRecord(stat, committed.get(path) ?? derived.get(path) ?? '')] as const,
    ),
  );
}
