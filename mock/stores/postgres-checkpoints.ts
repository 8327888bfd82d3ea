/** The checkpoints of a log in PostgreSQL, and the deletion of what they replace. */
import { randomUUID } from 'node:crypto';
import type { Checkpoint, Retention } from '../index.js';
import type { PostgresDatabase } from './postgres-database.js';
import { parseRecord, toText } from './postgres-schema.js';

/** The number of characters of a part of a checkpoint, unless one entry is longer. */
const partLength = 1_000_000;
/** The number of rows to delete while other processes wait for the lock of the retention. */
const deletionSize = 1000;

/** The first parameters of the statements about a log. `session`: a hash, because the length of a key is limited. */
export type LogKey = readonly [namespace: string, session: string];

/**
 * Returns the name of the lock that serializes the transactions that check which versions the logs of a namespace keep, or change it: those
 * that append a commit with an origin, change snapshots, or compact a log.
 */
export const getRetentionLock = (namespace: string): string => `retention ${namespace}`;

interface CheckpointRecord {
  readonly sequence: string;
  readonly id: string;
  readonly parts: number;
}

const listStatement =
  'SELECT sequence, id, parts FROM discogen.checkpoints WHERE namespace = $1 AND session = $2 AND sequence <= $3 ORDER BY sequence DESC';

/** For each version before the oldest one to which a snapshot or a fork refers: the commits after `start` up to `version`. */
const neededSegments = `
  WITH log AS (SELECT oldest FROM discogen.logs WHERE namespace = $1 AND session = $2),
  needed AS (
    SELECT sequence AS version FROM discogen.snapshots WHERE namespace = $1 AND session = $2
    UNION SELECT origin_sequence FROM discogen.commits WHERE namespace = $1 AND origin_session = $2
  ),
  segments AS MATERIALIZED (
    SELECT version, coalesce(
      (SELECT max(sequence) FROM discogen.checkpoints WHERE namespace = $1 AND session = $2 AND sequence <= version), 0
    ) AS start FROM needed, log WHERE version < oldest
  )`;

/** The rows that no version needs, by table. */
const unneededRows = {
  commits: 'sequence <= (SELECT oldest FROM log) AND NOT EXISTS (SELECT FROM segments WHERE start < sequence AND sequence <= version)',
  checkpoints: 'sequence < (SELECT oldest FROM log) AND NOT EXISTS (SELECT FROM segments WHERE start = sequence)',
  // The parts of other checkpoints, also those that a stopped process has left behind. A later part may belong to the next checkpoint.
  checkpoint_parts: `
    sequence <= (SELECT max(sequence) FROM discogen.checkpoints WHERE namespace = $1 AND session = $2)
    AND id NOT IN (SELECT id FROM discogen.checkpoints WHERE namespace = $1 AND session = $2)`,
};

export class PostgresCheckpoints {
  readonly #database: PostgresDatabase;
  readonly #key: LogKey;
  readonly #retentionLock: string;

  constructor(database: PostgresDatabase, key: LogKey) {
    this.#database = database;
    this.#key = key;
    this.#retentionLock = getRetentionLock(key[0]);
  }

  async read(at: number): Promise<Checkpoint | undefined> {
    for (;;) {
      const [record] = await this.#database.query<CheckpointRecord>(`${listStatement} LIMIT 1`, [...this.#key, at]);
      if (record === undefined) return undefined;
      const entries = await this.#readParts(record);
      // Otherwise, compaction has deleted the checkpoint in the meantime.
      if (entries) return { sequence: Number(record.sequence), entries };
    }
  }

  async #readParts({ sequence, id, parts }: CheckpointRecord): Promise<Checkpoint['entries'] | undefined> {
    const statement =
      'SELECT entries FROM discogen.checkpoint_parts WHERE namespace = $1 AND session = $2 AND sequence = $3 AND id = $4 AND part = $5';
    const entries: Checkpoint['entries'][number][] = [];
    for (let part = 0; part < parts; part++) {
      const [row] = await this.#database.query<{ readonly entries: string }>(statement, [...this.#key, sequence, id, part]);
      if (row === undefined) return undefined;
      const name = `the part ${part} of the checkpoint ${sequence}`;
      const parsed = parseRecord<Checkpoint['entries']>(row.entries, name);
      // What reads the checkpoint reports a wrong entry.
      for (const entry of [parsed].flat() as Checkpoint['entries']) entries.push(entry);
    }
    return entries;
  }

  /** Writes the parts first, so that other processes can write in the meantime, and then the record of the checkpoint. */
  async write({ sequence, entries }: Checkpoint, retention: Retention): Promise<void> {
    const id = randomUUID();
    const insertion = `
      INSERT INTO discogen.checkpoint_parts (namespace, session, sequence, id, part, entries) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING`;
    let parts = 0;
    for (const text of splitEntries(entries)) await this.#database.query(insertion, [...this.#key, sequence, id, parts++, text]);
    await this.#select({ sequence: String(sequence), id, parts }, retention);
    // The parts of a checkpoint follow it.
    for (const table of ['commits', 'checkpoints', 'checkpoint_parts'] as const) await this.#deleteUnneeded(table);
  }

  async #select({ sequence, id, parts }: CheckpointRecord, retention: Retention): Promise<void> {
    await this.#database.transaction(this.#retentionLock, async (query) => {
      const records = await query<CheckpointRecord>(listStatement, [...this.#key, Number.MAX_SAFE_INTEGER]);
      const checkpoints = records.map((record) => Number(record.sequence));
      if ((checkpoints[0] ?? 0) < Number(sequence)) {
        const insertion = 'INSERT INTO discogen.checkpoints (namespace, session, sequence, id, parts) VALUES ($1, $2, $3, $4, $5)';
        await query(insertion, [...this.#key, sequence, id, parts]);
        checkpoints.unshift(Number(sequence));
      }
      const oldest = checkpoints.find((checkpoint) => checkpoint <= retention.from) ?? 0;
      const first = checkpoints[retention.checkpoints - 1] ?? 0;
      const update = 'UPDATE discogen.logs SET oldest = greatest(oldest, $3::bigint, $4::bigint) WHERE namespace = $1 AND session = $2';
      await query(update, [...this.#key, oldest, first]);
    });
  }

  async #deleteUnneeded(table: keyof typeof unneededRows): Promise<void> {
    const statement = `
      ${neededSegments}
      DELETE FROM discogen.${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM discogen.${table} WHERE namespace = $1 AND session = $2 AND ${unneededRows[table]} LIMIT $3
      )) RETURNING 1`;
    for (;;) {
      // Under the lock, the statement sees all snapshots and forks.
      const deleted = await this.#database.transaction(this.#retentionLock, async (query) =>
        query(statement, [...this.#key, deletionSize]),
      );
      if (deleted.length < deletionSize) return;
    }
  }
}

/** Formats entries as JSON arrays of a limited length. */
function* splitEntries(entries: Checkpoint['entries']): Generator<string> {
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
