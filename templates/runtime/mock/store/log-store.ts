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
import { MemoryStore, MemoryTransaction } from './memory-store.js';
import type { Entry, Store, Transaction } from './store.js';
import { TransactionQueue } from './transaction-queue.js';
import { createEmptyTree, listEntries, put, remove, type Node } from './tree.js';

/** The number of attempts before a transaction takes the lock, so that it ends. */
const maxAttempts = 4;
/** The number of commits to read at a time. */
const pageSize = 1000;
/** The minimum number of writes between two snapshots. */
const minWritesPerSnapshot = 2000;

const allKeys = { from: '', to: '\uffff' };

/** Collects the writes for the log. */
class LoggedTransaction extends MemoryTransaction {
  readonly #writes = new Map<string, Write>();

  override put(key: string, value: Json): void {
    super.put(key, value);
    this.#writes.set(key, [key, value]);
  }

  override delete(key: string): void {
    super.delete(key);
    this.#writes.set(key, [key]);
  }

  get writes(): readonly Write[] {
    return [...this.#writes.values()];
  }
}

export class LogStore implements Store {
  readonly #log: Log;
  readonly #queue = new TransactionQueue();
  #root: Node = createEmptyTree();
  /** The number of the last commit in the tree. */
  #sequence = 0;
  #writesSinceSnapshot = 0;
  #snapshotSize = 0;
  #isCompacting = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Opens the store of a log. A new log begins with the content of `initial`. */
  static async open(log: Log, initial: Store): Promise<LogStore> {
    const store = new LogStore(log);
    const entries = await listAll(initial);
    await store.transaction((transaction) => {
      if (store.#sequence === 0) for (const [key, value] of entries) transaction.put(key, value);
    });
    return store;
  }

  /** `work` runs again if another process commits in the meantime. Rejects with 503 `backendError` if the log is not available. */
  transaction<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
    return this.#queue.run(() => this.#commit(work, maxAttempts));
  }

  /** Replaces the content with that of another store. */
  async replaceContent(source: Store): Promise<void> {
    const entries = await listAll(source);
    const keys = new Set(entries.map(([key]) => key));
    await this.transaction((transaction) => {
      for (const [key] of transaction.range(allKeys)) if (!keys.has(key)) transaction.delete(key);
      for (const [key, value] of entries) if (!isEqual(transaction.get(key), value)) transaction.put(key, value);
    });
  }

  fork(): Store {
    return new MemoryStore(this.#root);
  }

  #commit<T>(work: (transaction: Transaction) => MaybePromise<T>, attempts: number): MaybePromise<T> {
    return continueWith(this.#catchUp(), () => {
      const transaction = new LoggedTransaction(this.#root);
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
  #append({ root, writes }: LoggedTransaction): MaybePromise<boolean> {
    if (writes.length === 0) return true;
    const appended = reachLog(() => this.#log.append(this.#sequence, writes));
    return continueWith(appended, (isAppended) => {
      if (isAppended) {
        this.#advance(root, 1, writes.length);
        this.#compact();
      }
      return isAppended;
    });
  }

  /** Applies the commits of other processes. */
  #catchUp(): MaybePromise<void> {
    const latest = reachLog(() => this.#log.latest());
    return continueWith(latest, (sequence) => (sequence > this.#sequence ? this.#readUntil(sequence) : undefined));
  }

  async #readUntil(sequence: number): Promise<void> {
    while (this.#sequence < sequence) {
      const commits = await reachLog(() => this.#log.read(this.#sequence, pageSize));
      if (commits === undefined || commits.length === 0) await this.#loadSnapshot();
      else this.#applyCommits(commits);
    }
  }

  #applyCommits(commits: readonly (readonly Write[])[]): void {
    const owner = {};
    const writes = commits.flat();
    const root = writes.reduce(
      (node, [key, value]) => (value === undefined ? remove(node, owner, key) : put(node, { owner, key, value })),
      this.#root,
    );
    this.#advance(root, commits.length, writes.length);
  }

  #advance(root: Node, commits: number, writes: number): void {
    this.#root = root;
    this.#sequence += commits;
    this.#writesSinceSnapshot += writes;
  }

  async #loadSnapshot(): Promise<void> {
    const snapshot = await reachLog(() => this.#log.readSnapshot());
    if (snapshot === undefined || snapshot.sequence <= this.#sequence)
      throw createUnavailableError(`the commit ${this.#sequence + 1} is missing`);
    const owner = {};
    this.#root = snapshot.entries.reduce((node, [key, value]) => put(node, { owner, key, value }), createEmptyTree());
    this.#sequence = snapshot.sequence;
    this.#snapshotSize = snapshot.entries.length;
    this.#writesSinceSnapshot = 0;
  }

  /** Replaces the commits by a snapshot, in the background, when they have become longer than the content. */
  #compact(): void {
    if (this.#isCompacting || this.#writesSinceSnapshot < Math.max(minWritesPerSnapshot, this.#snapshotSize)) return;
    const entries = listEntries(this.#root, allKeys);
    this.#writesSinceSnapshot = 0;
    this.#snapshotSize = entries.length;
    this.#isCompacting = true;
    const finish = (): void => {
      this.#isCompacting = false;
    };
    // The commits remain if it fails, and a later snapshot replaces them.
    void continueWith(
      attempt(
        () => this.#log.writeSnapshot({ sequence: this.#sequence, entries }),
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

function listAll(store: Store): MaybePromise<readonly Entry[]> {
  return store.transaction((transaction) => transaction.range(allKeys));
}

function createUnavailableError(cause: string): HttpError {
  return new HttpError('backendError', {
    message: `The store of the mock is not available: ${cause}`,
    headers: { 'retry-after': '1' },
    rule: 'store',
  });
}
