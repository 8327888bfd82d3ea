/** A store in a PostgreSQL database, which processes of several machines share. */
import type { Pool } from 'pg';
import type { Log, MockStore, StoreHeader, VersionReference } from '../../templates/runtime/mock/index.js';
import { UsageError } from '../lib/usage-error.js';
import { describeError, PostgresDatabase } from './postgres-database.js';
import { PostgresLog } from './postgres-log.js';
import { migrate, toText } from './postgres-schema.js';

class PostgresStore implements MockStore {
  readonly #database: PostgresDatabase;
  readonly #namespace: string;

  constructor(database: PostgresDatabase, namespace: string) {
    this.#database = database;
    this.#namespace = namespace;
  }

  async initialize(header: StoreHeader): Promise<StoreHeader> {
    // The update changes nothing, and returns the row.
    const statement = `
      INSERT INTO discogen.namespaces AS namespace (name, header) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET header = namespace.header RETURNING header`;
    const [row] = await this.#database.query<{ readonly header: string }>(statement, [this.#namespace, toText(header)]);
    return row ? (JSON.parse(row.header) as StoreHeader) : header;
  }

  openLog(session: string): Log {
    return new PostgresLog(this.#database, this.#namespace, session);
  }

  async listSessions(): Promise<readonly VersionReference[]> {
    const statement = 'SELECT name, latest FROM discogen.logs WHERE namespace = $1 AND name IS NOT NULL';
    const rows = await this.#database.query<{ readonly name: string; readonly latest: string }>(statement, [this.#namespace]);
    return rows.map(({ name, latest }) => ({ session: JSON.parse(name) as string, sequence: Number(latest) }));
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

export async function openPostgresStore(address: string, namespace: string): Promise<MockStore> {
  const PoolClass = await loadPool();
  let database: PostgresDatabase | undefined;
  try {
    database = new PostgresDatabase(PoolClass, address);
    await migrate(database);
    return new PostgresStore(database, namespace);
  } catch (error) {
    await database?.close();
    // The cause may contain the password.
    throw new UsageError(`cannot open the store ${omitSecrets(address)}: ${describeError(error)}`);
  }
}

/** Omits the password, and the parameters, which can contain one. */
function omitSecrets(address: string): string {
  if (!URL.canParse(address)) return 'in PostgreSQL';
  const url = new URL(address);
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

async function loadPool(): Promise<typeof Pool> {
  try {
    return (await import('pg')).default.Pool;
  } catch (error) {
    throw new UsageError('a store in PostgreSQL needs the package pg; install it: npm install pg', [], { cause: error });
  }
}
