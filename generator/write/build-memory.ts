/** Caches build results in a process that generates repeatedly. Correctness doesn't depend on it. */

import type { FileStat } from '../effects.js';
import { isUnchanged, type Records } from './file-records.js';
import type { RuntimeFiles } from './runtime-files.js';

/** Returns the cached value of a key, or creates it. */
export type Memoize = <T>(key: string, make: () => T) => T;

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
  #runtime: { readonly of: string; readonly value: RuntimeFiles } | undefined;

  constructor(private readonly now: () => number = () => 0) {}

  /** Returns the cached runtime if the templates are unchanged. */
  runtime(templates: Records, make: () => RuntimeFiles): RuntimeFiles {
    const of = JSON.stringify(templates);
    if (this.#runtime?.of !== of) this.#runtime = { of, value: make() };
    return this.#runtime.value;
  }

  /** Records the files of a package's folder. */
  recordPackage(folder: string, texts: ReadonlyMap<string, string>, stats: ReadonlyMap<string, FileStat>): void {
    this.#left.set(folder, { texts, stats, at: this.now() });
  }

  /** Creates a check whether a file is known to hold a text, without reading it. */
  createUnchangedCheck(folder: string, path: string): (stat: FileStat, text: string) => boolean {
    const left = this.#left.get(folder);
    const before = left?.stats.get(path);
    if (left === undefined || before === undefined) return () => false;
    return (stat, text) => left.texts.get(path) === text && isUnchanged(stat, before, left.at);
  }

  /** Starts the build of a package. Values that this build doesn't request are dropped. */
  startBuild(folder: string): Memoize {
    const before = this.#packages.get(folder);
    const now = new Map<string, unknown>();
    this.#packages.set(folder, now);
    return <T>(key: string, make: () => T): T => {
      const value = before?.has(key) === true ? (before.get(key) as T) : make();
      now.set(key, value);
      return value;
    };
  }
}
