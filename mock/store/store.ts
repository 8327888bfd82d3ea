/** The storage interface of the mock: ordered keys, and atomic transactions that run one after another. */
import type { Json } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { MockSnapshot } from '../types/versions.js';

export type Entry = readonly [key: string, value: Json];

/** A range of keys from `from` (inclusive) to `to` (exclusive), ordered by code units. */
export interface Range {
  readonly from: string;
  readonly to: string;
  /** The number of entries to skip at the beginning, without reading them. Default: 0. */
  readonly offset?: number;
  /** The maximum number of entries. Default: all. */
  readonly limit?: number;
}

/** The content of a store after a commit. It never changes, and shares its structure with other versions. */
export interface Version {
  /** The number of commits up to this one. 0 before the first. */
  readonly sequence: number;
  /** The content, in the form of the store. */
  readonly root: object;
  /** The session whose log contains the version, if any. */
  readonly session: string | undefined;
}

/** A key whose value differs between two versions. `undefined`: the version doesn't have it. */
export type EntryChange = readonly [key: string, before: Json | undefined, after: Json | undefined];

/** Stored values are immutable. Reads see the transaction's own writes. */
export interface Transaction {
  /** Whether the content may differ from that at the start. */
  readonly isChanged: boolean;
  /** The number of writes so far. */
  readonly writeCount: number;
  get(key: string): Json | undefined;
  put(key: string, value: Json): void;
  delete(key: string): void;
  range(range: Range): readonly Entry[];
  /** Returns the number of entries in a range, without reading them. */
  count(range: Pick<Range, 'from' | 'to'>): number;
  /**
   * Replaces the whole content by that of a version, of this store or another one. Takes constant time, unless the store writes the
   * differences to a log.
   */
  restore(version: Version): void;
  /** Returns a function that undoes all later changes of the transaction. */
  createSavepoint(): () => void;
}

export interface TransactionOptions {
  /** Whether the caller has called `catchUp` for the same request, so that the transaction doesn't need to see later commits of other processes. */
  readonly isCurrent?: boolean;
}

/**
 * Keeps the versions of a session, also those that snapshots name. Requests use only methods that don't return a promise
 * if the store is in memory.
 */
export interface Store {
  /** The current version. A transaction that writes creates the next one. */
  readonly version: Version;
  /** Returns the sequence number from which on the store keeps all versions. */
  findOldestSequence(): Promise<number>;
  /** Returns a version by its sequence number, if the store keeps it. */
  loadVersion(sequence: number): Promise<Version | undefined>;
  /** As `listSnapshots` of a log. */
  listSnapshots(): Promise<readonly MockSnapshot[]>;
  /** As `createSnapshot` of a log. */
  createSnapshot(snapshot: MockSnapshot, limit: number): Promise<'created' | 'exists' | 'full' | 'notKept'>;
  /** As `deleteSnapshot` of a log. */
  deleteSnapshot(name: string): Promise<boolean>;
  /** The last versions that are in memory, without gaps, oldest first. */
  readonly heldVersions: readonly Version[];
  /** Returns the differences between two versions in a range, by key. Takes time in proportion to the parts that they don't share. */
  compare(before: Version, after: Version, range: Range): readonly EntryChange[];
  /** Returns a transaction on a version, whose writes are lost. */
  open(version: Version): Transaction;
  /** Deletes the earlier versions that no snapshot and no fork needs from the log, if there is one. */
  discardHistory(): Promise<void>;
  /** Stops counting its versions in the budget of all stores. */
  close(): void;
  /** Applies what other processes have committed. Returns synchronously if there is nothing to wait for. */
  catchUp(): MaybePromise<void>;
  /** Returns a committed value. Doesn't wait for a transaction in progress. */
  get(key: string): Json | undefined;
  /**
   * Runs `work` exclusively. Commits its writes if it succeeds, and discards them if it throws or rejects. Returns synchronously if `work`
   * does.
   */
  transaction<T>(work: (transaction: Transaction) => MaybePromise<T>, options?: TransactionOptions): MaybePromise<T>;
}
