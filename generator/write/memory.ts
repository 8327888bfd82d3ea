/** What was made of which text, kept by a process that runs again and again. Nothing depends on it. */

/** The value that was made for the key before, or a new one. */
export type Recall = <T>(key: string, make: () => T) => T;

export class Memory {
  readonly #packages = new Map<string, Map<string, unknown>>();

  /** For one making of a package: what it does not ask for this time is forgotten. */
  begin(folder: string): Recall {
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
