/** What was made of which text, kept by a process that runs again and again. Nothing depends on it. */

import type { FileStat } from '../effects.js';
import { isUnchanged, type Records } from './file-records.js';
import type { RuntimeFiles } from './runtime-files.js';

/** The value that was made for the key before, or a new one. */
export type Memoize = <T>(key: string, make: () => T) => T;

/** What was left at the paths of a package, and when. */
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

  /** The runtime as it was before, where the templates are as they were. */
  runtime(templates: Records, make: () => RuntimeFiles): RuntimeFiles {
    const of = JSON.stringify(templates);
    if (this.#runtime?.of !== of) this.#runtime = { of, value: make() };
    return this.#runtime.value;
  }

  /** Notes what stands at the paths of a package's folder. */
  recordPackage(folder: string, texts: ReadonlyMap<string, string>, stats: ReadonlyMap<string, FileStat>): void {
    this.#left.set(folder, { texts, stats, at: this.now() });
  }

  /** Whether what stands at a path is known to be a text, without reading it. */
  createUnchangedCheck(folder: string, path: string): (stat: FileStat, text: string) => boolean {
    const left = this.#left.get(folder);
    const before = left?.stats.get(path);
    if (left === undefined || before === undefined) return () => false;
    return (stat, text) => left.texts.get(path) === text && isUnchanged(stat, before, left.at);
  }

  /** For one making of a package: what it does not ask for this time is forgotten. */
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
