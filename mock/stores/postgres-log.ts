/** The log of a session in PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Checkpoint, Commit, Log, MockSnapshot, Retention } from '../index.js';
import { sha256 } from '../../generator/lib/sha256.js';
import { getRetentionLock, type LogKey, PostgresCheckpoints } from './postgres-checkpoints.js';
import {
  ConnectionLostError,
  getErrorCode,
  getLockKey,
  type LockConnection,
  type PostgresDatabase,
  type Query,
  shortTimeout,
} from './postgres-database.js';
import { parseRecord, toText } from './postgres-schema.js';

/** In milliseconds. */
const lockPollInterval = 10;
/** How often an append runs if its connection is lost. */
const maxAppendAttempts = 3;

/**
 * Reports whether another process holds the lock, and whether the commit was appended. Concurrent statements wait for each other at the row of
 * the log. The first one changes `latest`, so the others find another value than they expect.
 */
const appendStatement = `
  WITH gate AS MATERIALIZED (SELECT pg_try_advisory_xact_lock_shared($6::bigint) AS is_open),
  head AS (
    INSERT INTO discogen.logs AS log (namespace, session, latest, name)
    SELECT $1, $2, $3::bigint + 1, $9 FROM gate
    WHERE is_open AND ($3::bigint = 0 OR EXISTS (SELECT FROM discogen.logs WHERE namespace = $1 AND session = $2))
    ON CONFLICT (namespace, session) DO UPDATE SET latest = excluded.latest, name = excluded.name WHERE log.latest = $3::bigint
    RETURNING latest
  ),
  added AS (
    INSERT INTO discogen.commits (namespace, session, sequence, id, content, origin_session, origin_sequence)
    SELECT $1, $2, latest, $4::uuid, $5, $7, $8::bigint FROM head
    RETURNING sequence
  )
  SELECT is_open AS "isOpen", EXISTS (SELECT FROM added) AS "isAppended" FROM gate`;

const readStatement = `
  SELECT sequence, content FROM discogen.commits
  WHERE namespace = $1 AND session = $2 AND sequence > $3::bigint AND sequence <= $3::bigint + $4::bigint ORDER BY sequence`;

const listSnapshotsStatement = 'SELECT content FROM discogen.snapshots WHERE namespace = $1 AND session = $2 ORDER BY position';

/** Finds a snapshot or a fork that refers to a version. */
const findReferenceStatement = `
  SELECT 1 FROM discogen.snapshots WHERE namespace = $1 AND session = $2 AND sequence = $3
  UNION ALL SELECT 1 FROM discogen.commits WHERE namespace = $1 AND origin_session = $2 AND origin_sequence = $3
  LIMIT 1`;

/** The length of a key is limited. */
const hashSession = (session: string): string => sha256(JSON.stringify(session)).slice(0, 32);

export class PostgresLog implements Log {
  readonly #database: PostgresDatabase;
  readonly #key: LogKey;
  /** The name of the session as JSON. */
  readonly #name: string;
  readonly #checkpoints: PostgresCheckpoints;
  readonly #lockName: string;
  readonly #retentionLock: string;
  #lock: LockConnection | undefined;
  readonly #query: Query = async (text, values) => this.#database.query(text, values, shortTimeout);

  constructor(database: PostgresDatabase, namespace: string, session: string) {
    this.#database = database;
    this.#key = [namespace, hashSession(session)];
    this.#name = toText(session);
    this.#checkpoints = new PostgresCheckpoints(database, this.#key);
    this.#lockName = `log ${this.#key.join('/')}`;
    this.#retentionLock = getRetentionLock(namespace);
  }

  async latest(): Promise<number> {
    return (await readRange(this.#query, this.#key)).latest;
  }

  async oldest(): Promise<number> {
    return (await readRange(this.#query, this.#key)).oldest;
  }

  async read(after: number, limit: number): Promise<readonly Commit[]> {
    const values = [...this.#key, after, limit];
    const rows = await this.#database.query<{ readonly sequence: string; readonly content: string }>(readStatement, values);
    const gap = rows.findIndex(({ sequence }, index) => Number(sequence) !== after + 1 + index);
    return rows
      .slice(0, gap < 0 ? rows.length : gap)
      .map(({ sequence, content }) => parseRecord<Commit>(content, `the commit ${sequence}`));
  }

  /** Appends the commit again if the connection is lost, unless it was appended before that. */
  async append(expected: number, commit: Commit): Promise<'appended' | 'conflict' | 'notKept'> {
    const id = randomUUID();
    let lostConnections = 0;
    for (;;) {
      try {
        const outcome = await this.#tryAppend(expected, commit, id);
        if (outcome === 'conflict' && lostConnections > 0 && (await this.#hasCommit(expected + 1, id))) return 'appended';
        if (outcome !== 'locked') return outcome;
        await wait(lockPollInterval);
      } catch (error) {
        if (!(error instanceof ConnectionLostError) || ++lostConnections === maxAppendAttempts) throw error;
        // The lock is lost with its connection.
        this.#lock = undefined;
      }
    }
  }

  async #tryAppend(expected: number, commit: Commit, id: string): Promise<'appended' | 'conflict' | 'notKept' | 'locked'> {
    const lock = this.#lock;
    const [namespace] = this.#key;
    const { origin } = commit;
    const originKey: LogKey | undefined = origin && [namespace, hashSession(origin.session)];
    const values = [...this.#key, expected, id, toText(commit), getLockKey(this.#lockName), originKey?.[1], origin?.sequence, this.#name];
    if (!origin || !originKey) return runAppend(async (text) => this.#database.queryOnce(text, values, { lock }));
    const append = async (query: Query): Promise<'appended' | 'conflict' | 'notKept' | 'locked'> => {
      if ((await readRange(query, this.#key)).latest !== expected) return 'conflict';
      if (!(await isKept(query, originKey, origin.sequence))) return 'notKept';
      return runAppend(async (text) => query(text, values));
    };
    return this.#database.transactionOnce(this.#retentionLock, append, lock);
  }

  /** Returns whether the commit with a number is this one, or another one. */
  async #hasCommit(sequence: number, id: string): Promise<boolean> {
    const statement = 'SELECT id FROM discogen.commits WHERE namespace = $1 AND session = $2 AND sequence = $3';
    const [row] = await this.#database.query<{ readonly id: string }>(statement, [...this.#key, sequence]);
    if (row === undefined)
      throw new Error(`the connection was lost while the commit ${sequence} was written, and a checkpoint replaces it`);
    return row.id === id;
  }

  async lock(): Promise<() => Promise<void>> {
    const lock = await this.#database.lock(this.#lockName);
    this.#lock = lock;
    return async () => {
      if (this.#lock === lock) this.#lock = undefined;
      await lock.release();
    };
  }

  async readCheckpoint(at: number = Number.MAX_SAFE_INTEGER): Promise<Checkpoint | undefined> {
    return this.#checkpoints.read(at);
  }

  async writeCheckpoint(checkpoint: Checkpoint, retention: Retention): Promise<void> {
    await this.#checkpoints.write(checkpoint, retention);
  }

  async listSnapshots(): Promise<readonly MockSnapshot[]> {
    return listSnapshots(this.#query, this.#key);
  }

  async createSnapshot(snapshot: MockSnapshot, limit: number): Promise<'created' | 'exists' | 'full' | 'notKept'> {
    return this.#database.transaction(this.#retentionLock, async (query) => {
      const snapshots = await listSnapshots(query, this.#key);
      if (snapshots.some(({ name }) => name === snapshot.name)) return 'exists';
      if (snapshots.length >= limit) return 'full';
      if (!(await isKept(query, this.#key, snapshot.sequence))) return 'notKept';
      const insertion = 'INSERT INTO discogen.snapshots (namespace, session, name, sequence, content) VALUES ($1, $2, $3, $4, $5)';
      await query(insertion, [...this.#key, toText(snapshot.name), snapshot.sequence, toText(snapshot)]);
      return 'created';
    });
  }

  async deleteSnapshot(name: string): Promise<boolean> {
    const statement = 'DELETE FROM discogen.snapshots WHERE namespace = $1 AND session = $2 AND name = $3 RETURNING 1';
    const deleted = await this.#database.transaction(this.#retentionLock, async (query) => query(statement, [...this.#key, toText(name)]));
    return deleted.length > 0;
  }
}

/** Returns the numbers of the last commit and of the oldest version. */
async function readRange(query: Query, key: LogKey): Promise<{ readonly latest: number; readonly oldest: number }> {
  const statement = 'SELECT latest, oldest FROM discogen.logs WHERE namespace = $1 AND session = $2';
  const [row] = await query<{ readonly latest: string; readonly oldest: string }>(statement, key);
  return { latest: Number(row?.latest ?? 0), oldest: Number(row?.oldest ?? 0) };
}

async function isKept(query: Query, key: LogKey, sequence: number): Promise<boolean> {
  const { latest, oldest } = await readRange(query, key);
  if (sequence > latest) return false;
  return sequence >= oldest || (await query(findReferenceStatement, [...key, sequence])).length > 0;
}

async function listSnapshots(query: Query, key: LogKey): Promise<readonly MockSnapshot[]> {
  const rows = await query<{ readonly content: string }>(listSnapshotsStatement, key);
  return rows.map(({ content }) => parseRecord<MockSnapshot>(content, 'a snapshot'));
}

async function runAppend(
  query: (text: string) => Promise<readonly { readonly isOpen: boolean; readonly isAppended: boolean }[]>,
): Promise<'appended' | 'conflict' | 'locked'> {
  try {
    const [row] = await query(appendStatement);
    if (row?.isAppended) return 'appended';
    return row?.isOpen ? 'conflict' : 'locked';
  } catch (error) {
    // A database with another default isolation level reports some conflicts as a serialization failure.
    if (getErrorCode(error) === '40001') return 'conflict';
    throw error;
  }
}
