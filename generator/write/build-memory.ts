/** Caches build results in a process that generates repeatedly. Correctness doesn't depend on it. */

import type { FileStat } from '../effects.js';
import { isUnchanged, type Records } from './file-records.js';
import type { RuntimeFiles } from './runtime-files.js';

/** Returns the cached value of a key, or creates it. */
export type Memoize = <T>(key: string, create: () => T) => T;

/** The files of a package after a run. */
interface PackageSnapshot {
  readonly texts: ReadonlyMap<string, string>;
  readonly stats: ReadonlyMap<string, FileStat>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export class BuildMemory {
  readonly #packages = new Map<string, Map<string, unknown>>();
  readonly #left = new Map<string, PackageSnapshot>();
  #runtime: { readonly key: string; readonly value: RuntimeFiles } | undefined;

  constructor(private readonly now: () => number = () => 0) {}

  /** Returns the cached runtime if the templates are unchanged. */
  runtime(templates: Records, create: () => RuntimeFiles): RuntimeFiles {
    const key = JSON.stringify(templates);
    if (this.#runtime?.key !== key) this.#runtime = { key, value: create() };
    return this.#runtime.value;
  }

  /** Records the files of a package's folder. */
  recordPackage(folder: string, texts: ReadonlyMap<string, string>, stats: ReadonlyMap<string, FileStat>): void {
    this.#left.set(folder, { texts, stats, at: this.now() });
  }

  /** Creates a check whether a file is known to hold a text, without reading it. */
  createUnchangedCheck(folder: string, path: string): (stat: FileStat, text: string) => boolean {
    const snapshot = this.#left.get(folder);
    const previous = snapshot?.stats.get(path);
    if (snapshot === undefined || previous === undefined) return () => false;
    return (stat, text) => snapshot.texts.get(path) === text && isUnchanged(stat, previous, snapshot.at);
  }

  /** Starts the build of a package. Values that this build doesn't request are dropped. */
  startBuild(folder: string): Memoize {
    const previous = this.#packages.get(folder);
    const now = new Map<string, unknown>();
    this.#packages.set(folder, now);
    return <T>(key: string, create: () => T): T => {
      const value = previous?.has(key) === true ? (previous.get(key) as T) : create();
      now.set(key, value);
      return value;
    };
  }
}
