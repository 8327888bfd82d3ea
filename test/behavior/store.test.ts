/** Mocks that share a store. */
import { describe, expect, test, vi } from 'vitest';
import { createMockServer, ParameterError } from '../../mock/index.js';
import { MemoryMockStore } from '../support/memory-log.js';
import { base, checks, listNames, seed, startReplicas } from './replicas.js';
import { startMock, summarizeError, uuid, type MockClient } from './request.js';

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

  test('read the number of the latest commit once per request', async () => {
    const { store, replicas } = startReplicas(1);
    const [client] = replicas as [MockClient];
    await listNames(client);
    const readLatest = vi.spyOn(store.openLog('default'), 'latest');
    await listNames(client);
    expect(readLatest).toHaveBeenCalledTimes(1);
    await client.send(`POST ${checks}`, { name: 'added' });
    expect(readLatest).toHaveBeenCalledTimes(2);
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
      expect(body).toEqual({ now: '2030-01-01T00:00:01.000Z', frozen: true });
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
      await next().mock.settings.set({ ignored: 'all' });
      expect(await next().mock.settings.get()).toEqual({ ignored: 'all' });
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

  test('a session for which the code sets what is ignored has that setting in its next request', async () => {
    const { replicas } = startReplicas(1);
    const { mock } = (replicas as [MockClient])[0];
    await mock.session('s').state();
    expect(await mock.session('s', { ignored: 'all' }).settings.get()).toEqual({ ignored: 'all' });
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
    [{ format: 1 }, 'the store has the format 1; expected 4'],
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
