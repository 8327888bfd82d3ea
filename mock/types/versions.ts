/** The public types of the versions of a session's state. */

/** A named version of a session's state. */
export interface MockSnapshot {
  readonly name: string;
  /** The sequence number of the version. See `sequence()` of the session. */
  readonly sequence: number;
  /** When the snapshot was created, on the mock's clock (RFC 3339). */
  readonly time: string;
}

/** The snapshots of a session. A reset and a rewind keep them. With the option `store`, they are in the store, which processes share. */
export interface MockSnapshots {
  /**
   * Names the current version of the state, which the session then keeps. Takes constant time.
   *
   * @param name - 1 to 100 letters, digits, dots, underscores, and hyphens.
   * @throws HttpError If the name is invalid (`invalid`) or exists (`alreadyExists`), or if the session has 100 snapshots (`invalid`).
   */
  create(name: string): Promise<MockSnapshot>;
  /** Returns all snapshots, oldest first. */
  list(): Promise<readonly MockSnapshot[]>;
  /**
   * Deletes a snapshot. The session keeps the version as long as it is among the last ones or a fork needs it.
   *
   * @throws HttpError With the reason `notFound` if there is no such snapshot.
   */
  delete(name: string): Promise<void>;
}

/** What a fork starts from. */
export interface ForkOptions {
  /** The name of the session to fork. Default: the session whose `fork` is called. */
  readonly from?: string | undefined;
  /** The name of a snapshot, or a sequence number, of the session to fork. Default: its current state. */
  readonly at?: string | number | undefined;
}

/** The result of a rewind, which is itself a change. */
export interface MockRewind {
  /** The sequence number of the restored state. */
  readonly sequence: number;
  /** The sequence number of the state before the rewind. Rewind to it to undo the rewind. */
  readonly previous: number;
}

/** The versions of a session's state. */
export interface SessionVersions {
  /** Returns the sequence number of the current state. Each change of the state increases it by one. A new session starts at 1. */
  sequence(): Promise<number>;
  readonly snapshots: MockSnapshots;
  /**
   * Restores the state of a snapshot (a name) or of a sequence number: resources, operations, tokens, the clock, faults, generated IDs,
   * and settings. The journal and the snapshots stay. If the clock runs in the restored state, it continues with the offset from real time
   * that it has in that state.
   *
   * @throws HttpError With the reason `notFound` for an unknown snapshot, and `invalid` for a sequence number that isn't kept.
   */
  rewind(to: string | number): Promise<MockRewind>;
}
