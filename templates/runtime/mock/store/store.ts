/** The storage interface of the mock: ordered keys, and atomic transactions that run one after another. */
import type { Json } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';

export type Entry = readonly [key: string, value: Json];

/** A range of keys from `from` (inclusive) to `to` (exclusive), ordered by code units. */
export interface Range {
  readonly from: string;
  readonly to: string;
  /** The maximum number of entries. Default: all. */
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** Stored values are immutable. Reads see the transaction's own writes. */
export interface Transaction {
  get(key: string): Json | undefined;
  put(key: string, value: Json): void;
  delete(key: string): void;
  range(range: Range): readonly Entry[];
}

export interface Store {
  /**
   * Runs `work` exclusively. Commits its writes if it succeeds, and discards them if it throws or rejects. Returns synchronously if `work`
   * does.
   */
  transaction<T>(work: (transaction: Transaction) => MaybePromise<T>): MaybePromise<T>;
  /** Returns an independent store with the current content. */
  fork(): Store;
}
