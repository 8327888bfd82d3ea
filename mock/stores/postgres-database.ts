/** Connections to a PostgreSQL database, which may be unavailable for a while. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient, PoolConfig } from 'pg';

/** The number of connections for queries. */
const maxConnections = 8;
/** The number of connections that hold or await a lock. They are separate, so that awaited locks don't delay the queries of their owners. */
const maxLockConnections = 4;
/** In milliseconds. */
const connectTimeout = 5000;
/** How long a query, which may write a large state, or the wait for a lock takes before it fails, in milliseconds. */
const queryTimeout = 30_000;
/** The same for a query that reads one value: it soon detects that the server is unavailable if nothing has closed the connection. */
export const shortTimeout = 5000;
/** How long queries fail at once after a failed attempt to connect, in milliseconds. Otherwise, each one would wait for its own attempt. */
const retryDelay = 500;

/** How long the database waits for the next query of a transaction before it ends the connection, in milliseconds. */
const transactionTimeout = 5000;
/** In milliseconds. */
const outcomePollInterval = 50;

/** The connection was lost during a query, so its outcome is unknown. */
export class ConnectionLostError extends Error {}

/** A held lock, whose connection also runs the queries of its owner. */
export interface LockConnection {
  readonly client: PoolClient;
  release(): Promise<void>;
}

export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

interface QueryOptions {
  readonly lock?: LockConnection | undefined;
  /** In milliseconds. */
  readonly timeout?: number | undefined;
}

export class PostgresDatabase {
  readonly #pool: Pool;
  readonly #lockPool: Pool;
  readonly #lockClients = new Set<PoolClient>();
  #failure: { readonly error: Error; readonly until: number } | undefined;
  readonly #pending = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(PoolClass: typeof Pool, connectionString: string) {
    const createPool = (config: PoolConfig): Pool => {
      const pool = new PoolClass({
        connectionString,
        fallback_application_name: 'discogen',
        query_timeout: queryTimeout,
        keepAlive: true,
        allowExitOnIdle: true,
        ...config,
      });
      // The pool replaces connections that are lost. Without a listener, such an error would end the process.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      return pool;
    };
    this.#pool = createPool({ max: maxConnections, connectionTimeoutMillis: connectTimeout });
    // The wait for a connection includes the wait for locks that other sessions await.
    this.#lockPool = createPool({ max: maxLockConnections, connectionTimeoutMillis: queryTimeout });
  }

  /** Runs a statement that has the same effect if it runs again, which happens if the connection is lost. */
  async query<Row>(text: string, values: readonly unknown[] = [], timeout?: number): Promise<readonly Row[]> {
    return repeatIfLost(async () => this.queryOnce<Row>(text, values, { timeout }));
  }

  /** Runs a statement, by default in any connection. Rejects with `ConnectionLostError` if the outcome is unknown. */
  async queryOnce<Row>(text: string, values: readonly unknown[], { lock, timeout = queryTimeout }: QueryOptions): Promise<readonly Row[]> {
    const query = { text, values: [...values], query_timeout: timeout };
    const run = async (client: PoolClient): Promise<readonly Row[]> => (await mapError(client.query(query))).rows as readonly Row[];
    return lock ? run(lock.client) : this.withConnection(run);
  }

  /**
   * Runs `work` in a transaction, one at a time of those with the same lock. It takes effect once, even if the connection is lost. `work` runs
   * again if the first transaction had no effect.
   */
  async transaction<T>(lockName: string, work: (query: Query) => Promise<T>): Promise<T> {
    return repeatIfLost(async () => this.transactionOnce(lockName, work));
  }

  /** Rejects with `ConnectionLostError` if the connection was lost and the transaction had no effect. */
  async transactionOnce<T>(lockName: string, work: (query: Query) => Promise<T>, lock?: LockConnection): Promise<T> {
    let completed: { readonly id: string; readonly result: T } | undefined;
    const run = async (client: PoolClient): Promise<T> => {
      const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
        (await mapError(client.query(text, [...values]))).rows as readonly Row[];
      // Each statement sees what was committed before it.
      await query(`BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${transactionTimeout}`);
      const start = 'SELECT pg_advisory_xact_lock($1), txid_current() AS id';
      const [row] = await query<{ readonly id: string }>(start, [getLockKey(lockName)]);
      const result = await work(query);
      if (row) completed = { id: row.id, result };
      await query('COMMIT');
      return result;
    };
    try {
      return await (lock ? run(lock.client) : this.withConnection(run));
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) {
        // Other connections end.
        await lock?.client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
      if (completed && (await this.#isCommitted(completed.id))) return completed.result;
      throw error;
    }
  }

  async #isCommitted(transactionId: string): Promise<boolean> {
    const deadline = Date.now() + queryTimeout;
    while (Date.now() < deadline) {
      const [row] = await this.query<{ readonly status: string }>('SELECT txid_status($1) AS status', [transactionId]);
      if (row?.status !== 'in progress') return row?.status === 'committed';
      await wait(outcomePollInterval);
    }
    throw new Error('the connection was lost, and the database has not ended the transaction');
  }

  async withConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const result = this.#runConnected(work);
    this.#pending.add(result);
    try {
      return await result;
    } finally {
      this.#pending.delete(result);
    }
  }

  async #runConnected<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // A connection whose query failed may still be in a transaction.
      client.release(true);
      throw error;
    }
  }

  async #connect(): Promise<PoolClient> {
    if (this.#isClosed) throw new Error('it is closed');
    if (this.#failure && this.#failure.until > Date.now()) throw this.#failure.error;
    try {
      const client = await this.#pool.connect();
      this.#failure = undefined;
      return client;
    } catch (error) {
      const failure = new Error(this.#isClosed ? 'it is closed' : describeError(error));
      this.#failure = { error: failure, until: Date.now() + retryDelay };
      throw failure;
    }
  }

  /** Waits for the advisory lock of a name. The database releases it when the connection ends, as when this process is killed. */
  async lock(name: string): Promise<LockConnection> {
    // Otherwise, a connection to an unavailable database would take longer to fail.
    await this.withConnection(async () => undefined);
    const client = await this.#lockPool.connect();
    this.#lockClients.add(client);
    const release = async (): Promise<void> => {
      // Ends the connection, unless `close` has done it.
      if (this.#lockClients.delete(client)) client.release(true);
    };
    try {
      await mapError(client.query(lockStatement, [getLockKey(name)]));
      return { client, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const client of this.#lockClients) client.release(true);
    this.#lockClients.clear();
    // A pool that ends doesn't answer those who wait for a connection.
    await Promise.allSettled(this.#pending);
    await Promise.all([this.#pool.end(), this.#lockPool.end()]);
  }
}

/** The server ends a connection to a machine that is unreachable, with its lock, after about 20 seconds. */
const lockStatement = `
  SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '2', false), pg_advisory_lock($1)`;

/** Returns the key of the advisory lock of a name: 64 bits. */
export const getLockKey = (name: string): string => createHash('sha256').update(`discogen ${name}`).digest().readBigInt64BE().toString();

async function repeatIfLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) throw error;
    return work();
  }
}

/** Distinguishes an error of a statement, which has had no effect, from the loss of its connection. */
async function mapError<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw isStatementError(error) ? error : new ConnectionLostError(describeError(error), { cause: error });
  }
}

/** Errors of the server have a severity. Those of the classes 08 and 57P end the connection. */
const isStatementError = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && !/^(?:08|57P)/.test(getErrorCode(error) ?? '');

export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** An error that combines the errors of several addresses of a host has no message. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : String(error);
}
