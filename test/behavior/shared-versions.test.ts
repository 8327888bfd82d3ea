/** Snapshots, forks, and rewinding in a store that mocks share. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LogStore } from '../../templates/runtime/mock/store/log-store.js';
import { MemoryMockStore } from '../support/memory-log.js';
import { checks, listNames, seed, startReplicas } from './replicas.js';
import { noon, startMock, summarizeError, type MockClient } from './request.js';

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

/** Compacts a log like a process that keeps two versions. */
async function compact(store: MemoryMockStore, session: string): Promise<void> {
  const openLogStore = (name: string): LogStore =>
    new LogStore(store.openLog(name), 2, {
      session: name,
      loadOrigin: (origin) => openLogStore(origin.session).loadVersion(origin.sequence),
    });
  const logStore = openLogStore(session);
  await logStore.catchUp();
  await logStore.compact();
}

/** Runs a call, and returns the reason of its error, or `ok`. */
const summarize = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error as { readonly reason?: unknown }).reason ?? error,
  );

test('processes that share a store, restart, and compact it behave like one mock in memory', async () => {
  const kinds = ['create', 'delete', 'snapshot', 'drop', 'rewind', 'rewind', 'return', 'fork', 'forkAt', 'end', 'reset'] as const;
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    session: fc.constantFrom('default', 'default', 'a', 'b'),
    other: fc.constantFrom('a', 'b', 'c'),
    name: fc.constantFrom('x', 'y'),
    choice: fc.nat(20),
    replica: fc.nat(1),
    isCompacted: fc.boolean(),
    isRestarted: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
      const store = new MemoryMockStore();
      const start = (): MockClient => startMock('compute', { seed, store, history: 2 });
      const replicas = [start(), start()];
      const model = startMock('compute', { seed, history: 1000 });
      /** The sequence numbers in the model and in the store of each state of the sessions that exist. */
      const versions = new Map<string, (readonly [number, number])[]>([['default', []]]);
      for (const { kind, session, other, name, choice, replica, isCompacted, isRestarted } of steps) {
        if (isCompacted) await compact(store, session);
        if (isRestarted) replicas[replica] = start();
        const client = replicas[replica] as MockClient;
        const known = versions.get(session);
        const isNew = known === undefined;
        // A session that exists in the store only was deleted.
        if (isNew && kind !== 'create') continue;
        const [modelAt, storeAt] = known?.[choice % known.length] ?? [1, 1];
        const run = async ({ mock, send, admin }: MockClient, at: number): Promise<unknown> => {
          const view = mock.session(session);
          if (kind === 'create') return (await send(`POST ${checks}`, { name }, { 'x-mock-session': session })).status;
          if (kind === 'delete') return (await send(`DELETE ${checks}/${name}`, undefined, { 'x-mock-session': session })).status;
          if (kind === 'end' && session !== 'default') return (await admin(`DELETE sessions/${session}`)).status;
          if (kind === 'snapshot') return summarize(view.snapshots.create(name));
          if (kind === 'drop') return summarize(view.snapshots.delete(name));
          if (kind === 'rewind') return summarize(view.rewind(name));
          if (kind === 'return') return summarize(view.rewind(at));
          if (kind === 'fork') return summarize(view.fork(other, choice % 2 === 0 ? {} : { at: name }));
          if (kind === 'forkAt') return summarize(view.fork(other, { at }));
          if (kind === 'reset') return view.reset();
          return undefined;
        };
        const outcome = await run(client, storeAt);
        if (['return', 'forkAt'].includes(kind) && outcome === 'invalid') {
          const isPinned = (await client.mock.session(session).snapshots.list()).some(({ sequence }) => sequence === storeAt);
          expect([isPinned, storeAt < (await client.mock.session(session).sequence()) - 1]).toEqual([false, true]);
          continue;
        }
        expect([kind, outcome]).toEqual([kind, await run(model, modelAt)]);
        if (kind === 'end' && session !== 'default') versions.delete(session);
        else if (isNew) versions.set(session, []);
        if (kind.startsWith('fork') && outcome === 'ok') versions.set(other, []);
        for (const [existing, list] of versions) {
          const [expected, ...views] = [model, ...replicas].map(({ mock }) => mock.session(existing));
          for (const view of views) {
            expect(await view.state()).toEqual(await expected?.state());
            expect((await view.snapshots.list()).map((each) => each.name)).toEqual(
              (await expected?.snapshots.list())?.map((each) => each.name),
            );
          }
          list.push([(await expected?.sequence()) ?? 0, (await views[0]?.sequence()) ?? 0]);
        }
      }
    }),
    { numRuns: 40 },
  );
});
