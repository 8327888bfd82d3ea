/** The PostgreSQL server that all tests of a run share. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { findSharedServer } from './start-on-demand.js';

/** Returns the address of the server's database `postgres`. */
export const getSharedPostgres = (): Promise<string> => findSharedServer(inject('postgresStarter'));

/** Creates an empty database and returns its address. */
export async function createDatabase(): Promise<string> {
  const address = await getSharedPostgres();
  const name = `test-${randomUUID()}`;
  await runSql(address, `CREATE DATABASE "${name}"`);
  return address.replace(/[^/]*$/, name);
}

/** Runs SQL as the superuser, and returns the rows of the last statement. */
export async function runSql(address: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const results: pg.QueryResult | readonly pg.QueryResult[] = await client.query(text);
    return ([results].flat().at(-1) as pg.QueryResult).rows as readonly Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
