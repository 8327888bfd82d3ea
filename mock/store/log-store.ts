/**
 * A store whose transactions are the commits of a log that other processes can append to. Each process has the whole content as a tree. A
 * transaction runs against the tree, and appends its writes to the log as the next commit. If another process has appended that commit, the
 * store applies what it missed and runs the transaction again. A transaction first waits until the tree contains all commits of the log, so
 * it reads what any process has written before.
 */
import { attempt, continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { MemoryBudget } from '../lib/memory-budget.js';
import type { Commit, Log, VersionReference } from '../types/store.js';
import type { MockSnapshot } from '../types/versions.js';
import { callLog, createUnavailableError } from './call-log.js';
import { LoggedTransaction } from './logged-transaction.js';
import type { Transaction, TransactionOptions, Version } from './store.js';
import { TransactionQueue } from './transaction-queue.js';
import type { TreeVersion } from './held-version.js';
import { allKeys, applyWrites, createEmptyTree, listEntries } from './tree.js';
import { TreeStore, TreeTransaction } from './tree-store.js';

/** The number of attempts before a transaction takes the lock, so that it ends. */
const maxAttempts = 4;
/** The number of commits to read at a time. */
const pageSize = 1000;
/** The minimum number of writes between two checkpoints. */
const minWritesPerCheckpoint = 2000;
/** The maximum number of checkpoints that the log keeps for its last versions. Limits its size if the versions differ much. */
const maxCheckpoints = 4;
/** The maximum number of earlier versions to keep in memory after they were read from the log. */
const maxLoadedVersions = 4;

/** The session of a log among the others of its store. */
export interface LogContext {
  readonly session: string;
  /** Loads the version of another session to which a commit refers. */
  readonly loadOrigin: (origin: VersionReference) => Promise<Version | undefined>;
  /** What the earlier versions of all stores may take in memory. Default: unlimited. */
  readonly budget?: MemoryBudget | undefined;
}

export class LogStore extends TreeStore {
  readonly #log: Log;
  readonly #context: LogContext | undefined;
  /** Applies the commits of other processes one after another, also during a transaction. */
  readonly #reads = new TransactionQueue();
  /** The next of these reads, until it begins. */
  #nextRead: MaybePromise<void> = undefined;
  /** Versions that were read from the log, by sequence number, least recently used first. */
  readonly #loadedVersions = new Map<number, Promise<TreeVersion | undefined>>();
  #writesSinceCheckpoint = 0;
  #checkpointSize = 0;
  #isCompacting = false;

  /** `history`: the number of versions to keep, including the current one. `context`: needed for forks. */
  constructor(log: Log, history?: number, context?: LogContext) {
    super(history, { session: context?.session, budget: context?.budget });
    this.#log = log;
    this.#context = context;
  }

  /**
   * Applies the commits of other processes. Calls share a read of the log only if it begins after them. Returns synchronously if there are
   * none and the log does. Throws or rejects with 503.
   */
  override catchUp(): MaybePromise<void> {
    if (this.#nextRead) return this.#nextRead;
    let hasBegun = false;
    const result = this.#reads.run(() => {
      hasBegun = true;
      this.#nextRead = undefined;
      const latest = callLog(() => this.#log.latest());
      return continueWith(latest, (sequence) => (sequence > this.version.sequence ? this.#readUntil(sequence) : undefined));
    });
    if (!hasBegun) this.#nextRead = result;
    return result;
  }

  /** `work` runs again if another process commits in the meantime. Rejects with 503 `backendError` if the log is not available. */
  override transaction<T>(
    work: (transaction: Transaction) => MaybePromise<T>,
    { isCurrent = false }: TransactionOptions = {},
  ): MaybePromise<T> {
    const options: CommitOptions = { attempts: maxAttempts, canRefer: true };
    return this.queue.run(() => (isCurrent ? this.#commitCurrent(work, options) : this.#commit(work, options)));
  }

  override async loadVersion(sequence: number): Promise<TreeVersion | undefined> {
    return this.findVersion(sequence) ?? this.#loadVersion(sequence);
  }

  override async findOldestSequence(): Promise<number> {
    const kept = await callLog(() => this.#log.oldest());
    return Math.min(Math.max(1, kept), await super.findOldestSequence());
  }

  override async listSnapshots(): Promise<readonly MockSnapshot[]> {
    return callLog(() => this.#log.listSnapshots());
  }

  override async createSnapshot(snapshot: MockSnapshot, limit: number): Promise<'created' | 'exists' | 'full' | 'notKept'> {
    return callLog(() => this.#log.createSnapshot(snapshot, limit));
  }

  override async deleteSnapshot(name: string): Promise<boolean> {
    return callLog(() => this.#log.deleteSnapshot(name));
  }

  override discardHistory(): Promise<void> {
    return this.compact(1);
  }

  /** Writes a checkpoint, so that the log can delete commits. `checkpoints`: the maximum number to keep. */
  async compact(checkpoints: number = maxCheckpoints): Promise<void> {
    const { sequence, root } = this.version;
    const entries = listEntries(root, allKeys);
    this.#writesSinceCheckpoint = 0;
    this.#checkpointSize = entries.length;
    await callLog(() => this.#log.writeCheckpoint({ sequence, entries }, { from: this.firstKeptSequence, checkpoints }));
  }

  #commit<T>(work: (transaction: Transaction) => MaybePromise<T>, options: CommitOptions): MaybePromise<T> {
    return continueWith(this.catchUp(), () => this.#commitCurrent(work, options));
  }

  #commitCurrent<T>(work: (transaction: Transaction) => MaybePromise<T>, options: CommitOptions): MaybePromise<T> {
    const transaction = new LoggedTransaction(this.version, options.canRefer);
    return continueWith(work(transaction), (result) =>
      continueWith(this.#append(transaction), (outcome) => {
        if (outcome === 'appended') return result;
        if (outcome === 'notKept') return this.#commit(work, { ...options, canRefer: false });
        return options.attempts > 1
          ? this.#commit(work, { ...options, attempts: options.attempts - 1 })
          : this.#commitUnderLock(work, options);
      }),
    );
  }

  async #commitUnderLock<T>(work: (transaction: Transaction) => MaybePromise<T>, options: CommitOptions): Promise<T> {
    const unlock = await callLog(() => this.#log.lock());
    try {
      return await this.#commit(work, { ...options, attempts: Infinity });
    } finally {
      // The commit is valid even if the lock can't be released.
      await attempt(unlock, () => undefined);
    }
  }

  #append(transaction: LoggedTransaction): MaybePromise<'appended' | 'conflict' | 'notKept'> {
    const { base, commit } = transaction;
    if (!transaction.isChanged) return 'appended';
    const appended = callLog(() => this.#log.append(base.sequence, commit));
    return continueWith(appended, (outcome) => {
      if (outcome !== 'appended') return outcome;
      // A request that caught up in the meantime may have applied the commit.
      if (this.version === base) this.#advance(transaction, commit);
      if (this.#isCheckpointDue) this.#compactInBackground();
      return outcome;
    });
  }

  async #readUntil(sequence: number): Promise<void> {
    // The newest checkpoint is shorter than the commits before it.
    if (this.version.sequence === 0) await this.#continueFromCheckpoint();
    while (this.version.sequence < sequence) {
      const base = this.version;
      const commits = await callLog(() => this.#log.read(base.sequence, pageSize));
      // Otherwise, a transaction of this process has ended in the meantime.
      if (this.version !== base) continue;
      if (commits.length === 0 && !(await this.#continueFromCheckpoint()))
        throw createUnavailableError(`the commit ${base.sequence + 1} is missing`);
      for (const commit of commits) if (!(await this.#readCommit(commit))) break;
    }
  }

  /** Returns false if a transaction of this process has ended in the meantime. */
  async #readCommit(commit: Commit): Promise<boolean> {
    const base = this.version;
    // Reading a commit takes no other turn of the event loop, unless it is the first one of a fork.
    const origin = commit.origin && (await this.#loadOrigin(commit.origin));
    if (this.version !== base) return false;
    const transaction = new TreeTransaction(base.root);
    if (origin) transaction.restore(origin);
    transaction.apply(commit.writes);
    this.#advance(transaction, commit);
    // The process that appended the commit writes the checkpoint.
    if (this.#isCheckpointDue) this.#writesSinceCheckpoint = 0;
    return true;
  }

  #advance(transaction: TreeTransaction, { origin, writes }: Commit): void {
    this.addVersion(transaction);
    if (origin) this.#writesSinceCheckpoint = 0;
    this.#writesSinceCheckpoint += writes.length;
  }

  /** Returns false if the log has no newer checkpoint than the current version. */
  async #continueFromCheckpoint(): Promise<boolean> {
    const base = this.version;
    const version = await this.#readCheckpoint();
    if (this.version !== base) return true;
    if (version.sequence <= base.sequence) return false;
    this.replaceVersions(version);
    this.#writesSinceCheckpoint = 0;
    return true;
  }

  /** Returns the version of the newest checkpoint, at most `at`, or the empty one. */
  async #readCheckpoint(at?: number): Promise<TreeVersion> {
    const { sequence = 0, entries = [] } = (await callLog(() => this.#log.readCheckpoint(at))) ?? {};
    this.#checkpointSize = Math.max(this.#checkpointSize, entries.length);
    return { sequence, root: applyWrites(createEmptyTree(), entries), session: this.session };
  }

  #loadVersion(sequence: number): Promise<TreeVersion | undefined> {
    const loading = this.#loadedVersions.get(sequence) ?? this.#readVersion(sequence);
    this.#loadedVersions.delete(sequence);
    this.#loadedVersions.set(sequence, loading);
    const [oldest] = this.#loadedVersions.keys();
    if (oldest !== undefined && this.#loadedVersions.size > maxLoadedVersions) this.#loadedVersions.delete(oldest);
    const forget = (): void => {
      if (this.#loadedVersions.get(sequence) === loading) this.#loadedVersions.delete(sequence);
    };
    void loading.then((version) => (version ? undefined : forget()), forget);
    return loading;
  }

  /** Returns a version that the log contains, or `undefined`. */
  async #readVersion(sequence: number): Promise<TreeVersion | undefined> {
    if (sequence < 1 || sequence > (await callLog(() => this.#log.latest()))) return undefined;
    let version = await this.#readCheckpoint(sequence);
    while (version.sequence < sequence) {
      const after = version.sequence;
      const commits = await callLog(() => this.#log.read(after, Math.min(pageSize, sequence - after)));
      if (commits.length === 0) return undefined;
      let { root } = version;
      for (const { origin, writes } of commits) root = applyWrites(origin ? (await this.#loadOrigin(origin)).root : root, writes);
      version = { ...version, sequence: after + commits.length, root };
    }
    return version;
  }

  async #loadOrigin(origin: VersionReference): Promise<TreeVersion> {
    const version = (await this.#context?.loadOrigin(origin)) as TreeVersion | undefined;
    if (version) return version;
    throw createUnavailableError(`the version ${origin.sequence} of the session '${origin.session}' is missing`);
  }

  /** Whether the commits have become longer than the content. */
  get #isCheckpointDue(): boolean {
    return this.#writesSinceCheckpoint >= Math.max(minWritesPerCheckpoint, this.#checkpointSize);
  }

  #compactInBackground(): void {
    if (this.#isCompacting) return;
    this.#isCompacting = true;
    const finish = (): void => {
      this.#isCompacting = false;
    };
    // The commits remain if it fails, and a later checkpoint replaces them.
    void this.compact().then(finish, finish);
  }
}

interface CommitOptions {
  readonly attempts: number;
  /** Whether the commit can refer to a version of another log, which otherwise doesn't keep it. */
  readonly canRefer: boolean;
}
