/** A store in a PostgreSQL database, which processes of several machines share. */
import type { MockStore, StoreHeader } from '../index.js';
import { loadOptionalPackages, UsageError } from '../../generator/lib/usage-error.js';
import { describeError, PostgresDatabase } from './postgres-database.js';
import { PostgresLog } from './postgres-log.js';
import { migrate, parseRecord, toText } from './postgres-schema.js';

function createStore(database: PostgresDatabase, namespace: string): MockStore {
  return {
    async initialize(header) {
      // The update changes nothing, and returns the row.
      const statement = `
        INSERT INTO discogen.namespaces AS namespace (name, header) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET header = namespace.header RETURNING header`;
      const [row] = await database.query<{ readonly header: string }>(statement, [namespace, toText(header)]);
      return row ? parseRecord<StoreHeader>(row.header, 'the header') : header;
    },
    openLog: (session) => new PostgresLog(database, namespace, session),
    async listSessions() {
      const statement = 'SELECT name, latest FROM discogen.logs WHERE namespace = $1 AND name IS NOT NULL';
      const rows = await database.query<{ readonly name: string; readonly latest: string }>(statement, [namespace]);
      return rows.map(({ name, latest }) => ({ session: parseRecord<string>(name, 'the name of a session'), sequence: Number(latest) }));
    },
    close: () => database.close(),
  };
}

export async function openPostgresStore(address: string, namespace: string): Promise<MockStore> {
  const message = 'a store in PostgreSQL needs the package pg; install it: npm install pg';
  const { default: pg } = await loadOptionalPackages(() => import('pg'), message);
  let database: PostgresDatabase | undefined;
  try {
    database = new PostgresDatabase(pg.Pool, address);
    await migrate(database);
    return createStore(database, namespace);
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
