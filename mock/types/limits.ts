/** The limits of what a mock keeps in memory. */

/** The limits of a mock. Those in bytes are approximate, and apply to each process. */
export interface MockLimits {
  /** The maximum size of a request body in bytes. Default: 10 MiB. */
  readonly maxBody?: number | undefined;
  /**
   * The maximum total size in bytes of the bodies of all requests that a listener is receiving or that are in progress. The mock rejects further
   * bodies with 503. Also the maximum size of the body of a control request, which is at most 256 MiB. Default: 100 MiB, or `maxBody` if that is
   * larger.
   */
  readonly maxBodies?: number | undefined;
  /**
   * The maximum total size in bytes of the unfinished resumable uploads of all sessions, in base64. The mock rejects a larger upload with 413,
   * and further ones with 429. Default: 16 MiB.
   */
  readonly maxUploads?: number | undefined;
  /** The maximum nesting depth of a JSON body. Default: 100. */
  readonly maxDepth?: number | undefined;
  /**
   * The maximum number of sessions besides the default session. A new session replaces the least recently used one. Sessions whose state,
   * clock, or faults were set are replaced last, with a warning. Default: 1,000.
   */
  readonly maxSessions?: number | undefined;
  /** The maximum number of journal entries per session. The mock drops the oldest entries. Default: 10,000. */
  readonly journal?: number | undefined;
  /** The maximum total size in bytes of the journals of all sessions. The largest journals drop their oldest entries. Default: 4 MiB. */
  readonly maxJournalBytes?: number | undefined;
  /**
   * The number of recent states that each session keeps for `rewind` and `fork` by sequence number, including the current one. They share
   * their structure, but keep replaced and deleted resources in memory. Snapshots are kept in addition. With the option `store`, the store
   * keeps them for all processes, or fewer if they differ much: those since the fourth last checkpoint of the content. Default: 1,000.
   */
  readonly history?: number | undefined;
  /**
   * The maximum total size in bytes of the replaced and deleted resources that the recent states of all sessions keep in memory, not counting
   * those of snapshots. The sessions that keep the most drop their oldest states. Default: 8 MiB.
   */
  readonly maxHistoryBytes?: number | undefined;
}
