/** What stores have in common: the content as a tree, and its last versions. */
import type { Json } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { Write } from '../types/store.js';
import type { MockSnapshot } from '../types/versions.js';
import { HeldVersion, type TreeVersion } from './held-version.js';
import type { Entry, EntryChange, Range, Store, Transaction, TransactionOptions, Version } from './store.js';
import { TransactionQueue } from './transaction-queue.js';
import { compareTrees, countEntries, findKeyAt } from './tree-walk.js';
import { createEmptyTree, listEntries, get, put, remove, type Node, type Owner } from './tree.js';

/** After more writes, the nodes of the earlier content take about as much memory as the writes that lead back to it. */
const maxUndoWrites = 64;

export class TreeTransaction implements Transaction {
  root: Node;
  writeCount = 0;
  readonly #start: Node;
  #owner: Owner = {};
  #undo: Write[] | undefined = [];

  constructor(root: Node) {
    this.root = root;
    this.#start = root;
  }

  get isChanged(): boolean {
    return this.root !== this.#start;
  }

  get(key: string): Json | undefined {
    return get(this.root, key);
  }

  put(key: string, value: Json): void {
    this.#beginWrite(key);
    this.root = put(this.root, { owner: this.#owner, key, value });
  }

  delete(key: string): void {
    this.#beginWrite(key);
    this.root = remove(this.root, this.#owner, key);
  }

  apply(writes: readonly Write[]): void {
    for (const [key, value] of writes) {
      if (value === undefined) this.delete(key);
      else this.put(key, value);
    }
  }

  #beginWrite(key: string): void {
    this.writeCount += 1;
    if (this.writeCount > maxUndoWrites) this.#undo = undefined;
    if (!this.#undo) return;
    const value = this.get(key);
    this.#undo.push(value === undefined ? [key] : [key, value]);
  }

  /** The writes that lead back to the content at the start, in this order. Absent if it shares little with the content at the end. */
  get undo(): readonly Write[] | undefined {
    return this.#undo && [...this.#undo].reverse();
  }

  range(range: Range): readonly Entry[] {
    const { offset = 0 } = range;
    if (offset === 0) return listEntries(this.root, range);
    const from = findKeyAt(this.root, range, offset);
    return from === undefined ? [] : listEntries(this.root, { ...range, from });
  }

  count(range: Pick<Range, 'from' | 'to'>): number {
    return countEntries(this.root, range);
  }

  restore(version: Version): void {
    this.writeCount += 1;
    // A copy, so that restoring the current version is a change, too.
    this.root = { ...(version as TreeVersion).root };
    this.#undo = undefined;
  }

  createSavepoint(): () => void {
    const { root, writeCount } = this;
    const undo = this.#undo && [...this.#undo];
    // Later writes copy the nodes of the savepoint.
    this.#owner = {};
    return () => {
      this.root = root;
      this.writeCount = writeCount;
      this.#undo = undo;
    };
  }
}

export abstract class TreeStore implements Store {
  protected readonly queue: TransactionQueue = new TransactionQueue();
  protected readonly session: string | undefined;
  #version: HeldVersion;
  readonly #history: number;
  /** The last versions by sequence number. */
  readonly #versions = new Map<number, HeldVersion>();

  /** `history`: the number of versions to keep, including the current one. `session`: the session whose log contains the versions. */
  constructor(history = 1, session?: string) {
    this.#history = history;
    this.session = session;
    this.#version = new HeldVersion({ sequence: 0, root: createEmptyTree(), session });
  }

  abstract catchUp(): MaybePromise<void>;
  abstract transaction<T>(work: (transaction: Transaction) => MaybePromise<T>, options?: TransactionOptions): MaybePromise<T>;
  abstract loadVersion(sequence: number): MaybePromise<Version | undefined>;
  abstract listSnapshots(): MaybePromise<readonly MockSnapshot[]>;
  abstract createSnapshot(snapshot: MockSnapshot, limit: number): MaybePromise<'created' | 'exists' | 'full' | 'notKept'>;
  abstract deleteSnapshot(name: string): MaybePromise<boolean>;
  abstract discardHistory(): MaybePromise<void>;

  get version(): TreeVersion {
    return this.#version;
  }

  /** Returns the sequence number from which on all versions are in memory. */
  findOldestSequence(): MaybePromise<number> {
    return this.#version.sequence - Math.max(0, this.#versions.size - 1);
  }

  /** The sequence number of the oldest version that should be kept. */
  protected get firstKeptSequence(): number {
    return this.#version.sequence - this.#history + 1;
  }

  /** Returns a version that is in memory. */
  protected findVersion(sequence: number): TreeVersion | undefined {
    return this.#versions.get(sequence);
  }

  get heldVersions(): readonly Version[] {
    return [...this.#versions.values()];
  }

  compare(before: Version, after: Version, range: Range): readonly EntryChange[] {
    return [...compareTrees((before as TreeVersion).root, (after as TreeVersion).root, range)];
  }

  open(version: Version): Transaction {
    return new TreeTransaction((version as TreeVersion).root);
  }

  get(key: string): Json | undefined {
    return get(this.#version.root, key);
  }

  /** Adds the next version, the content at the end of the transaction. */
  protected addVersion({ root, undo }: TreeTransaction): void {
    const { sequence, session } = this.#version;
    const next = new HeldVersion({ sequence: sequence + 1, root, session });
    this.#version.setNext(next, undo);
    this.#version = next;
    this.#versions.set(next.sequence, next);
    this.#versions.delete(this.firstKeptSequence - 1);
  }

  /** Continues with a version that isn't the next one. */
  protected replaceVersions(version: TreeVersion): void {
    this.#version = new HeldVersion(version);
    this.#versions.clear();
    this.#versions.set(version.sequence, this.#version);
  }
}
