/** A log in memory that several stores share. */
import type { Log, LogSnapshot, Write } from '../../../../../templates/runtime/mock/types/log.js';

export class MemoryLog implements Log {
  /** All commits ever appended. */
  readonly commits: (readonly Write[])[] = [];
  snapshot: LogSnapshot | undefined;
  /** The error of each function until it is unset. */
  failure: Error | undefined;
  isLocked = false;

  latest(): number {
    this.#throwFailure();
    return this.commits.length;
  }

  read(after: number, limit: number): readonly (readonly Write[])[] | undefined {
    this.#throwFailure();
    if (after < (this.snapshot?.sequence ?? 0)) return undefined;
    return this.commits.slice(after, after + limit);
  }

  append(expected: number, writes: readonly Write[]): boolean {
    this.#throwFailure();
    if (expected !== this.commits.length) return false;
    // Other processes read text.
    this.commits.push(JSON.parse(JSON.stringify(writes)) as readonly Write[]);
    return true;
  }

  lock(): () => void {
    this.#throwFailure();
    this.isLocked = true;
    return () => {
      this.isLocked = false;
    };
  }

  readSnapshot(): LogSnapshot | undefined {
    return this.snapshot;
  }

  writeSnapshot(snapshot: LogSnapshot): void {
    this.#throwFailure();
    this.snapshot = snapshot;
  }

  #throwFailure(): void {
    if (this.failure) throw this.failure;
  }
}
