/** An in-memory store, whose root each transaction replaces. */
import type { Json } from '../lib/json.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { Entry, Range, Store, Transaction, Version } from './store.js';
import { createEmptyTree, listEntries, get, put, remove, type Node, type Owner } from './tree.js';

interface MemoryVersion extends Version {
  readonly root: Node;
}

class MemoryTransaction implements Transaction {
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
    this.root = { ...(version as MemoryVersion).root };
  }
}

export class MemoryStore implements Store {
  #version: MemoryVersion = { sequence: 0, root: createEmptyTree() };
  readonly #history: number;
  /** The last versions by sequence number. */
  readonly #versions = new Map<number, MemoryVersion>();
  /** The last transaction in progress. */
  #last: Promise<unknown> | undefined;

  /** `history`: the number of versions to keep, including the current one. */
  constructor(history = 1) {
    this.#history = history;
  }

  get version(): Version {
    return this.#version;
  }

  get oldestSequence(): number {
    return this.#version.sequence - Math.max(0, this.#versions.size - 1);
  }

  findVersion(sequence: number): Version | undefined {
    return this.#versions.get(sequence);
  }

  get(key: string): Json | undefined {
    return get(this.#version.root, key);
  }

  transaction<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
    const result = continueWith(this.#last, () => this.#run(work));
    if (result instanceof Promise) this.#trackCompletion(result);
    return result;
  }

  /** Delays later transactions until this one ends. */
  #trackCompletion(result: Promise<unknown>): void {
    const release = (): void => {
      if (this.#last === completion) this.#last = undefined;
    };
    const completion = result.then(release, release);
    this.#last = completion;
  }

  #run<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
    const { sequence, root } = this.#version;
    const transaction = new MemoryTransaction(root);
    return continueWith(work(transaction), (result) => {
      if (transaction.root !== root) this.#commit({ sequence: sequence + 1, root: transaction.root });
      return result;
    });
  }

  #commit(version: MemoryVersion): void {
    this.#version = version;
    this.#versions.set(version.sequence, version);
    this.#versions.delete(version.sequence - this.#history);
  }
}
