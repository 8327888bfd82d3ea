/** What stores have in common: the content as a tree, and its last versions. */
import type { Json } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { MockSnapshot } from '../types/versions.js';
import type { Entry, Range, Store, Transaction, TransactionOptions, Version } from './store.js';
import { TransactionQueue } from './transaction-queue.js';
import { createEmptyTree, listEntries, get, put, remove, type Node, type Owner } from './tree.js';

export interface TreeVersion extends Version {
  readonly root: Node;
}

export class TreeTransaction implements Transaction {
  root: Node;
  readonly #owner: Owner = {};

  constructor(root: Node) {
    this.root = root;
  }

  get(key: string): Json | undefined {
    return get(this.root, key);
  }

  put(key: string, value: Json): void {
    this.root = put(this.root, { owner: this.#owner, key, value });
  }

  delete(key: string): void {
    this.root = remove(this.root, this.#owner, key);
  }

  range(range: Range): readonly Entry[] {
    return listEntries(this.root, range);
  }

  restore(version: Version): void {
    // A copy, so that restoring the current version is a change, too.
    this.root = { ...(version as TreeVersion).root };
  }
}

export abstract class TreeStore implements Store {
  protected readonly queue: TransactionQueue = new TransactionQueue();
  protected readonly session: string | undefined;
  #version: TreeVersion;
  readonly #history: number;
  /** The last versions by sequence number. */
  readonly #versions = new Map<number, TreeVersion>();

  /** `history`: the number of versions to keep, including the current one. `session`: the session whose log contains the versions. */
  constructor(history = 1, session?: string) {
    this.#history = history;
    this.session = session;
    this.#version = { sequence: 0, root: createEmptyTree(), session };
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

  get(key: string): Json | undefined {
    return get(this.#version.root, key);
  }

  /** Adds the next version. */
  protected addVersion(root: Node): void {
    this.#version = { ...this.#version, sequence: this.#version.sequence + 1, root };
    this.#versions.set(this.#version.sequence, this.#version);
    this.#versions.delete(this.firstKeptSequence - 1);
  }

  /** Continues with a version that isn't the next one. */
  protected replaceVersions(version: TreeVersion): void {
    this.#version = version;
    this.#versions.clear();
    this.#versions.set(version.sequence, version);
  }
}
