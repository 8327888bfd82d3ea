/** An in-memory store, whose root each transaction replaces. */
import type { Json } from '../lib/json.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { Entry, Range, Store, Transaction } from './store.js';
import { TransactionQueue } from './transaction-queue.js';
import { createEmptyTree, listEntries, get, put, remove, type Node, type Owner } from './tree.js';

export class MemoryTransaction implements Transaction {
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
}

export class MemoryStore implements Store {
  #root: Node;
  readonly #queue = new TransactionQueue();

  constructor(root: Node = createEmptyTree()) {
    this.#root = root;
  }

  transaction<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
    return this.#queue.run(() => this.#run(work));
  }

  #run<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
    const transaction = new MemoryTransaction(this.#root);
    return continueWith(work(transaction), (result) => {
      this.#root = transaction.root;
      return result;
    });
  }

  fork(): Store {
    return new MemoryStore(this.#root);
  }
}
