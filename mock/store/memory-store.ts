/** An in-memory store, whose root each transaction replaces. */
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { MockSnapshot } from '../types/versions.js';
import type { Transaction } from './store.js';
import type { TreeVersion } from './held-version.js';
import { TreeStore, TreeTransaction } from './tree-store.js';

export class MemoryStore extends TreeStore {
  /** The snapshots with their versions, by name. */
  readonly #snapshots = new Map<string, { readonly snapshot: MockSnapshot; readonly version: TreeVersion }>();

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
      if (transaction.isChanged) this.addVersion(transaction);
      return result;
    });
  }

  override async loadVersion(sequence: number): Promise<TreeVersion | undefined> {
    return this.#findVersion(sequence);
  }

  #findVersion(sequence: number): TreeVersion | undefined {
    const version = this.findVersion(sequence);
    return version ?? [...this.#snapshots.values()].find(({ snapshot }) => snapshot.sequence === sequence)?.version;
  }

  override async listSnapshots(): Promise<readonly MockSnapshot[]> {
    return [...this.#snapshots.values()].map(({ snapshot }) => snapshot);
  }

  override async createSnapshot(snapshot: MockSnapshot, limit: number): Promise<'created' | 'exists' | 'full' | 'notKept'> {
    const version = this.#findVersion(snapshot.sequence);
    if (this.#snapshots.has(snapshot.name)) return 'exists';
    if (this.#snapshots.size >= limit) return 'full';
    if (!version) return 'notKept';
    const { sequence, root, session } = version;
    this.#snapshots.set(snapshot.name, { snapshot, version: { sequence, root, session } });
    return 'created';
  }

  override async deleteSnapshot(name: string): Promise<boolean> {
    return this.#snapshots.delete(name);
  }

  /** Does nothing: the memory is freed with the store. */
  override async discardHistory(): Promise<void> {}
}
