/**
 * A store whose transactions are the commits of a log that other processes can append to. Each process has the whole content as a tree. A
 * transaction runs against the tree, and appends its writes to the log as the next commit. If another process has appended that commit, the
 * store applies what it missed and runs the transaction again. A transaction first waits until the tree contains all commits of the log, so
 * it reads what any process has written before.
 */
import { HttpError } from '../lib/http-error.js';
import { isEqual, type Json } from '../lib/json.js';
import { attempt, continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { Log, Write } from '../types/log.js';
import type { Transaction, Version } from './store.js';
import { TransactionQueue } from './transaction-queue.js';
import { createEmptyTree, listEntries, get, put, remove, type Node } from './tree.js';
import { TreeStore, TreeTransaction, type TreeVersion } from './tree-store.js';

/** The number of attempts before a transaction takes the lock, so that it ends. */
const maxAttempts = 4;
/** The number of commits to read at a time. */
const pageSize = 1000;
/** The minimum number of writes between two snapshots. */
const minWritesPerSnapshot = 2000;

const allKeys = { from: '', to: '\uffff' };

/** Collects the writes for the log. */
class LoggedTransaction extends TreeTransaction {
  readonly base: TreeVersion;
  readonly #writes = new Map<string, Write>();

  constructor(base: TreeVersion) {
    super(base.root);
    this.base = base;
  }

  override put(key: string, value: Json): void {
    super.put(key, value);
    this.#writes.set(key, [key, value]);
  }

  override delete(key: string): void {
    super.delete(key);
    this.#writes.set(key, [key]);
  }

  /** Writes the differences alone. Takes time in proportion to the content. */
  override restore(version: Version): void {
    const before = this.root;
    super.restore(version);
    for (const [key] of listEntries(before, allKeys)) if (get(this.root, key) === undefined) this.#writes.set(key, [key]);
    for (const [key, value] of listEntries(this.root, allKeys)) if (!isEqual(get(before, key), value)) this.#writes.set(key, [key, value]);
  }

  get writes(): readonly Write[] {
    return [...this.#writes.values()];
  }
}

export class LogStore extends TreeStore {
  readonly #log: Log;
  /** Applies the commits of other processes one after another, also during a transaction. */
  readonly #reads = new TransactionQueue();
  #writesSinceSnapshot = 0;
  #snapshotSize = 0;
  #isCompacting = false;

  /** `history`: the number of versions to keep, including the current one. */
  constructor(log: Log, history?: number) {
    super(history);
    this.#log = log;
  }

  /** Applies the commits of other processes. Returns synchronously if there are none and the log does. Throws or rejects with 503. */
  override catchUp(): MaybePromise<void> {
    return this.#reads.run(() => {
      const latest = reachLog(() => this.#log.latest());
      return continueWith(latest, (sequence) => (sequence > this.version.sequence ? this.#readUntil(sequence) : undefined));
    });
  }

  /** `work` runs again if another process commits in the meantime. Rejects with 503 `backendError` if the log is not available. */
  override transaction<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
    return this.queue.run(() => this.#commit(work, maxAttempts));
  }

  #commit<T>(work: (transaction: Transaction) => MaybePromise<T>, attempts: number): MaybePromise<T> {
    return continueWith(this.catchUp(), () => {
      const transaction = new LoggedTransaction(this.version);
      return continueWith(work(transaction), (result) =>
        continueWith(this.#append(transaction), (isAppended) => {
          if (isAppended) return result;
          return attempts > 1 ? this.#commit(work, attempts - 1) : this.#commitUnderLock(work);
        }),
      );
    });
  }

  async #commitUnderLock<T>(work: (transaction: Transaction) => MaybePromise<T>): Promise<T> {
    const unlock = await reachLog(() => this.#log.lock());
    try {
      return await this.#commit(work, Infinity);
    } finally {
      // The commit is valid even if the lock can't be released.
      await attempt(unlock, () => undefined);
    }
  }

  /** Returns false on a conflict. */
  #append({ base, root, writes, isChanged }: LoggedTransaction): MaybePromise<boolean> {
    if (!isChanged) return true;
    const appended = reachLog(() => this.#log.append(base.sequence, writes));
    return continueWith(appended, (isAppended) => {
      // A request that caught up in the meantime may have applied the commit.
      if (isAppended && this.version === base) this.#advance(root, writes.length);
      if (isAppended) this.#compact();
      return isAppended;
    });
  }

  async #readUntil(sequence: number): Promise<void> {
    while (this.version.sequence < sequence) {
      const base = this.version;
      const commits = await reachLog(() => this.#log.read(base.sequence, pageSize));
      // Otherwise, a transaction of this process has ended in the meantime.
      if (this.version !== base) continue;
      if (commits === undefined || commits.length === 0) await this.#loadSnapshot(base);
      else for (const writes of commits) this.#applyCommit(writes);
    }
  }

  #applyCommit(writes: readonly Write[]): void {
    const owner = {};
    const root = writes.reduce(
      (node, [key, value]) => (value === undefined ? remove(node, owner, key) : put(node, { owner, key, value })),
      this.version.root,
    );
    this.#advance(root, writes.length);
  }

  #advance(root: Node, writes: number): void {
    this.addVersion(root);
    this.#writesSinceSnapshot += writes;
  }

  async #loadSnapshot(base: TreeVersion): Promise<void> {
    const snapshot = await reachLog(() => this.#log.readSnapshot());
    if (this.version !== base) return;
    if (snapshot === undefined || snapshot.sequence <= base.sequence)
      throw createUnavailableError(`the commit ${base.sequence + 1} is missing`);
    const owner = {};
    const root = snapshot.entries.reduce((node, [key, value]) => put(node, { owner, key, value }), createEmptyTree());
    this.replaceVersions({ sequence: snapshot.sequence, root });
    this.#snapshotSize = snapshot.entries.length;
    this.#writesSinceSnapshot = 0;
  }

  /** Replaces the commits by a snapshot, in the background, when they have become longer than the content. */
  #compact(): void {
    if (this.#isCompacting || this.#writesSinceSnapshot < Math.max(minWritesPerSnapshot, this.#snapshotSize)) return;
    const { sequence, root } = this.version;
    const entries = listEntries(root, allKeys);
    this.#writesSinceSnapshot = 0;
    this.#snapshotSize = entries.length;
    this.#isCompacting = true;
    const finish = (): void => {
      this.#isCompacting = false;
    };
    // The commits remain if it fails, and a later snapshot replaces them.
    void continueWith(
      attempt(
        () => this.#log.writeSnapshot({ sequence, entries }),
        () => undefined,
      ),
      finish,
    );
  }
}

/** Runs an operation of a log. Throws or rejects with 503 if it fails. */
export function reachLog<T>(operation: () => MaybePromise<T>): MaybePromise<T> {
  return attempt(operation, (error) => {
    throw createUnavailableError(error instanceof Error ? error.message : String(error));
  });
}

function createUnavailableError(cause: string): HttpError {
  return new HttpError('backendError', {
    message: `The store of the mock is not available: ${cause}`,
    headers: { 'retry-after': '1' },
    rule: 'store',
  });
}
