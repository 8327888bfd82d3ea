/** The control routes of versions: the history of a resource with its causes, the comparison of states, and the state of a version. */
import { describe, expect, test } from 'vitest';
import type { JsonObject, MockOptions } from '../../../mock/index.js';
import { MemoryMockStore } from '../../support/memory-log.js';
import { createSeed, noon, origin, readMessage, startMock, summarizeError, type MockClient } from '../request.js';

const zones = '/dns/v1/projects/p/managedZones';
const zone = `${zones}/z`;
const seed = { resources: { [zone]: { name: 'z', dnsName: 'example.com.' } } };
const time = new Date(noon).toISOString();
const user = 'anonymous@example.com';

const getHistory = async ({ admin }: MockClient, path: string, session?: string): Promise<readonly JsonObject[]> =>
  (await admin(`GET history?path=${encodeURIComponent(path)}`, undefined, session)).body['versions'] as readonly JsonObject[];

describe('the history of a resource', () => {
  test('has each version with the request that made it, newest first', async () => {
    const client = startMock('dns', { seed, auth: 'off' });
    await client.send(`GET ${zone}`);
    await client.send(`PATCH ${zone}?prettyPrint=false`, { description: 'one' });
    await client.send(`POST ${zones}`, { name: 'other', dnsName: 'example.org.' });
    await client.send(`PATCH ${zone}`, { description: 'one' });
    await client.send(`DELETE ${zone}`);
    const versions = await getHistory(client, zone);
    expect(versions).toEqual([
      {
        sequence: expect.any(Number),
        time,
        body: null,
        cause: { methodId: 'dns.managedZones.delete', method: 'DELETE', path: zone, user, requestIndex: 4 },
      },
      {
        sequence: 2,
        time,
        body: expect.objectContaining({ name: 'z', description: 'one' }),
        cause: { methodId: 'dns.managedZones.patch', method: 'PATCH', path: `${zone}?prettyPrint=false`, user, requestIndex: 1 },
      },
      { sequence: 1, time, body: expect.objectContaining({ name: 'z' }), cause: { control: 'start' } },
    ]);
  });

  test('names the user of the token', async () => {
    const client = startMock('dns', { seed: { ...seed, tokens: { t: { user: 'ann@example.com' } } } });
    await client.send(`PATCH ${zone}`, { description: 'one' }, { authorization: 'Bearer t' });
    expect((await getHistory(client, zone))[0]).toMatchObject({ cause: { user: 'ann@example.com' } });
  });

  test.each<[cause: string, change: (client: MockClient) => Promise<unknown>]>([
    ['seed', ({ mock }) => mock.seed(seed)],
    ['state', ({ admin }) => admin('PUT state', seed)],
    ['reset', ({ mock }) => mock.reset()],
    ['rewind', ({ mock }) => mock.rewind(1)],
  ])('has the cause %s', async (control, change) => {
    const client = startMock('dns', { seed });
    await client.send(`DELETE ${zone}`);
    await change(client);
    expect((await getHistory(client, zone))[0]).toMatchObject({ body: { name: 'z' }, cause: { control } });
  });

  test('of a fork begins with the fork', async () => {
    const client = startMock('dns', { seed });
    await client.send(`PATCH ${zone}`, { description: 'one' });
    await client.mock.fork('copy');
    expect(await getHistory(client, zone, 'copy')).toEqual([
      { sequence: 1, time, body: expect.objectContaining({ description: 'one' }), cause: { control: 'fork' } },
    ]);
  });

  test('reaches as far as the kept states, the oldest of which has no cause', async () => {
    const client = startMock('dns', { seed, history: 2 });
    for (const description of ['one', 'two', 'three']) await client.send(`PATCH ${zone}`, { description });
    const versions = await getHistory(client, zone);
    expect(versions.map(({ sequence, cause }) => [sequence, cause === undefined])).toEqual([
      [4, false],
      [3, true],
    ]);
  });

  test.each(['', 'x', '/nowhere/x'])('of %j is 400', async (path) => {
    expect(summarizeError(await startMock('dns').admin(`GET history?path=${path}`))).toMatchObject({ status: 400, location: 'path' });
  });
});

describe('operations in the history', () => {
  const check = '/compute/v1/projects/p/global/httpHealthChecks/check';
  const start = (options: MockOptions): MockClient =>
    startMock('compute', { seed: { resources: { [check]: { name: 'check', port: 80 } } }, ...options });
  const patch = async (client: MockClient): Promise<string> =>
    String((await client.send(`PATCH ${check}`, { port: 81 })).body['selfLink']).slice(origin.length);

  test('an operation that completes at once is in the cause of its request', async () => {
    const client = start({});
    const operation = await patch(client);
    expect((await getHistory(client, check))[0]?.['cause']).toMatchObject({
      methodId: 'compute.httpHealthChecks.patch',
      operations: [operation],
    });
  });

  test('an operation that completes later is the cause, and a request that reads isn’t', async () => {
    const client = start({ operationDelay: 1000 });
    const operation = await patch(client);
    await client.wait(1);
    await client.send(`GET ${check}`);
    expect((await getHistory(client, check))[0]).toMatchObject({ body: { port: 81 } });
    const causes = [{ control: 'clock', operations: [operation] }];
    expect((await getHistory(client, check)).slice(0, 1).map(({ cause }) => cause)).toEqual(causes);

    let now = noon;
    const running = start({ operationDelay: 1000, now: () => now });
    const other = await patch(running);
    now += 1000;
    await running.send(`GET ${check}`);
    expect((await getHistory(running, check))[0]?.['cause']).toEqual({ scheduled: true, operations: [other] });
    expect((await getHistory(running, other)).map(({ cause }) => (cause as JsonObject)['methodId'])).toEqual([
      undefined,
      'compute.httpHealthChecks.patch',
    ]);
  });
});

describe('causes', () => {
  test('are in a shared store, where the journal of another process has other indexes', async () => {
    const store = new MemoryMockStore();
    const [one, other] = [startMock('dns', { seed, store }), startMock('dns', { store })];
    await one.send(`PATCH ${zone}`, { description: 'one' });
    await other.send(`GET ${zones}`);
    const [ownVersion] = await getHistory(one, zone);
    const [otherVersion] = await getHistory(other, zone);
    const cause = { methodId: 'dns.managedZones.patch', method: 'PATCH', path: zone, user };
    expect(ownVersion?.['cause']).toEqual({ ...cause, requestIndex: 0 });
    expect(otherVersion).toEqual({ ...ownVersion, cause });
  });

  test('make no difference to the exported state or its restoration', async () => {
    const [one, other] = [startMock('dns', { seed }), startMock('dns', { seed })];
    await one.send(`PATCH ${zone}`, { description: 'one' });
    await other.send(`PUT ${zone}`, { name: 'z', dnsName: 'example.com.', description: 'one' });
    const state = await one.mock.state();
    expect(await other.mock.state()).toEqual(state);
    expect(JSON.stringify(state)).not.toContain('dns.managedZones.patch');
    const restored = startMock('dns', { seed: state });
    expect(await restored.mock.state()).toEqual(state);
  });
});

describe('the comparison of two states', () => {
  test('lists the resources that were created, changed, and deleted', async () => {
    const client = startMock('dns', { seed });
    await client.mock.snapshots.create('before');
    await client.send(`PATCH ${zone}`, { description: 'one' });
    await client.send(`POST ${zones}`, { name: 'a', dnsName: 'example.org.' });
    await client.mock.snapshots.create('2');
    const { body } = await client.admin('GET compare?from=before');
    const changes = body['changes'] as readonly JsonObject[];
    expect(changes.map(({ path, ...change }) => [path, Object.keys(change)])).toEqual(
      expect.arrayContaining([
        [`${zones}/a`, ['after']],
        [zone, ['before', 'after']],
      ]),
    );
    expect(changes.find(({ path }) => path === zone)).toMatchObject({ before: { name: 'z' }, after: { name: 'z', description: 'one' } });
    expect(body).toMatchObject({ from: 1, to: await client.mock.sequence(), total: changes.length });
    const reversed = (await client.admin(`GET compare?from=2&to=1`)).body;
    expect(reversed).toMatchObject({ from: await client.mock.sequence(), to: 1, total: changes.length });
    expect((await client.admin('GET compare?from=before&to=1')).body).toMatchObject({ changes: [], total: 0 });
    expect((await client.admin('GET compare?from=before&limit=1')).body).toMatchObject({ changes: [{}], total: changes.length });
  });

  test('finds single changes among many resources, also after a rewind in a store', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `zone-${String(index).padStart(5, '0')}`);
    const large = createSeed(
      zones,
      names.map((name) => ({ name, dnsName: 'example.com.' })),
    );
    for (const options of [{}, { store: new MemoryMockStore() }]) {
      const client = startMock('dns', { seed: large, ...options });
      const changed = [names[0], names[2500], names[4999]];
      for (const name of changed) await client.send(`PATCH ${zones}/${name}`, { description: 'changed' });
      await client.send(`DELETE ${zones}/${names[1]}`);
      await client.send(`POST ${zones}`, { name: 'zone-02500a', dnsName: 'example.com.' });
      const { changes } = (await client.admin('GET compare?from=1')).body as { changes: readonly JsonObject[] };
      const paths = [...changed, names[1], 'zone-02500a'].map((name) => `${zones}/${name}`).sort();
      expect(changes.map(({ path }) => path).filter((path) => /managedZones\/[^/]+$/.test(String(path)))).toEqual(paths);
      await client.mock.rewind(1);
      expect((await client.admin('GET compare?from=1')).body).toMatchObject({ changes: [], total: 0 });
    }
  });

  test.each([
    ['GET compare', 400, 'from must be'],
    ['GET compare?from=none', 404, "snapshot 'none'"],
    ['GET compare?from=99', 400, "doesn't keep the sequence number 99"],
    ['GET state?at=99', 400, "doesn't keep"],
    ['GET state?at=none', 404, "snapshot 'none'"],
  ])('%s is %i', async (line, status, message) => {
    const result = await startMock('dns').admin(line);
    expect(result.status).toBe(status);
    expect(readMessage(result)).toContain(message);
  });
});

test('GET state?at returns the state of a version, which a new mock can start from', async () => {
  const client = startMock('dns', { seed });
  await client.mock.snapshots.create('before');
  const before = (await client.admin('GET state')).body;
  await client.send(`DELETE ${zone}`);
  const result = await client.admin('GET state?at=before');
  expect(result.body).toEqual(before);
  expect(result.headers['x-mock-sequence']).toBe('1');
  expect((await client.admin('GET state?at=1')).body).toEqual(before);
});
