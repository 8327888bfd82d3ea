/** Builds one package from one specification and stages it. A worker thread can run this on its own. */
import { loadApi, type LoadResult, isLoaded } from './load-api.js';
import type { Effects, Progress } from '../lib/effects.js';
import { addRequiredParts } from '../lib/parts.js';
import { getPackageFolderName } from '../emit/emitter.js';
import { emit } from '../emit/index.js';
import { createNames } from '../emit/names.js';
import { type Config, getVersion, type Source } from '../config/generate-options.js';
import type { RunMode } from './run-context.js';
import type { BuildMemory } from '../write/build-memory.js';
import { buildPackageFiles } from '../write/build-package-files.js';
import { getTexts } from '../write/plan-package.js';
import { hashPackage } from '../write/package-record.js';
import { type Runtime, runtimePackage } from '../write/runtime.js';
import type { Stage } from '../write/stage.js';
import { type StagedChanges, stageChanges } from './stage-changes.js';

/** Plain data, so that it can be sent to a thread. */
export interface BuildTask {
  readonly source: Source;
  /** The hash of the inputs. */
  readonly inputs: string;
  readonly config: Omit<Config, 'sources'>;
  /** Whether to build the files. If false, only the diagnostics are needed. */
  readonly buildsFiles: boolean;
  readonly mode: RunMode;
  /** The absolute path of the output folder. */
  readonly out: string;
  /** Absent if nothing is written. */
  readonly stage?: Stage;
}

/** A summary of a specification after its text and model are released. Plain data. */
export interface ApiSummary extends Omit<LoadResult, 'resolved'> {
  /** The folder of its package. Absent if there are errors. */
  readonly folder?: string;
}

/** A package compared with the output folder. Plain data. */
export interface BuiltPackage extends StagedChanges {
  /** The hash of its inputs. */
  readonly inputs: string;
  /** The hash of all its files. */
  readonly outputs: string;
}

export interface BuildResult {
  readonly summary: ApiSummary;
  readonly builtPackage?: BuiltPackage;
}

export interface BuildContext extends Pick<Effects, 'files' | 'cwd'> {
  readonly runtime: Runtime;
  readonly memory?: BuildMemory | undefined;
  readonly reportStage: (stage: Progress['stage']) => void;
}

export async function buildPackage(task: BuildTask, buildContext: BuildContext): Promise<BuildResult> {
  const { source, config, buildsFiles } = task;
  buildContext.reportStage('read');
  const loadResult = loadApi(source, config, buildContext);
  const { resolved: _, ...summary } = loadResult;
  if (!isLoaded(loadResult)) return { summary };
  const { api } = loadResult.resolved;
  const folder = getPackageFolderName(api);
  if (!buildsFiles) return { summary: { ...summary, folder } };
  buildContext.reportStage('emit');
  const context = {
    scope: config.scope,
    version: getVersion(config, folder),
    runtimeVersion: getVersion(config, runtimePackage),
    metadata: config.metadata,
    runtime: config.runtime,
    parts: addRequiredParts(config.only),
    names: createNames(api, source.enums ?? config.enums),
  };
  const packageFiles = await buildPackageFiles({ folder, files: emit(api, context) }, buildContext);
  buildContext.reportStage('compare');
  const staging = { ...task, files: buildContext.files, keepsFolders: buildContext.memory !== undefined };
  const changes = stageChanges(packageFiles, { ...staging, onWrite: () => buildContext.reportStage('write') });
  return {
    summary: { ...summary, folder },
    builtPackage: { ...changes, inputs: task.inputs, outputs: hashPackage(getTexts(packageFiles)) },
  };
}
