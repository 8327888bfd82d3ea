/** Builds one package from one specification and stages it. A worker thread can run this on its own. */
import { checkService } from './check-service.js';
import { loadApi, type LoadResult } from './load-api.js';
import { hasErrors } from '../lib/diagnostics.js';
import type { Effects, Progress } from '../lib/effects.js';
import { getPackageFolderName } from '../emit/emitter.js';
import { emit } from '../emit/index.js';
import { createNames } from '../emit/names.js';
import { type Config, getVersion, type SpecificationSource } from '../config/generate-options.js';
import type { Api } from '../model/model.js';
import { explainFailure, loadEmitters } from './own-emitters.js';
import { type BuildFilesContext, buildPackageFiles } from '../write/build-package-files.js';
import { comparePackage, type PackageChanges } from '../write/compare-package.js';
import { runtimePackage } from '../write/runtime.js';
import { stagePackage } from '../write/stage.js';

/** Plain data, so that it can be sent to a thread. */
export interface BuildTask {
  readonly source: SpecificationSource;
  readonly config: Omit<Config, 'sources'>;
  /** Whether to build the files. If false, only the diagnostics are needed. */
  readonly buildsFiles: boolean;
  /** The working directory. */
  readonly cwd: string;
  /** The absolute path of the output folder. */
  readonly out: string;
  /** The absolute path of the folder for staged packages. Absent if nothing is written. */
  readonly stage?: string | undefined;
}

/** What remains of a specification after its text and model are released. Plain data. */
export interface BuildResult extends Omit<LoadResult, 'resolved'> {
  /** The folder of its package. Absent if there are errors. */
  readonly folder?: string;
  /** The names of the user's emitters. Absent if they weren't loaded. */
  readonly emitters?: readonly string[];
  /** Absent if there are errors, here or in another specification. */
  readonly package?: PackageChanges;
}

export interface BuildContext extends BuildFilesContext, Pick<Effects, 'files' | 'importModule'> {
  readonly reportStage: (stage: Progress['stage']) => void;
}

export async function buildPackage(task: BuildTask, context: BuildContext): Promise<BuildResult> {
  const { source, config, out, stage } = task;
  const { files, reportStage } = context;
  reportStage('read');
  const { api, ...result } = loadModel(task, context);
  if (api === undefined) return result;
  const folder = getPackageFolderName(api);
  if (!task.buildsFiles) return { ...result, folder };
  reportStage('emit');
  const { emitters, diagnostics } = await loadEmitters(config.emitters, { ...context, cwd: task.cwd });
  if (diagnostics.length > 0) return { ...result, diagnostics: [...result.diagnostics, ...diagnostics], folder };
  const settings = {
    ...config,
    version: getVersion(config, folder),
    runtimeVersion: getVersion(config, runtimePackage),
    names: createNames(api, source.enums ?? config.enums),
    service: source.service?.bundle?.text,
  };
  const emitted = emit(api, settings, { only: config.only, emitters });
  const built = await buildPackageFiles({ folder, files: emitted }, context).catch((error: unknown) =>
    explainFailure(error, emitters, api),
  );
  if ('code' in built) return { ...result, diagnostics: [...result.diagnostics, built], folder };
  reportStage('compare');
  const target = comparePackage(out, built, files);
  reportStage('write');
  return { ...result, folder, emitters: emitters.map(({ name }) => name), package: stagePackage(built, target, { stage, files }) };
}

/** Keeps only the model, because the text of a specification takes as much memory. */
function loadModel({ source, config, cwd }: BuildTask, { files, memory }: BuildContext): BuildResult & { readonly api?: Api } {
  const { resolved, ...result } = loadApi(source, config, { files, cwd, memory });
  if (resolved === undefined) return result;
  const { api } = resolved;
  const problems = source.service ? checkService(source.service, api, { files, cwd, isPartial: config.methods.length > 0 }) : [];
  const diagnostics = [...result.diagnostics, ...problems];
  return hasErrors(problems) ? { ...result, diagnostics } : { ...result, diagnostics, api };
}
