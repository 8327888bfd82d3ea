/** Logs in memory that several mocks or stores share. */
import type { Log, LogSnapshot, MockStore, StoreHeader, Write } from '../../templates/runtime/mock/types/log.js';

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

export class MemoryMockStore implements MockStore {
  readonly logs = new Map<string, MemoryLog>();
  header: StoreHeader | undefined;

  initialize(header: StoreHeader): StoreHeader {
    return (this.header ??= header);
  }

  openLog(session: string): MemoryLog {
    const log = this.logs.get(session) ?? new MemoryLog();
    this.logs.set(session, log);
    return log;
  }

  async close(): Promise<void> {
    this.logs.clear();
  }
}
