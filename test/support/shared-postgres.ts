/** The PostgreSQL server that all tests of a run share. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Returns the address of the server's database `postgres`. */
export async function getSharedPostgres(): Promise<string> {
  const response = await fetch(inject('postgresStarter'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

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
