/** `generate --watch`: generates, and again whenever a file that it reads changes, until the user ends it. */
import { resolve } from 'node:path';
import { resolveConfig } from './config.js';
import type { Effects } from './effects.js';
import { defaultConfig, type GenerateOptions } from './generate-options.js';
import { type GenerateResult, readConfigFile, runGenerate } from './run-generate.js';
import { UsageError } from './usage-error.js';
import { BuildMemory } from './write/build-memory.js';

export interface WatchReports {
  /** After each run. */
  readonly done: (result: GenerateResult) => void;
  /** Where the config is faulty, or a file is gone: the output stays as it is. */
  readonly failed: (error: UsageError) => void;
  /** Before the first wait; the number of files that are watched. */
  readonly waiting: (files: number) => void;
}

/** Throws `UsageError` where the first run is impossible. Later faults are reported, and mended by the next change. */
export async function watchGenerate(
  options: GenerateOptions,
  { reports, ...effects }: Effects & { readonly reports: WatchReports },
): Promise<void> {
  const warm = { ...effects, memory: new BuildMemory(effects.now) };
  const stopped = effects.stopped().then(() => 'stopped' as const);
  const bell = new Bell();
  const watcher = new Watcher(effects, () => bell.ring());
  try {
    watcher.watch(inputsOf(options, effects));
    reports.done(await runGenerate(options, warm));
    reports.waiting(watcher.size);
    while ((await Promise.race([bell.rung(), stopped])) !== 'stopped') {
      bell.reset();
      await again(options, { warm, watcher, reports });
    }
  } finally {
    watcher.close();
  }
}

interface Watching {
  readonly warm: Effects;
  readonly watcher: Watcher;
  readonly reports: WatchReports;
}

async function again(options: GenerateOptions, { warm, watcher, reports }: Watching): Promise<void> {
  try {
    watcher.watch(inputsOf(options, warm));
    reports.done(await runGenerate(options, warm));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    reports.failed(error);
  }
}

/** Absolute paths of all files that say what is generated. */
function inputsOf(options: GenerateOptions, effects: Effects): readonly string[] {
  const byFiles = (options.files ?? []).length > 0;
  const config = byFiles ? undefined : readConfigFile(options.config, effects);
  const { sources } = resolveConfig(options, config);
  const files = sources.flatMap(({ file, overlays }) => [file, ...overlays]);
  return [...(byFiles ? [] : [options.config ?? defaultConfig]), ...files].map((file) => resolve(effects.cwd, file));
}

/** Remembers that something changed until it is asked. */
class Bell {
  #ring: () => void = () => undefined;
  #rung = this.#next();

  ring(): void {
    this.#ring();
  }

  rung(): Promise<'rung'> {
    return this.#rung;
  }

  reset(): void {
    this.#rung = this.#next();
  }

  #next(): Promise<'rung'> {
    return new Promise((done) => (this.#ring = () => done('rung')));
  }
}

/** Watches one set of files at a time. */
class Watcher {
  #paths: readonly string[] = [];
  #stop = (): void => undefined;

  constructor(
    private readonly effects: Pick<Effects, 'watch'>,
    private readonly changed: () => void,
  ) {}

  get size(): number {
    return this.#paths.length;
  }

  watch(paths: readonly string[]): void {
    if (paths.join('\0') === this.#paths.join('\0')) return;
    this.close();
    this.#paths = paths;
    this.#stop = this.effects.watch(paths, this.changed);
  }

  close(): void {
    this.#stop();
    this.#stop = () => undefined;
  }
}
