/** Caches build results in a process that generates repeatedly. Correctness doesn't depend on it. */
/** Returns the cached value of a key, or creates it. */
export type Memoize = <T>(key: string, create: () => T) => T;

export class BuildMemory {
  readonly #packages = new Map<string, Map<string, unknown>>();

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
