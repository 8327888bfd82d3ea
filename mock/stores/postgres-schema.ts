/** The tables of a store in PostgreSQL, and how earlier versions of them become current. */
import type { PostgresDatabase, Query } from './postgres-database.js';

/**
 * The migration at the index `n` leads from the version `n` of the schema to the version `n + 1`. Never change one that is published.
 *
 * JSON is stored as ASCII text, with escapes: the types of PostgreSQL for JSON keep neither U+0000 nor malformed Unicode. `session` is a hash of
 * the name. A lock of a log is an advisory lock, not in a table.
 */
const migrations: readonly string[] = [
  `CREATE TABLE discogen.namespaces (
     name text PRIMARY KEY,
     header text NOT NULL
   );
   -- Each append updates a row.
   CREATE TABLE discogen.logs (
     namespace text NOT NULL,
     session text NOT NULL,
     latest bigint NOT NULL,
     oldest bigint NOT NULL DEFAULT 0,
     PRIMARY KEY (namespace, session)
   ) WITH (fillfactor = 50);
   CREATE TABLE discogen.commits (
     namespace text NOT NULL,
     session text NOT NULL,
     sequence bigint NOT NULL,
     id uuid NOT NULL,
     content text NOT NULL,
     origin_session text,
     origin_sequence bigint,
     PRIMARY KEY (namespace, session, sequence)
   );
   CREATE INDEX forks ON discogen.commits (namespace, origin_session, origin_sequence) WHERE origin_session IS NOT NULL;
   CREATE TABLE discogen.checkpoints (
     namespace text NOT NULL,
     session text NOT NULL,
     sequence bigint NOT NULL,
     id uuid NOT NULL,
     parts integer NOT NULL,
     PRIMARY KEY (namespace, session, sequence)
   );
   -- Those whose id is not the one of the checkpoint belong to none.
   CREATE TABLE discogen.checkpoint_parts (
     namespace text NOT NULL,
     session text NOT NULL,
     sequence bigint NOT NULL,
     id uuid NOT NULL,
     part integer NOT NULL,
     entries text NOT NULL,
     PRIMARY KEY (namespace, session, sequence, id, part)
   );
   CREATE TABLE discogen.snapshots (
     namespace text NOT NULL,
     session text NOT NULL,
     name text NOT NULL,
     position bigint GENERATED ALWAYS AS IDENTITY,
     sequence bigint NOT NULL,
     content text NOT NULL,
     PRIMARY KEY (namespace, session, name)
   );`,
  // Null for a session from schema version 1, until its next commit.
  'ALTER TABLE discogen.logs ADD COLUMN name text',
];

/** Creates the tables, or migrates them. Rejects if a later version of discogen has migrated them. */
export async function migrate(database: PostgresDatabase): Promise<void> {
  if ((await readVersion(async (text) => database.query(text))) === migrations.length) return;
  // Another process may migrate at the same time.
  await database.transaction('migrations', async (query) => {
    const version = await readVersion(query);
    if (version > migrations.length)
      throw new Error(
        `its schema has the version ${version}; expected at most ${migrations.length}. Use a later version of discogen, or another database`,
      );
    if (version === 0)
      await query(`
        CREATE SCHEMA IF NOT EXISTS discogen;
        CREATE TABLE discogen.migrations (version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())`);
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      await query(migration);
      await query('INSERT INTO discogen.migrations (version) VALUES ($1)', [index + 1]);
    }
  });
}

/** Returns 0 if there are no tables. */
async function readVersion(query: Query): Promise<number> {
  // `to_regclass` might not see what another process has created in the meantime.
  const tables = await query(`SELECT FROM pg_catalog.pg_tables WHERE schemaname = 'discogen' AND tablename = 'migrations'`);
  if (tables.length === 0) return 0;
  const [row] = await query<{ readonly version: number | null }>('SELECT max(version) AS version FROM discogen.migrations');
  return row?.version ?? 0;
}

/** Formats JSON as ASCII text. `JSON.stringify` escapes U+0000 and malformed Unicode. */
export const toText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Parses a record. Throws an error that says what to do if it can't be read. `name`: `the commit 3`. */
export function parseRecord<T>(text: string, name: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`the store is damaged: ${name} can't be read (${problem}). Restore the database, or use another namespace`, {
      cause: error,
    });
  }
}
