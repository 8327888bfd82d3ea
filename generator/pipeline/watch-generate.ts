/** Implements `generate --watch`: generates again whenever an input file changes, until the user stops it. */
import { resolve } from 'node:path';
import { resolveConfig } from '../config/config.js';
import type { Effects } from '../lib/effects.js';
import type { GenerateOptions } from '../config/generate-options.js';
import { readConfigFile } from '../config/named-files.js';
import { getVersionsPath } from '../config/package-versions.js';
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
  const signal = new ChangeSignal();
  const watcher = new Watcher(effects, () => signal.notify());
  try {
    watcher.watch(listInputs(options, effects));
    reports.done(await runGenerate(options, cachedEffects));
    reports.waiting(watcher.size);
    while ((await Promise.race([signal.wait(), stopped])) !== 'stopped') {
      signal.reset();
      await runAgain(options, { cachedEffects, watcher, reports });
    }
  } finally {
    watcher.close();
  }
}

interface WatchContext {
  readonly cachedEffects: Effects;
  readonly watcher: Watcher;
  readonly reports: WatchReports;
}

async function runAgain(options: GenerateOptions, { cachedEffects, watcher, reports }: WatchContext): Promise<void> {
  try {
    watcher.watch(listInputs(options, cachedEffects));
    reports.done(await runGenerate(options, cachedEffects));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    reports.failed(error);
  }
}

/** The absolute paths of all input files. */
function listInputs(options: GenerateOptions, effects: Effects): readonly string[] {
  const byFiles = (options.files ?? []).length > 0;
  const config = byFiles ? undefined : readConfigFile(options.config, effects);
  const { sources, metadata } = resolveConfig(options, config);
  const files = [...sources.flatMap(({ file, overlays }) => [file, ...overlays]), ...(metadata.licenseFile ? [metadata.licenseFile] : [])];
  return [...(config === undefined ? [] : [config.path, getVersionsPath(config.path)]), ...files].map((file) => resolve(effects.cwd, file));
}

/** Holds a change notification until a caller awaits it. */
class ChangeSignal {
  #notify: () => void = () => undefined;
  #changed = this.#next();

  notify(): void {
    this.#notify();
  }

  wait(): Promise<'changed'> {
    return this.#changed;
  }

  reset(): void {
    this.#changed = this.#next();
  }

  #next(): Promise<'changed'> {
    return new Promise((done) => (this.#notify = () => done('changed')));
  }
}

/** Watches one set of files at a time. */
class Watcher {
  #paths: readonly string[] = [];
  #stop = (): void => undefined;

  constructor(
    private readonly effects: Pick<Effects, 'watch'>,
    private readonly onChange: () => void,
  ) {}

  get size(): number {
    return this.#paths.length;
  }

  watch(paths: readonly string[]): void {
    if (paths.join('\0') === this.#paths.join('\0')) return;
    this.close();
    this.#paths = paths;
    this.#stop = this.effects.watch(paths, this.onChange);
  }

  close(): void {
    this.#stop();
    this.#stop = () => undefined;
  }
}
