/** A store in PostgreSQL, with a real server. `mock-store.test.ts` tests what it has in common with other stores. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore, type MockStore } from '../../../../mock/stores/index.js';
import type { Commit } from '../../../../mock/types/store.js';
import { startMock, type MockClient } from '../../../behavior/request.js';
import { appendCommits, createSnapshot, describeContent, writeCheckpoint } from '../../../support/log-contract.js';
import { postgresObstacle, startPostgres } from '../../../support/postgres-server.js';
import { createDatabase, runSql } from '../../../support/shared-postgres.js';

const header = { format: 1, apis: ['dns.v1'], resources: 'a' };
const zones = '/dns/v1/projects/p/managedZones';
const zone = { name: 'zone', dnsName: 'example.com.', description: '' };
const setA: Commit = { writes: [['a', 1]] };
const setB: Commit = { writes: [['b', 2]] };
const opened: MockStore[] = [];
let database: string;

async function open(address = database, namespace?: string): Promise<MockStore> {
  const store = await openStore(address, { namespace });
  opened.push(store);
  return store;
}

const getMessage = async (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => 'no error',
    (error: unknown) => `${String(error)} ${JSON.stringify(error)}`,
  );

const readStatus = async ({ send }: MockClient, path: string): Promise<number> => (await send(`GET ${path}`)).status;

/** Ends all connections of stores to the database. */
const endConnections = async (): Promise<unknown> =>
  runSql(
    database,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'discogen' AND datname = current_database()",
  );

describe.skipIf(postgresObstacle)(`a store in PostgreSQL${postgresObstacle ? ` (skipped: ${postgresObstacle})` : ''}`, () => {
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
  });

  it.each([
    ['commits', 'content', 'the commit 1'],
    ['checkpoint_parts', 'entries', 'the part 0 of the checkpoint 1'],
    ['snapshots', 'content', 'a snapshot'],
  ])('reports text in %s that is not JSON', async (table, column, name) => {
    const damaged = await createDatabase();
    const log = (await open(damaged)).openLog('default');
    await log.append(0, setA);
    await log.createSnapshot({ name: 's', sequence: 1, time: '2026-01-01T00:00:00Z' }, 10);
    if (table === 'checkpoint_parts') await log.writeCheckpoint({ sequence: 1, entries: [['a', 1]] }, { from: 1, checkpoints: 1 });
    await runSql(damaged, `UPDATE discogen.${table} SET ${column} = '{'`);
    const reads = { commits: () => log.read(0, 1), checkpoint_parts: () => log.readCheckpoint(), snapshots: () => log.listSnapshots() };
    await expect(reads[table as keyof typeof reads]()).rejects.toThrow(`the store is damaged: ${name} can't be read (`);
  });

  describe('the schema', () => {
    it('is created once by processes that start at the same time', async () => {
      const fresh = await createDatabase();
      const stores = await Promise.all(Array.from({ length: 6 }, async () => open(fresh)));
      const headers = await Promise.all(stores.map(async (store, index) => store.initialize({ ...header, resources: String(index) })));
      expect(new Set(headers.map(({ resources }) => resources)).size).toBe(1);
      expect(await runSql(fresh, 'SELECT version FROM discogen.migrations')).toEqual([{ version: 1 }, { version: 2 }]);
    });

    it('of a later version is rejected and unchanged', async () => {
      const later = await createDatabase();
      const log = (await open(later)).openLog('default');
      await log.append(0, setA);
      await runSql(later, 'INSERT INTO discogen.migrations (version) VALUES (7)');
      expect(await getMessage(openStore(later))).toContain('its schema has the version 7; expected at most 2');
      expect(await log.read(0, 10)).toEqual([setA]);
    });

    it('can belong to an account that cannot create it', async () => {
      const owned = await createDatabase();
      await open(owned);
      const account = `test_${Date.now()}`;
      await runSql(
        owned,
        `CREATE ROLE ${account} LOGIN PASSWORD 'x'; GRANT USAGE ON SCHEMA discogen TO ${account};
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA discogen TO ${account}`,
      );
      const url = new URL(owned);
      Object.assign(url, { username: account, password: 'x' });
      const log = (await open(url.href)).openLog('default');
      expect(await log.append(0, setA)).toBe('appended');
      expect(await log.createSnapshot(createSnapshot('a', 1), 1)).toBe('created');
      await log.writeCheckpoint({ sequence: 1, entries: [] }, { from: 1, checkpoints: 1 });
    });
  });

  describe('an address', () => {
    it('with a wrong password, or of no server, is rejected without the password', async () => {
      const url = new URL(database);
      url.password = 's%C3%A9cret';
      const wrong = await getMessage(openStore(url.href));
      expect(wrong).toContain(`cannot open the store postgres://postgres@${url.host}${url.pathname}: password authentication failed`);
      url.port = '1';
      url.searchParams.set('password', 'sécret');
      const away = await getMessage(openStore(url.href));
      expect(away).toContain('ECONNREFUSED');
      const malformed = await getMessage(openStore('postgres://user:sécret@host:port/x'));
      expect(`${wrong}${away}${malformed}`).not.toMatch(/s(é|%C3%A9)cret/i);
    });

    it.each([
      ['mysql://user:secret@host/x', undefined, 'the address of a store must begin with postgres:// or postgresql:// (received mysql://…)'],
      ['postgres://host/x', 'Two words', 'the namespace of a store must be 1 to 63'],
      ['folder', 'other', 'a namespace needs a store in PostgreSQL, but the store is a folder'],
    ])('%s, namespace %s', async (address, namespace, message) => {
      const error = await getMessage(openStore(address, { namespace }));
      expect(error).toContain(message);
      expect(error).not.toContain('secret');
    });
  });

  it('separates namespaces', async () => {
    const [first, second, other] = await Promise.all([open(), open(), open(database, 'other')]);
    const mocks = [first, second, other].map((store) => startMock('dns', { store }));
    const [writer, reader, stranger] = mocks as [MockClient, MockClient, MockClient];
    expect((await writer.send(`POST ${zones}`, zone)).status).toBe(200);
    expect(await readStatus(reader, `${zones}/zone`)).toBe(200);
    expect(await readStatus(stranger, `${zones}/zone`)).toBe(404);
    const compute = startMock('compute', { store: first });
    await expect(compute.mock.listen()).rejects.toThrow('the store contains the state of dns.v1; expected compute.v1');
  });

  it('appends one of several commits with the same number, whatever the isolation level', async () => {
    const strict = await createDatabase();
    await runSql(strict, `ALTER DATABASE "${new URL(strict).pathname.slice(1)}" SET default_transaction_isolation = 'serializable'`);
    for (const address of [database, strict]) {
      const logs = await Promise.all([1, 2, 3, 4].map(async () => (await open(address)).openLog('conflict')));
      for (let sequence = 0; sequence < 10; sequence++) {
        const outcomes = await Promise.all(logs.map(async (log) => log.append(sequence, setA)));
        expect(outcomes.toSorted()).toEqual(['appended', 'conflict', 'conflict', 'conflict']);
      }
      expect(await logs[0]?.latest()).toBe(10);
      expect(await logs[0]?.append(11, setA)).toBe('conflict');
    }
    expect(await (await open()).openLog('none').append(3, setA)).toBe('conflict');
  });

  it('keeps a large checkpoint in parts, and deletes those of a stopped writer', async () => {
    const log = (await open(database, 'large')).openLog('default');
    const countRows = async (): Promise<unknown> =>
      (
        await runSql(
          database,
          `SELECT (SELECT count(*) FROM discogen.commits WHERE namespace = 'large')::int AS commits,
             (SELECT sum(parts) FROM discogen.checkpoints WHERE namespace = 'large')::int AS parts,
             (SELECT count(*) FROM discogen.checkpoint_parts WHERE namespace = 'large')::int AS stored`,
        )
      )[0];
    const entries = Array.from({ length: 30 }, (_, index): [string, string] => [`key-${index}`, `${index}`.repeat(100_000)]);
    await log.append(0, { writes: entries });
    await runSql(
      database,
      `INSERT INTO discogen.checkpoint_parts SELECT namespace, session, 1, gen_random_uuid(), 0, '[]' FROM discogen.logs
       WHERE namespace = 'large'`,
    );
    await log.writeCheckpoint({ sequence: 1, entries }, { from: 1, checkpoints: 1 });
    expect(await log.readCheckpoint()).toEqual({ sequence: 1, entries });
    expect(await countRows()).toEqual({ commits: 0, parts: 6, stored: 6 });
    await log.append(1, setA);
    await log.writeCheckpoint({ sequence: 2, entries: entries.slice(20) }, { from: 2, checkpoints: 1 });
    expect(await log.readCheckpoint()).toEqual({ sequence: 2, entries: entries.slice(20) });
    expect(await countRows()).toEqual({ commits: 0, parts: 3, stored: 3 });
  });

  it('compacts a log after a fork that has begun, which keeps its origin', async () => {
    const store = await open(database, 'race');
    const [origin, fork] = [store.openLog('origin'), store.openLog('fork')];
    await appendCommits(origin, 4);
    await appendCommits(fork, 1);
    await origin.createSnapshot(createSnapshot('a', 2), 1);
    await writeCheckpoint(origin, 4, 4);
    const countWaiting = async (): Promise<unknown> =>
      (
        await runSql(
          database,
          `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'discogen' AND wait_event_type = 'Lock'`,
        )
      )[0]?.['count'];

    const blocker = new pg.Client(database);
    await blocker.connect();
    onTestFinished(async () => blocker.end());
    await blocker.query("BEGIN; SELECT FROM discogen.logs WHERE namespace = 'race' AND latest = 1 FOR UPDATE");
    const appending = fork.append(1, { origin: { session: 'origin', sequence: 2 }, writes: [] });
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 120_000 });
    const compact = async (): Promise<void> => {
      await origin.deleteSnapshot('a');
      await writeCheckpoint(origin, 4, 4);
    };
    const compacting = compact();
    await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: 120_000 });
    await blocker.query('ROLLBACK');
    expect(await appending).toBe('appended');
    await compacting;
    expect(await describeContent(origin)).toEqual({ oldest: 4, commits: [1, 2], checkpoints: [4] });
  });

  describe('when the server ends its connections', () => {
    it('continues', async () => {
      const store = await open();
      const log = store.openLog('ended');
      expect(await log.append(0, setA)).toBe('appended');
      await endConnections();
      expect(await log.append(1, setA)).toBe('appended');
      await endConnections();
      expect(await log.latest()).toBe(2);
    });

    it('releases the lock, and the owner can still append', async () => {
      const [owner, other] = (await Promise.all([open(), open()])).map((store) => store.openLog('locked'));
      const unlock = await owner?.lock();
      await endConnections();
      expect(await other?.append(0, setA)).toBe('appended');
      expect(await owner?.append(0, setB)).toBe('conflict');
      expect(await owner?.append(1, setB)).toBe('appended');
      await unlock?.();
      await (
        await other?.lock()
      )?.();
    });
  });

  it('responds with 503 while the server is away, and continues when it is back', async () => {
    const server = await startPostgres();
    const store = await openStore(server.url);
    try {
      const client = startMock('dns', { store });
      await client.send(`POST ${zones}`, zone);
      await server.halt();
      const unavailable = { status: 503, headers: { 'retry-after': '1' }, body: { error: { errors: [{ reason: 'backendError' }] } } };
      const responses = await Promise.all([`GET ${zones}`, `DELETE ${zones}/zone`].map(async (line) => client.send(line)));
      for (const response of responses) expect(response).toMatchObject(unavailable);
      expect(JSON.stringify([responses, client.mock.requests])).not.toContain(new URL(server.url).password);
      await server.restart();
      await vi.waitFor(async () => expect(await readStatus(client, `${zones}/zone`)).toBe(200), { timeout: 120_000 });
    } finally {
      await store.close();
      await server.stop();
    }
  });
});
