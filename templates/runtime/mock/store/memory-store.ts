/** An in-memory store, whose root each transaction replaces. */
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { Transaction } from './store.js';
import { TreeStore, TreeTransaction } from './tree-store.js';

export class MemoryStore extends TreeStore {
  /** Does nothing: no other process writes. */
  override catchUp(): undefined {
    return undefined;
  }

  override transaction<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
    return this.queue.run(() => this.#run(work));
  }

  #run<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
    const transaction = new TreeTransaction(this.version.root);
    return continueWith(work(transaction), (result) => {
      if (transaction.isChanged) this.addVersion(transaction.root);
      return result;
    });
  }
}
