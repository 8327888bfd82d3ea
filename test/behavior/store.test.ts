/** Mocks that share a store. */
import { describe, expect, test } from 'vitest';
import { createMockServer, type MockOptions, ParameterError } from '../../templates/runtime/mock/index.js';
import { MemoryMockStore } from '../support/memory-log.js';
import { noon, readNames, startMock, summarizeError, uuid, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const checks = `${base}/global/httpHealthChecks`;
const seed = { resources: { [`${checks}/seeded`]: { name: 'seeded', port: 80 } } };

/** Starts replicas, which have different random numbers like processes that were started at different times. */
function startReplicas(
  count: number,
  options: MockOptions = {},
): { readonly store: MemoryMockStore; readonly replicas: readonly MockClient[] } {
  const store = new MemoryMockStore();
  const replicas = Array.from({ length: count }, (_, index) => startMock('compute', { seed, store, randomSeed: index + 1, ...options }));
  return { store, replicas };
}

const listNames = async ({ send }: MockClient, session = 'default'): Promise<readonly unknown[]> =>
  readNames(await send(`GET ${checks}`, undefined, { 'x-mock-session': session }));

describe('mocks with one store', () => {
  test('read what another one wrote, with its operation', async () => {
    const { replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    const operation = await first.send(`POST ${checks}`, { name: 'added' });
    expect(await listNames(second)).toEqual(['added', 'seeded']);
    const read = await second.send(`GET ${base}/global/operations/${String(operation.body['name'])}`);
    expect(read.body).toMatchObject({ id: operation.body['id'], status: 'DONE' });
    expect(summarizeError(await second.send(`POST ${checks}`, { name: 'added' }))).toEqual({ status: 409, reason: 'alreadyExists' });
  });

  test('return the same operation for the same request id', async () => {
    const { replicas } = startReplicas(2);
    const operations = [];
    for (const { send } of replicas) operations.push(await send(`POST ${checks}?requestId=${uuid(1)}`, { name: 'added' }));
    expect(operations[1]?.body).toEqual(operations[0]?.body);
  });

  test('create one of several resources with the same name', async () => {
    const { replicas } = startReplicas(3);
    const responses = await Promise.all(replicas.map(({ send }) => send(`POST ${checks}`, { name: 'added' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('continue the state of an earlier mock, whatever their seed', async () => {
    const { store, replicas } = startReplicas(1);
    await replicas[0]?.send(`POST ${checks}`, { name: 'added' });
    expect(await listNames(startMock('compute', { store }))).toEqual(['added', 'seeded']);
  });

  test('restore the seed in all of them', async () => {
    const { replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    await first.send(`POST ${checks}`, { name: 'added' });
    await second.mock.reset();
    expect(await listNames(first)).toEqual(['seeded']);
  });

  test('share each session, also after it is removed from memory', async () => {
    const { replicas } = startReplicas(2, { maxSessions: 1, warn: () => undefined });
    const [first, second] = replicas as [MockClient, MockClient];
    for (const name of ['a', 'b']) await first.send(`POST ${checks}`, { name: `in-${name}` }, { 'x-mock-session': name });
    expect(await listNames(second, 'a')).toEqual(['in-a', 'seeded']);
    expect(await listNames(first, 'a')).toEqual(['in-a', 'seeded']);
    await second.admin('DELETE sessions/a');
    expect(await listNames(first, 'a')).toEqual(['seeded']);
    expect(await listNames(second, 'b')).toEqual(['in-b', 'seeded']);
  });
});

describe('what decides responses is in the store', () => {
  /** Restarts the mock before each request, or sends each one to another replica. */
  const transports: readonly (readonly [string, () => () => MockClient])[] = [
    [
      'after a restart',
      () => {
        const store = new MemoryMockStore();
        return () => startMock('compute', { seed, store });
      },
    ],
    [
      'in another replica',
      () => {
        const { replicas } = startReplicas(2);
        let count = 0;
        return () => replicas[count++ % 2] as MockClient;
      },
    ],
  ];

  describe.each(transports)('%s', (_, start) => {
    test('the clock continues', async () => {
      const next = start();
      await next().mock.clock.freeze();
      await next().mock.clock.set('2030-01-01T00:00:00Z');
      await next().mock.clock.advance(1000);
      expect(await next().mock.clock.now()).toBe(Date.UTC(2030, 0, 1, 0, 0, 1));
      const { body } = await next().admin('GET clock');
      expect(body).toEqual({ now: '2030-01-01T00:00:01.000Z' });
      const inserted = await next().send(`POST ${checks}`, { name: 'added' });
      expect(inserted.headers['date']).toBe('Tue, 01 Jan 2030 00:00:01 GMT');
    });

    test('a fault applies to its remaining requests', async () => {
      const next = start();
      await next().mock.faults.add({ method: 'compute.httpHealthChecks.list', status: 503, times: 3 });
      const statuses = [];
      for (let count = 0; count < 5; count++) statuses.push((await next().send(`GET ${checks}`)).status);
      expect(statuses).toEqual([503, 503, 503, 200, 200]);
      expect(await next().mock.faults.list()).toEqual([]);
    });

    test('generated ids continue', async () => {
      const next = start();
      const names = ['a', 'b', 'c', 'd'];
      const shared = [];
      for (const name of names) shared.push((await next().send(`POST ${checks}`, { name })).body);
      const single = startMock('compute', { seed });
      for (const [index, name] of names.entries()) expect((await single.send(`POST ${checks}`, { name })).body).toEqual(shared[index]);
    });

    test('settings stay', async () => {
      const next = start();
      await next().mock.settings.set({ strict: true });
      expect(await next().mock.settings.get()).toEqual({ strict: true });
      const snapshot = await next().send(`POST ${base}/zones/z/disks/d/createSnapshot?guestFlush=true`, { name: 's' });
      expect(snapshot.status).toBe(501);
    });

    test('a rewind applies, and a sequence number means the same state', async () => {
      const next = start();
      await next().send(`POST ${checks}`, { name: 'added' });
      const sequence = await next().mock.sequence();
      await next().send(`DELETE ${checks}/added`);
      await next().send(`POST ${checks}`, { name: 'other' });
      expect(await next().mock.rewind(sequence)).toEqual({ sequence: sequence + 3, previous: sequence + 2 });
      expect(await listNames(next())).toEqual(['added', 'seeded']);
      expect(await next().mock.sequence()).toBe(sequence + 3);
    });
  });

  test('a session that the code makes strict is strict for its next request', async () => {
    const { replicas } = startReplicas(1);
    const { mock } = (replicas as [MockClient])[0];
    await mock.session('s').state();
    expect(await mock.session('s', { strict: true }).settings.get()).toEqual({ strict: true });
  });
});

describe('forks and snapshots of a shared session', () => {
  test('a fork is a session of the store', async () => {
    const { replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    await first.send(`POST ${checks}`, { name: 'added' });
    await first.mock.clock.advance(1000);
    const fork = await second.mock.fork('fork');
    expect(await fork.sequence()).toBe(1);
    expect(await listNames(first, 'fork')).toEqual(['added', 'seeded']);
    expect(await first.mock.session('fork').clock.now()).toBe(noon + 1000);
    await first.mock.fork('again', { from: 'fork', at: 1 });
    expect(await listNames(second, 'again')).toEqual(['added', 'seeded']);
  });

  test('a fork replaces no session of another process, except a deleted one', async () => {
    const { replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    await first.send(`POST ${checks}`, { name: 'added' });
    await second.mock.fork('fork');
    for (const { mock } of replicas) await expect(mock.fork('fork')).rejects.toMatchObject({ reason: 'alreadyExists' });
    await second.admin('DELETE sessions/fork');
    expect(await listNames(second, 'fork')).toEqual(['seeded']);
    await first.admin('DELETE sessions/fork');
    await first.mock.fork('fork');
    expect(await listNames(second, 'fork')).toEqual(['added', 'seeded']);
    await first.admin('DELETE sessions/fork');
    await second.send(`POST ${checks}`, { name: 'later' }, { 'x-mock-session': 'fork' });
    await expect(first.mock.fork('fork')).rejects.toMatchObject({ reason: 'alreadyExists' });
    await expect(first.mock.fork('other', { from: 'none' })).rejects.toMatchObject({ reason: 'notFound' });
  });

  test('a snapshot is known to all, after a restart, a reset, and a rewind', async () => {
    const { store, replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    await first.send(`POST ${checks}`, { name: 'added' });
    const snapshot = await first.mock.snapshots.create('before');
    expect(await second.mock.snapshots.list()).toEqual([snapshot]);
    await second.mock.reset();
    await first.mock.rewind(1);
    for (const client of [second, startMock('compute', { seed, store })]) {
      expect((await client.admin('GET snapshots/before')).body).toEqual(snapshot);
      expect(await client.mock.rewind('before')).toMatchObject({ previous: (await first.mock.sequence()) - 1 });
      expect(await listNames(first)).toEqual(['added', 'seeded']);
      await client.mock.reset();
    }
    await second.mock.snapshots.delete('before');
    expect(await first.mock.snapshots.list()).toEqual([]);
    expect(summarizeError(await first.admin('DELETE snapshots/before'))).toEqual({ status: 404, reason: 'notFound' });
  });

  test('one of several processes creates a snapshot with the same name, and all together at most 100', async () => {
    const { replicas } = startReplicas(3);
    const create = async (name: string): Promise<readonly number[]> =>
      (await Promise.all(replicas.map(({ admin }) => admin('POST snapshots', { name })))).map(({ status }) => status).sort();
    expect(await create('same')).toEqual([201, 409, 409]);
    const [first, second] = replicas as [MockClient, MockClient];
    for (let count = 1; count < 99; count++) await first.mock.snapshots.create(`s${count}`);
    const last = await Promise.allSettled(replicas.map(({ mock }, index) => mock.snapshots.create(`last-${index}`)));
    expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(second.mock.snapshots.create('more')).rejects.toMatchObject({
      reason: 'invalid',
      message: expect.stringContaining('100'),
    });
    expect(await second.mock.snapshots.list()).toHaveLength(100);
  });

  test('a fork refers to its origin, and outlives it', async () => {
    const { store, replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    const origin = first.mock.session('origin');
    await first.send(`POST ${checks}`, { name: 'added' }, { 'x-mock-session': 'origin' });
    const at = await origin.sequence();
    await origin.reset();
    await second.mock.fork('fork', { from: 'origin', at });
    expect(store.openLog('fork').commits).toEqual([{ origin: { session: 'origin', sequence: at }, writes: [] }]);
    await first.admin('DELETE sessions/origin');
    for (const client of [first, second, startMock('compute', { store })])
      expect(await listNames(client, 'fork')).toEqual(['added', 'seeded']);
    expect(store.openLog('origin').checkpoints).toHaveLength(1);
    expect([...store.openLog('origin').storedCommits]).toEqual(Array.from({ length: at }, (_, index) => index + 1));
    await second.admin('DELETE sessions/fork');
    await first.admin('DELETE sessions/origin');
    expect(store.openLog('origin').storedCommits.size).toBe(0);
  });

  test('a fork of a version that only the memory of a process contains is a copy', async () => {
    const { store, replicas } = startReplicas(1);
    const [client] = replicas as [MockClient];
    const origin = client.mock.session('origin');
    await client.send(`POST ${checks}`, { name: 'added' }, { 'x-mock-session': 'origin' });
    const at = await origin.sequence();
    const log = store.openLog('origin');
    log.writeCheckpoint({ sequence: at + 1, entries: [] }, { from: at + 1, checkpoints: 1 });
    await origin.fork('fork', { at });
    expect(store.openLog('fork').commits[0]?.origin).toBeUndefined();
    expect(await listNames(client, 'fork')).toEqual(['added', 'seeded']);
  });

  test.each([
    ['that read them', (client: MockClient) => client],
    ['after a restart', (_: MockClient, store: MemoryMockStore) => startMock('compute', { seed, store })],
  ])('a process can return to the states that the log keeps, %s', async (_, restart) => {
    const { store, replicas } = startReplicas(2, { history: 2 });
    const [first] = replicas as [MockClient];
    for (const name of ['a', 'b']) await first.send(`POST ${checks}`, { name });
    const client = restart(first, store);
    await client.mock.rewind(1);
    expect(await listNames(first)).toEqual(['seeded']);
    await client.mock.fork('fork', { at: 2 });
    expect(await listNames(first, 'fork')).toEqual(['a', 'seeded']);
    const sequence = await client.mock.sequence();
    await expect(client.mock.rewind(sequence + 1)).rejects.toMatchObject({
      message: `The session doesn't keep the sequence number ${sequence + 1}; it keeps 1 to ${sequence}, and its snapshots.`,
    });
  });
});

describe('a store that is not available', () => {
  const failure = new Error('the disk is full');
  const unavailable = { status: 503, headers: { 'retry-after': '1' }, body: { error: { errors: [{ reason: 'backendError' }] } } };

  test('causes 503, and no change', async () => {
    const { store, replicas } = startReplicas(1);
    const [client] = replicas as [MockClient];
    expect(await listNames(client)).toEqual(['seeded']);
    const log = store.openLog('default');
    log.failure = failure;
    expect(await client.send(`POST ${checks}`, { name: 'added' })).toMatchObject(unavailable);
    expect(await client.send(`GET ${checks}`)).toMatchObject(unavailable);
    expect(await client.admin('GET state')).toMatchObject(unavailable);
    expect(await client.admin('GET clock')).toMatchObject(unavailable);
    expect(client.mock.requests.at(-1)?.rejection).toMatchObject({ rule: 'store' });
    log.failure = undefined;
    expect(await listNames(client)).toEqual(['seeded']);
  });

  test('causes 503 at the first request of a session', async () => {
    const { store, replicas } = startReplicas(1);
    const [client] = replicas as [MockClient];
    store.openLog('default').failure = failure;
    expect(await client.send(`GET ${checks}`)).toMatchObject(unavailable);
    await expect(client.mock.listen()).rejects.toThrow('the disk is full');
    store.openLog('default').failure = undefined;
    expect(await listNames(client)).toEqual(['seeded']);
  });
});

describe('a store of another mock is rejected and unchanged', () => {
  test.each([
    [{ format: 1 }, 'the store has the format 1; expected 2'],
    [{ apis: ['dns.v1'] }, 'the store contains the state of dns.v1; expected compute.v1'],
    [{ resources: 'other' }, 'the store contains the state of an API description with other resource types: compute.v1'],
  ])('%o', async (change, message) => {
    const { store, replicas } = startReplicas(1);
    await replicas[0]?.send(`POST ${checks}`, { name: 'added' });
    const commits = store.openLog('default').commits.length;
    const header = { ...store.header, ...change } as MemoryMockStore['header'];
    store.header = header;
    const error: unknown = await startMock('compute', { store })
      .mock.listen()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'StoreError', message: expect.stringContaining(message) as string });
    expect(store.header).toBe(header);
    expect(store.openLog('default').commits.length).toBe(commits);
  });

  test('a value that is no store', () => {
    expect(() => createMockServer([], { store: '/tmp' as never })).toThrow(ParameterError);
  });
});
