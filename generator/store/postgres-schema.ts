/** The tables of a store in PostgreSQL, and how earlier versions of them become current. */
import type { PoolClient } from 'pg';
import { getLockKey, type PostgresDatabase } from './postgres-database.js';

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
     snapshot_sequence bigint NOT NULL DEFAULT 0,
     snapshot_id uuid,
     snapshot_parts integer NOT NULL DEFAULT 0,
     PRIMARY KEY (namespace, session)
   ) WITH (fillfactor = 50);
   CREATE TABLE discogen.commits (
     namespace text NOT NULL,
     session text NOT NULL,
     sequence bigint NOT NULL,
     id uuid NOT NULL,
     writes text NOT NULL,
     PRIMARY KEY (namespace, session, sequence)
   );
   CREATE TABLE discogen.snapshot_parts (
     namespace text NOT NULL,
     session text NOT NULL,
     sequence bigint NOT NULL,
     id uuid NOT NULL,
     part integer NOT NULL,
     entries text NOT NULL,
     PRIMARY KEY (namespace, session, sequence, id, part)
   );`,
];

/** Creates the tables, or migrates them. Rejects if a later version of discogen has migrated them. */
export async function migrate(database: PostgresDatabase): Promise<void> {
  await database.withConnection(async (client) => {
    if ((await readVersion(client)) === migrations.length) return;
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    // Another process may migrate at the same time.
    await client.query('SELECT pg_advisory_xact_lock($1)', [getLockKey('migrations')]);
    const version = await readVersion(client);
    if (version > migrations.length)
      throw new Error(
        `its schema has the version ${version}; expected at most ${migrations.length}. Use a later version of discogen, or another database`,
      );
    if (version === 0)
      await client.query(`
        CREATE SCHEMA IF NOT EXISTS discogen;
        CREATE TABLE discogen.migrations (version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())`);
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      await client.query(migration);
      await client.query('INSERT INTO discogen.migrations (version) VALUES ($1)', [index + 1]);
    }
    await client.query('COMMIT');
  });
}

/** Returns 0 if there are no tables. */
async function readVersion(client: PoolClient): Promise<number> {
  // `to_regclass` might not see what another process has created in the meantime.
  const tables = await client.query(`SELECT FROM pg_catalog.pg_tables WHERE schemaname = 'discogen' AND tablename = 'migrations'`);
  if (tables.rowCount === 0) return 0;
  const { rows } = await client.query('SELECT max(version) AS version FROM discogen.migrations');
  return (rows as readonly { readonly version: number }[])[0]?.version ?? 0;
}
