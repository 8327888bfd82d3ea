/** The interface to a durable or shared store of a mock: one log of commits per session. */
import type { Json } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';

/** A change of one key: `[key, value]` sets the value, `[key]` deletes the key. Keys and values are data that JSON text represents. */
export type Write = readonly [key: string, value: Json] | readonly [key: string];

/** The whole content at the commit with this number. */
export interface LogSnapshot {
  readonly sequence: number;
  /** Ordered by key. */
  readonly entries: readonly (readonly [key: string, value: Json])[];
}

/**
 * The commits of a session, numbered from 1. Several processes can read and append. A function that throws or rejects means that the log is
 * not available.
 */
export interface Log {
  /** Returns the number of the last commit of any process, or 0. */
  latest(): MaybePromise<number>;
  /** Returns commits in order, starting with the one after `after`, or `undefined` if a snapshot replaces it. `limit`: the maximum number. */
  read(after: number, limit: number): MaybePromise<readonly (readonly Write[])[] | undefined>;
  /**
   * Appends a commit after the commit `expected`. Returns false, and changes nothing, if that isn't the last one. Waits while another
   * process holds the lock.
   */
  append(expected: number, writes: readonly Write[]): MaybePromise<boolean>;
  /**
   * Waits for the lock, which makes `append` of other processes wait. Returns a function that releases it. A log may end the lock of a
   * process that has stopped, so callers must rely only on `append` for the order of commits.
   */
  lock(): MaybePromise<() => MaybePromise<void>>;
  /** Returns the latest snapshot, if any. */
  readSnapshot(): MaybePromise<LogSnapshot | undefined>;
  /** Stores a snapshot, and deletes the commits and the snapshots that it replaces. Does nothing if there is a later snapshot. */
  writeSnapshot(snapshot: LogSnapshot): MaybePromise<void>;
}

/** Describes the content of a store. A mock rejects a store whose header differs from its own. */
export interface StoreHeader {
  /** The version of the format of keys and values. */
  readonly format: number;
  /** The names and versions of the APIs: `dns.v1`. */
  readonly apis: readonly string[];
  /** A hash of the resource types, on which the keys depend. */
  readonly resources: string;
}

/**
 * Keeps the states of the sessions of a mock, durably or shared with other processes. `openStore` of `discogen/store` opens one in a folder or
 * in a PostgreSQL database.
 *
 * A session that the store contains continues with its state: resources, the clock, faults, generated ids, and settings. The seed and the
 * options determine the state of new sessions, and the one that a reset restores. The journal and the names of snapshots stay in memory. If
 * another process writes at the same time, the mock runs a call again, with its handler. While the store is not available, it responds with
 * 503 `backendError`.
 */
export interface MockStore {
  /** Returns the header of the store. A new store gets `header`. */
  initialize(header: StoreHeader): MaybePromise<StoreHeader>;
  /** Returns the log of a session. */
  openLog(session: string): Log;
  /** Closes the store. The mock doesn't call it: whoever opened the store closes it, after the mock's last request. */
  close(): Promise<void>;
}
