/** Writes each warning once. */
export class WarningLog {
  readonly #write: (message: string) => void;
  readonly #written = new Set<string>();

  constructor(write: (message: string) => void) {
    this.#write = write;
  }

  /** Warns about each ignored name on its first use in a method. */
  reportIgnored(methodId: string, names: readonly string[]): void {
    for (const name of names) {
      const message = `${methodId}: the mock ignores ${name}`;
      if (this.#written.has(message)) continue;
      this.#written.add(message);
      this.#write(message);
    }
  }
}
