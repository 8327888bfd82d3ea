/** What stores have in common: the content as a tree, and its last versions. */
import type { Json } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { Entry, EntryChange, Range, Store, Transaction, Version } from './store.js';
import { TransactionQueue } from './transaction-queue.js';
import { compareTrees, countEntries, findKeyAt } from './tree-walk.js';
import { createEmptyTree, listEntries, get, put, remove, type Node, type Owner } from './tree.js';

export interface TreeVersion extends Version {
  readonly root: Node;
}

export class TreeTransaction implements Transaction {
  root: Node;
  writeCount = 0;
  readonly #start: Node;
  readonly #owner: Owner = {};

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
    this.writeCount += 1;
    this.root = put(this.root, { owner: this.#owner, key, value });
  }

  delete(key: string): void {
    this.writeCount += 1;
    this.root = remove(this.root, this.#owner, key);
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
  }
}

export abstract class TreeStore implements Store {
  protected readonly queue: TransactionQueue = new TransactionQueue();
  #version: TreeVersion = { sequence: 0, root: createEmptyTree() };
  readonly #history: number;
  /** The last versions by sequence number. */
  readonly #versions = new Map<number, TreeVersion>();

  /** `history`: the number of versions to keep, including the current one. */
  constructor(history = 1) {
    this.#history = history;
  }

  abstract catchUp(): MaybePromise<void>;
  abstract transaction<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T>;

  get version(): TreeVersion {
    return this.#version;
  }

  get oldestSequence(): number {
    return this.#version.sequence - Math.max(0, this.#versions.size - 1);
  }

  findVersion(sequence: number): Version | undefined {
    return this.#versions.get(sequence);
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

  /** Adds the next version. */
  protected addVersion(root: Node): void {
    const sequence = this.#version.sequence + 1;
    this.#version = { sequence, root };
    this.#versions.set(sequence, this.#version);
    this.#versions.delete(sequence - this.#history);
  }

  /** Continues with a version that isn't the next one. */
  protected replaceVersions(version: TreeVersion): void {
    this.#version = version;
    this.#versions.clear();
    this.#versions.set(version.sequence, version);
  }
}
