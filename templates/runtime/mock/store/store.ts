/** What the mock asks of a store: ordered keys, and transactions that happen whole or not at all, one after another. */
import type { Json } from '../mock-types.js';

export type Entry = readonly [key: string, value: Json];

/** Keys from `from` up to, not including, `to`, in the order of their code units. */
export interface Range {
  readonly from: string;
  readonly to: string;
  /** Default: all. */
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** Values are never changed once put; a changed value is put anew. Reads see the transaction's own writes. */
export interface Transaction {
  get(key: string): Json | undefined;
  put(key: string, value: Json): void;
  delete(key: string): void;
  range(range: Range): readonly Entry[];
}

export interface Store {
  /** Runs `work` alone; what it wrote is kept when it is done and forgotten when it throws or rejects. Answers at once where the work does. */
  transaction<T>(work: (transaction: Transaction) => T | Promise<T>): T | Promise<T>;
  /** A store of its own that starts with what stands here now. */
  fork(): Store;
}
