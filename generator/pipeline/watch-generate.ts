/** Implements `generate --watch`: generates again whenever an input file changes, until the user stops it. */
import { resolve } from 'node:path';
import { resolveConfig } from '../config/config.js';
import type { Effects } from '../lib/effects.js';
import type { GenerateOptions } from '../config/generate-options.js';
import { readConfigFile } from '../config/named-files.js';
import { getVersionsPath } from '../config/package-versions.js';
import { listEmitterFiles } from './own-emitters.js';
import type { GenerateResult } from './run-context.js';
import { runGenerate } from './run-generate.js';
import { UsageError } from '../lib/usage-error.js';
import { BuildMemory } from '../write/build-memory.js';

export interface WatchReports {
  /** After each run. */
  readonly done: (result: GenerateResult) => void;
  /** The config is invalid or a file is missing. The output stays as it is. */
  readonly failed: (error: UsageError) => void;
  /** Before the first wait, with the number of watched files. */
  readonly waiting: (files: number) => void;
}

/** Throws `UsageError` if the first run fails. Later errors are reported, and the next change triggers another run. */
export async function watchGenerate(
  options: GenerateOptions,
  { reports, ...effects }: Effects & { readonly reports: WatchReports },
): Promise<void> {
  const cachedEffects = { ...effects, memory: new BuildMemory() };
  const stopped = effects.waitForStop().then(() => 'stopped' as const);
  let notifyChange = (): void => undefined;
  const createSignal = (): Promise<'changed'> => new Promise((resolve) => (notifyChange = () => resolve('changed')));
  let watched: readonly string[] = [];
  let stopWatching = (): void => undefined;
  const watchInputs = (): void => {
    const paths = listInputs(options, effects);
    if (paths.join('\0') === watched.join('\0')) return;
    stopWatching();
    watched = paths;
    stopWatching = effects.watch(paths, () => notifyChange());
  };
  const run = async (): Promise<void> => {
    watchInputs();
    reports.done(await runGenerate(options, cachedEffects));
  };
  let changed = createSignal();
  try {
    await run();
    reports.waiting(watched.length);
    while ((await Promise.race([changed, stopped])) !== 'stopped') {
      // A change during the run triggers another one.
      changed = createSignal();
      await run().catch((error: unknown) => {
        if (!(error instanceof UsageError)) throw error;
        reports.failed(error);
      });
    }
  } finally {
    stopWatching();
  }
}

/** The absolute paths of all input files. */
function listInputs(options: GenerateOptions, effects: Effects): readonly string[] {
  const byFiles = (options.files ?? []).length > 0;
  const config = byFiles ? undefined : readConfigFile(options.config, effects);
  const { sources, metadata, emitters } = resolveConfig(options, config);
  const files = [
    ...sources.flatMap(({ file, overlays, service }) => [file, ...overlays, ...(service ? [service.file] : [])]),
    ...emitters.flatMap(({ path }) => listEmitterFiles(path, effects).map((file) => file.path)),
    ...(metadata.licenseFile ? [metadata.licenseFile] : []),
  ];
  return [...(config === undefined ? [] : [config.path, getVersionsPath(config.path)]), ...files].map((file) => resolve(effects.cwd, file));
}
