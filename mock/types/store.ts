/** The interface to a durable or shared store of a mock: one log of commits per session. */
import type { Json } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { MockSnapshot } from './versions.js';

/** A change of one key: `[key, value]` sets the value, `[key]` deletes the key. Keys and values are data that JSON text represents. */
export type Write = readonly [key: string, value: Json] | readonly [key: string];

/** A version of a session: its content after the commit with this number. */
export interface VersionReference {
  readonly session: string;
  readonly sequence: number;
}

/** A change of a session. A store keeps it as it is, as data that JSON text represents. */
export interface Commit {
  /** The version whose content replaces the content before the writes. Absent: the commit changes the content of its predecessor. */
  readonly origin?: VersionReference;
  readonly writes: readonly Write[];
}

/** The whole content after the commit with this number. */
export interface Checkpoint {
  readonly sequence: number;
  /** Ordered by key. */
  readonly entries: readonly (readonly [key: string, value: Json])[];
}

/** What compaction keeps, apart from what snapshots and forks need. */
export interface Retention {
  /** The sequence number of the first version to keep. */
  readonly from: number;
  /** The maximum number of checkpoints to keep, the new one included. Takes precedence over `from`. At least 1. */
  readonly checkpoints: number;
}

/**
 * The commits of a session, numbered from 1, with checkpoints of their content, and the names of versions. Several processes can use it at
 * the same time. Each function is atomic unless it says otherwise. A function that throws or rejects means that the log is not available.
 *
 * The log keeps a version if its number is at least `oldest()`, or if a snapshot or the `origin` of a commit, of any log of the store,
 * refers to it. For each version that it keeps, it contains the newest checkpoint at or before it, and the commits after the checkpoint up
 * to the version. A log without checkpoints contains all commits.
 */
export interface Log {
  /** Returns the number of the last commit of any process, or 0. */
  latest(): MaybePromise<number>;
  /** Returns the number from which on the log keeps all versions: 0, or the number of the checkpoint that compaction selected. */
  oldest(): MaybePromise<number>;
  /**
   * Returns commits in order, starting with the one after `after`, up to the first one that the log doesn't contain. Empty if it doesn't
   * contain the one after `after`. `limit`: the maximum number.
   */
  read(after: number, limit: number): MaybePromise<readonly Commit[]>;
  /**
   * Appends a commit after the commit `expected`. Changes nothing and returns `conflict` if that isn't the last one, or else `notKept` if
   * the log of the commit's origin doesn't keep that version. Waits while another process holds the lock.
   */
  append(expected: number, commit: Commit): MaybePromise<'appended' | 'conflict' | 'notKept'>;
  /**
   * Waits for the lock, which makes `append` of other processes wait. Returns a function that releases it. A log may end the lock of a
   * process that has stopped, so callers must rely only on `append` for the order of commits.
   */
  lock(): MaybePromise<() => MaybePromise<void>>;
  /** Returns the newest checkpoint whose number is at most `at`, if any. Default: the newest one. */
  readCheckpoint(at?: number): MaybePromise<Checkpoint | undefined>;
  /**
   * Stores a checkpoint, unless there is one with the same or a later number, and then compacts the log. Compaction sets `oldest` to the
   * number of the newest checkpoint at or before `retention.from`, or to that of the checkpoint number `retention.checkpoints`, counted
   * from the newest one, if there is such a checkpoint and it is later. It never decreases `oldest`. It deletes the commits up to `oldest`
   * and the checkpoints before it, except those that versions need which the log keeps. An `origin` ends with its commit.
   *
   * Not atomic: other processes may see the checkpoint before the deletions, but nothing incomplete. If it fails in between, the next call
   * completes it.
   */
  writeCheckpoint(checkpoint: Checkpoint, retention: Retention): MaybePromise<void>;
  /** Returns the snapshots in the order of their creation. */
  listSnapshots(): MaybePromise<readonly MockSnapshot[]>;
  /**
   * Adds a snapshot. Changes nothing and returns `exists` if there is one with the name, or else `full` if there are already `limit`
   * snapshots, or else `notKept` if the log doesn't keep the version.
   */
  createSnapshot(snapshot: MockSnapshot, limit: number): MaybePromise<'created' | 'exists' | 'full' | 'notKept'>;
  /** Deletes a snapshot. Returns false if there is none with the name. */
  deleteSnapshot(name: string): MaybePromise<boolean>;
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
 * A session that the store contains continues with its state: resources, the clock, faults, generated IDs, settings, and snapshots. The seed
 * and the options determine the state of new sessions, and the one that a reset restores. The journal stays in memory. If another process
 * writes at the same time, the mock runs a call again, with its handler. While the store is not available, it responds with 503
 * `backendError`.
 */
export interface MockStore {
  /** Returns the header of the store. A new store gets `header`. */
  initialize(header: StoreHeader): MaybePromise<StoreHeader>;
  /** Returns the log of a session. */
  openLog(session: string): Log;
  /** Returns the latest version of each session that has a commit. The order is unspecified. */
  listSessions(): MaybePromise<readonly VersionReference[]>;
  /** Closes the store. The mock doesn't call it: whoever opened the store closes it, after the mock's last request. */
  close(): Promise<void>;
}
