/** Logs in memory that several mocks or stores share. */
import type { Checkpoint, Commit, Log, MockSnapshot, MockStore, Retention, StoreHeader, VersionReference } from '../../mock/index.js';

export class MemoryLog implements Log {
  /** All commits ever appended. */
  readonly commits: Commit[] = [];
  /** The numbers of the commits that the log contains. */
  readonly storedCommits = new Set<number>();
  /** Ordered by number. */
  checkpoints: readonly Checkpoint[] = [];
  snapshots: readonly MockSnapshot[] = [];
  /** The error of each function until it is unset. */
  failure: Error | undefined;
  isLocked = false;
  readonly #store: MemoryMockStore;
  readonly #session: string;
  #oldest = 0;

  constructor(store: MemoryMockStore = new MemoryMockStore(), session = 'default') {
    this.#store = store;
    this.#session = session;
    store.logs.set(session, this);
  }

  latest(): number {
    this.#throwFailure();
    return this.commits.length;
  }

  oldest(): number {
    this.#throwFailure();
    return this.#oldest;
  }

  read(after: number, limit: number): readonly Commit[] {
    this.#throwFailure();
    const commits = this.commits.slice(after, after + limit);
    const gap = commits.findIndex((_, index) => !this.storedCommits.has(after + 1 + index));
    return commits.slice(0, gap < 0 ? commits.length : gap);
  }

  append(expected: number, commit: Commit): 'appended' | 'conflict' | 'notKept' {
    this.#throwFailure();
    if (expected !== this.commits.length) return 'conflict';
    if (commit.origin && !this.#store.openLog(commit.origin.session).keeps(commit.origin.sequence)) return 'notKept';
    // Other processes read text.
    this.commits.push(JSON.parse(JSON.stringify(commit)) as Commit);
    this.storedCommits.add(this.commits.length);
    return 'appended';
  }

  lock(): () => void {
    this.#throwFailure();
    this.isLocked = true;
    return () => {
      this.isLocked = false;
    };
  }

  readCheckpoint(at = Infinity): Checkpoint | undefined {
    this.#throwFailure();
    return this.checkpoints.findLast(({ sequence }) => sequence <= at);
  }

  writeCheckpoint(checkpoint: Checkpoint, retention: Retention): void {
    this.#throwFailure();
    if ((this.readCheckpoint()?.sequence ?? 0) < checkpoint.sequence) this.checkpoints = [...this.checkpoints, checkpoint];
    const first = this.checkpoints.at(-retention.checkpoints);
    this.#oldest = Math.max(this.#oldest, this.readCheckpoint(retention.from)?.sequence ?? 0, first?.sequence ?? 0);
    const kept = this.#listKept();
    const findStart = (sequence: number): number => this.readCheckpoint(sequence)?.sequence ?? 0;
    for (const number of this.storedCommits) {
      const isNeeded = number > this.#oldest || kept.some((sequence) => findStart(sequence) < number && number <= sequence);
      if (!isNeeded) this.storedCommits.delete(number);
    }
    const starts = new Set(kept.map(findStart));
    this.checkpoints = this.checkpoints.filter(({ sequence }) => sequence >= this.#oldest || starts.has(sequence));
  }

  listSnapshots(): readonly MockSnapshot[] {
    this.#throwFailure();
    return this.snapshots;
  }

  createSnapshot(snapshot: MockSnapshot, limit: number): 'created' | 'exists' | 'full' | 'notKept' {
    this.#throwFailure();
    if (this.snapshots.some(({ name }) => name === snapshot.name)) return 'exists';
    if (this.snapshots.length >= limit) return 'full';
    if (!this.keeps(snapshot.sequence)) return 'notKept';
    this.snapshots = [...this.snapshots, snapshot];
    return 'created';
  }

  deleteSnapshot(name: string): boolean {
    this.#throwFailure();
    const { length } = this.snapshots;
    this.snapshots = this.snapshots.filter((snapshot) => snapshot.name !== name);
    return this.snapshots.length < length;
  }

  keeps(sequence: number): boolean {
    return sequence <= this.commits.length && (sequence >= this.#oldest || this.#listKept().includes(sequence));
  }

  /** Returns the versions to which snapshots and commits refer. */
  #listKept(): readonly number[] {
    const origins = [...this.#store.logs.values()].flatMap((log) => log.listOrigins());
    return [...this.snapshots, ...origins.filter(({ session }) => session === this.#session)].map(({ sequence }) => sequence);
  }

  listOrigins(): readonly VersionReference[] {
    return [...this.storedCommits].flatMap((number) => this.commits[number - 1]?.origin ?? []);
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
    return this.logs.get(session) ?? new MemoryLog(this, session);
  }

  listSessions(): readonly VersionReference[] {
    return [...this.logs].flatMap(([session, { commits }]) => (commits.length > 0 ? [{ session, sequence: commits.length }] : []));
  }

  async close(): Promise<void> {
    this.logs.clear();
  }
}
