/** A store in memory: a root that each transaction replaces. */
import type { Json } from '../types.js';
import type { Entry, Range, Store, Transaction } from './store.js';
import { emptyTree, entries, get, put, remove, type Node, type Owner } from './tree.js';

class MemoryTransaction implements Transaction {
  root: Node;
  readonly #owner: Owner = {};

  constructor(root: Node) {
    this.root = root;
  }

  async get(key: string): Promise<Json | undefined> {
    return get(this.root, key);
  }

  async put(key: string, value: Json): Promise<void> {
    this.root = put(this.root, { owner: this.#owner, key, value });
  }

  async delete(key: string): Promise<void> {
    this.root = remove(this.root, this.#owner, key);
  }

  async range(range: Range): Promise<readonly Entry[]> {
    return entries(this.root, range);
  }
}

export class MemoryStore implements Store {
  #root: Node;
  /** The last transaction that is under way. */
  #last: Promise<unknown> | undefined;

  constructor(root: Node = emptyTree()) {
    this.#root = root;
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const result = this.#last ? this.#last.then(() => this.#run(work)) : this.#run(work);
    const settled = (): void => {
      if (this.#last === last) this.#last = undefined;
    };
    const last = result.then(settled, settled);
    this.#last = last;
    return result;
  }

  async #run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = new MemoryTransaction(this.#root);
    const result = await work(transaction);
    this.#root = transaction.root;
    return result;
  }

  fork(): Store {
    return new MemoryStore(this.#root);
  }
}
