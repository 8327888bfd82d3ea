/** A store in memory: a root that each transaction replaces. */
import type { Json } from '../mock-types.js';
import type { Entry, Range, Store, Transaction } from './store.js';
import { emptyTree, listEntries, get, put, remove, type Node, type Owner } from './tree.js';

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
}

export class MemoryStore implements Store {
  #root: Node;
  /** The last transaction that is under way. */
  #last: Promise<unknown> | undefined;

  constructor(root: Node = emptyTree()) {
    this.#root = root;
  }

  transaction<T>(work: (transaction: Transaction) => T | Promise<T>): T | Promise<T> {
    const result = this.#last ? this.#last.then(() => this.#run(work)) : this.#run(work);
    if (result instanceof Promise) this.#wait(result);
    return result;
  }

  /** Those that come meanwhile begin after it. */
  #wait(result: Promise<unknown>): void {
    const settled = (): void => {
      if (this.#last === last) this.#last = undefined;
    };
    const last = result.then(settled, settled);
    this.#last = last;
  }

  #run<T>(work: (transaction: Transaction) => T | Promise<T>): T | Promise<T> {
    const transaction = new MemoryTransaction(this.#root);
    const keep = (result: T): T => {
      this.#root = transaction.root;
      return result;
    };
    const result = work(transaction);
    return result instanceof Promise ? result.then(keep) : keep(result);
  }

  fork(): Store {
    return new MemoryStore(this.#root);
  }
}
