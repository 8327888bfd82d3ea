/** What stores have in common: the content as a tree, and its last versions. */
import { estimateReplaced } from '../lib/json-size.js';
import type { Json } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { MemoryBudget } from '../lib/memory-budget.js';
import type { Write } from '../types/store.js';
import type { MockSnapshot } from '../types/versions.js';
import { HeldVersion, type TreeVersion } from './held-version.js';
import type { Entry, EntryChange, Range, Store, Transaction, TransactionOptions, Version } from './store.js';
import { TransactionQueue } from './transaction-queue.js';
import { compareTrees, countEntries, findKeyAt } from './tree-walk.js';
import { allKeys, createEmptyTree, listEntries, get, put, remove, type Insertion, type Node, type Owner } from './tree.js';

/** After more writes, the nodes of the earlier content take about as much memory as the writes that lead back to it. */
const maxUndoWrites = 64;
/** About what a write that leads back takes without the value and the key, in bytes. */
const undoOverhead = 100;

export class TreeTransaction implements Transaction {
  root: Node;
  writeCount = 0;
  readonly #start: Node;
  #owner: Owner = {};
  #undo: Write[] | undefined = [];
  /** The size of the replaced and deleted values. */
  #replacedBytes = 0;
  #isRestored = false;

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
    const change: Insertion = { owner: this.#owner, key, value, replaced: undefined };
    this.root = put(this.root, change);
    this.#recordWrite(key, change.replaced, value);
  }

  delete(key: string): void {
    this.#recordWrite(key, this.get(key));
    this.root = remove(this.root, this.#owner, key);
  }

  apply(writes: readonly Write[]): void {
    for (const [key, value] of writes) {
      if (value === undefined) this.delete(key);
      else this.put(key, value);
    }
  }

  /** `before`: the value before the write. `next`: the value that replaces it. */
  #recordWrite(key: string, before: Json | undefined, next?: Json): void {
    this.writeCount += 1;
    if (this.writeCount > maxUndoWrites) this.#undo = undefined;
    if (before !== undefined) this.#replacedBytes += estimateReplaced(before, next);
    this.#undo?.push(before === undefined ? [key] : [key, before]);
  }

  /** About how many bytes the content at the start takes that the content at the end doesn't share. */
  measureReplaced(): number {
    if (this.#undo) return this.#undo.reduce((size, [key]) => size + undoOverhead + key.length, this.#replacedBytes);
    if (!this.#isRestored) return this.#replacedBytes;
    const changes = compareTrees(this.#start, this.root, allKeys);
    let size = 0;
    for (const [, before, after] of changes) if (before !== undefined) size += estimateReplaced(before, after);
    return size;
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
    this.#isRestored = true;
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

export interface TreeStoreOptions {
  /** The session whose log contains the versions. */
  readonly session?: string | undefined;
  /** What the earlier versions of all stores may take. Default: unlimited. */
  readonly budget?: MemoryBudget | undefined;
}

export abstract class TreeStore implements Store {
  protected readonly queue: TransactionQueue = new TransactionQueue();
  protected readonly session: string | undefined;
  #version: HeldVersion;
  readonly #history: number;
  /** The last versions by sequence number. */
  readonly #versions = new Map<number, HeldVersion>();
  /** About how many bytes the earlier versions take. */
  #size = 0;
  #budget: MemoryBudget | undefined;

  /** `history`: the number of versions to keep, including the current one. */
  constructor(history = 1, { session, budget }: TreeStoreOptions = {}) {
    this.#history = history;
    this.session = session;
    this.#budget = budget;
    budget?.add(this);
    this.#version = new HeldVersion({ sequence: 0, root: createEmptyTree(), session });
  }

  abstract catchUp(): MaybePromise<void>;
  abstract transaction<T>(work: (transaction: Transaction) => MaybePromise<T>, options?: TransactionOptions): MaybePromise<T>;
  abstract loadVersion(sequence: number): Promise<Version | undefined>;
  abstract listSnapshots(): Promise<readonly MockSnapshot[]>;
  abstract createSnapshot(snapshot: MockSnapshot, limit: number): Promise<'created' | 'exists' | 'full' | 'notKept'>;
  abstract deleteSnapshot(name: string): Promise<boolean>;
  abstract discardHistory(): Promise<void>;

  get version(): TreeVersion {
    return this.#version;
  }

  /** Returns the sequence number from which on all versions are in memory. */
  async findOldestSequence(): Promise<number> {
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
  protected addVersion(transaction: TreeTransaction): void {
    const previous = this.#version;
    const { sequence, session } = previous;
    const next = new HeldVersion({ sequence: sequence + 1, root: transaction.root, session });
    previous.setNext(next, transaction.undo);
    this.#version = next;
    this.#versions.set(next.sequence, next);
    this.#dropVersion(this.firstKeptSequence - 1);
    if (!this.#budget || !this.#versions.has(sequence)) return;
    previous.size = transaction.measureReplaced();
    this.#size += previous.size;
    this.#budget.reserve(previous.size);
  }

  get size(): number {
    return this.#size;
  }

  shrink(bytes: number): void {
    const target = this.#size - Math.min(bytes, this.#size / 2);
    for (const sequence of this.#versions.keys()) {
      if (this.#size <= target || sequence === this.#version.sequence) return;
      this.#dropVersion(sequence);
    }
  }

  #dropVersion(sequence: number): void {
    const size = this.#versions.get(sequence)?.size ?? 0;
    this.#versions.delete(sequence);
    this.#size -= size;
    this.#budget?.release(size);
  }

  /** Releases the bytes of the versions when the session is deleted. A request in progress may still use the store. */
  close(): void {
    this.#budget?.release(this.#size);
    this.#budget?.remove(this);
    this.#budget = undefined;
    this.#size = 0;
  }

  /** Continues with a version that isn't the next one. */
  protected replaceVersions(version: TreeVersion): void {
    for (const sequence of this.#versions.keys()) this.#dropVersion(sequence);
    this.#version = new HeldVersion(version);
    this.#versions.set(version.sequence, this.#version);
  }
}
