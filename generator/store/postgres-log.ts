/** The log of a session in PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log, LogSnapshot, Write } from '../../templates/runtime/mock/index.js';
import { sha256 } from '../lib/sha256.js';
import {
  ConnectionLostError,
  getErrorCode,
  getLockKey,
  type LockConnection,
  type PostgresDatabase,
  shortTimeout,
} from './postgres-database.js';

/** In milliseconds. */
const lockPollInterval = 10;
/** How often an append runs if its connection is lost. */
const maxAppendAttempts = 3;
/** The number of characters of a part of a snapshot, unless one entry is longer. */
const partLength = 1_000_000;
/** The number of rows to delete at a time. */
const deletionSize = 1000;

/**
 * Reports whether another process holds the lock, and whether the commit was appended. Concurrent statements wait for each other at the row of
 * the log. The first one changes `latest`, so the others find another value than they expect.
 */
const appendStatement = `
  WITH gate AS MATERIALIZED (SELECT pg_try_advisory_xact_lock_shared($6::bigint) AS is_open),
  head AS (
    INSERT INTO discogen.logs AS log (namespace, session, latest)
    SELECT $1, $2, $3::bigint + 1 FROM gate
    WHERE is_open AND ($3::bigint = 0 OR EXISTS (SELECT FROM discogen.logs WHERE namespace = $1 AND session = $2))
    ON CONFLICT (namespace, session) DO UPDATE SET latest = excluded.latest WHERE log.latest = $3::bigint
    RETURNING latest
  ),
  added AS (
    INSERT INTO discogen.commits (namespace, session, sequence, id, writes) SELECT $1, $2, latest, $4::uuid, $5 FROM head
    RETURNING sequence
  )
  SELECT is_open AS "isOpen", EXISTS (SELECT FROM added) AS "isAppended" FROM gate`;

/** One statement, so that it sees one version of the log and its commits. */
const readStatement = `
  SELECT log.snapshot_sequence AS "snapshot", log_commit.writes
  FROM discogen.logs AS log
  LEFT JOIN discogen.commits AS log_commit
    ON log_commit.namespace = log.namespace AND log_commit.session = log.session
    AND log_commit.sequence > $3::bigint AND log_commit.sequence <= $3::bigint + $4::bigint
  WHERE log.namespace = $1 AND log.session = $2
  ORDER BY log_commit.sequence`;

interface SnapshotRecord {
  readonly sequence: number;
  readonly id: string;
  readonly parts: number;
}

export class PostgresLog implements Log {
  readonly #database: PostgresDatabase;
  /** The first parameters of each statement. */
  readonly #key: readonly [namespace: string, session: string];
  readonly #lockName: string;
  #lock: LockConnection | undefined;

  constructor(database: PostgresDatabase, namespace: string, session: string) {
    this.#database = database;
    // The length of a key is limited.
    this.#key = [namespace, sha256(JSON.stringify(session)).slice(0, 32)];
    this.#lockName = `log ${this.#key.join('/')}`;
  }

  async latest(): Promise<number> {
    const statement = 'SELECT latest FROM discogen.logs WHERE namespace = $1 AND session = $2';
    const [row] = await this.#database.query<{ readonly latest: string }>(statement, this.#key, shortTimeout);
    return Number(row?.latest ?? 0);
  }

  async read(after: number, limit: number): Promise<readonly (readonly Write[])[] | undefined> {
    const rows = await this.#database.query<{ readonly snapshot: string; readonly writes: string | null }>(readStatement, [
      ...this.#key,
      after,
      limit,
    ]);
    if (Number(rows[0]?.snapshot ?? 0) > after) return undefined;
    return rows.flatMap(({ writes }) => (writes === null ? [] : [JSON.parse(writes) as readonly Write[]]));
  }

  /** Appends the commit again if the connection is lost, unless it was appended before that. */
  async append(expected: number, writes: readonly Write[]): Promise<boolean> {
    const id = randomUUID();
    const values = [...this.#key, expected, id, toText(writes), getLockKey(this.#lockName)];
    let lostConnections = 0;
    for (;;) {
      try {
        const outcome = await this.#tryAppend(values);
        if (outcome === 'appended') return true;
        if (outcome === 'conflict') return lostConnections > 0 && (await this.#hasCommit(expected + 1, id));
        await wait(lockPollInterval);
      } catch (error) {
        if (!(error instanceof ConnectionLostError) || ++lostConnections === maxAppendAttempts) throw error;
        // The lock is lost with its connection.
        this.#lock = undefined;
      }
    }
  }

  async #tryAppend(values: readonly unknown[]): Promise<'appended' | 'conflict' | 'locked'> {
    try {
      const rows = await this.#database.queryOnce<{ readonly isOpen: boolean; readonly isAppended: boolean }>(appendStatement, values, {
        lock: this.#lock,
      });
      if (rows[0]?.isAppended) return 'appended';
      return rows[0]?.isOpen ? 'conflict' : 'locked';
    } catch (error) {
      // A database with another default isolation level reports some conflicts as a serialization failure.
      if (getErrorCode(error) === '40001') return 'conflict';
      throw error;
    }
  }

  /** Returns whether the commit with a number is this one, or another one. */
  async #hasCommit(sequence: number, id: string): Promise<boolean> {
    const statement = 'SELECT id FROM discogen.commits WHERE namespace = $1 AND session = $2 AND sequence = $3';
    const [row] = await this.#database.query<{ readonly id: string }>(statement, [...this.#key, sequence]);
    if (row === undefined) throw new Error(`the connection was lost while the commit ${sequence} was written, and a snapshot replaces it`);
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

  async readSnapshot(): Promise<LogSnapshot | undefined> {
    for (;;) {
      const record = await this.#readSnapshotRecord();
      if (record === undefined) return undefined;
      const entries = await this.#readParts(record);
      // Otherwise, a later snapshot has replaced it in the meantime.
      if (entries) return { sequence: record.sequence, entries };
    }
  }

  async #readParts({ sequence, id, parts }: SnapshotRecord): Promise<LogSnapshot['entries'] | undefined> {
    const statement =
      'SELECT entries FROM discogen.snapshot_parts WHERE namespace = $1 AND session = $2 AND sequence = $3 AND id = $4 AND part = $5';
    const entries: LogSnapshot['entries'][number][] = [];
    for (let part = 0; part < parts; part++) {
      const [row] = await this.#database.query<{ readonly entries: string }>(statement, [...this.#key, sequence, id, part]);
      if (row === undefined) return undefined;
      for (const entry of JSON.parse(row.entries) as LogSnapshot['entries']) entries.push(entry);
    }
    return entries;
  }

  async #readSnapshotRecord(): Promise<SnapshotRecord | undefined> {
    const statement = `
      SELECT snapshot_sequence AS sequence, snapshot_id AS id, snapshot_parts AS parts FROM discogen.logs
      WHERE namespace = $1 AND session = $2 AND snapshot_id IS NOT NULL`;
    const [row] = await this.#database.query<{ readonly sequence: string; readonly id: string; readonly parts: number }>(
      statement,
      this.#key,
    );
    return row && { ...row, sequence: Number(row.sequence) };
  }

  /** Writes the parts first, so that other processes can write in the meantime, and then selects them as the snapshot. */
  async writeSnapshot({ sequence, entries }: LogSnapshot): Promise<void> {
    const id = randomUUID();
    const insertion = `
      INSERT INTO discogen.snapshot_parts (namespace, session, sequence, id, part, entries) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING`;
    let parts = 0;
    for (const text of splitEntries(entries)) await this.#database.query(insertion, [...this.#key, sequence, id, parts++, text]);
    const selection = `
      UPDATE discogen.logs SET snapshot_sequence = $3, snapshot_id = $4, snapshot_parts = $5
      WHERE namespace = $1 AND session = $2 AND snapshot_sequence < $3`;
    await this.#database.query(selection, [...this.#key, sequence, id, parts]);
    await this.#deleteReplaced();
  }

  /** Deletes the commits and the snapshots that the current snapshot replaces, also the parts that a stopped process has left behind. */
  async #deleteReplaced(): Promise<void> {
    const current = await this.#readSnapshotRecord();
    if (current === undefined) return;
    await this.#deleteRows('commits', 'sequence <= $4', [current.sequence]);
    await this.#deleteRows('snapshot_parts', 'sequence <= $4 AND id <> $5', [current.sequence, current.id]);
  }

  async #deleteRows(table: 'commits' | 'snapshot_parts', condition: string, values: readonly unknown[]): Promise<void> {
    const statement = `
      DELETE FROM discogen.${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM discogen.${table} WHERE namespace = $1 AND session = $2 AND ${condition} LIMIT $3
      )) RETURNING 1`;
    for (;;) {
      const deleted = await this.#database.query(statement, [...this.#key, deletionSize, ...values]);
      if (deleted.length < deletionSize) return;
    }
  }
}

/** Formats JSON as ASCII text. `JSON.stringify` escapes U+0000 and malformed Unicode. */
export const toText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Formats entries as JSON arrays of a limited length. */
function* splitEntries(entries: LogSnapshot['entries']): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const entry of entries) {
    const text = toText(entry);
    if (texts.length > 0 && length + text.length > partLength) {
      yield `[${texts.join()}]`;
      texts = [];
      length = 0;
    }
    texts.push(text);
    length += text.length + 1;
  }
  if (texts.length > 0) yield `[${texts.join()}]`;
}
