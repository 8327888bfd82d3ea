/** Snapshots, forks, and rewinding in a store that mocks share. */
import { describe, expect, test, vi } from 'vitest';
import { MemoryMockStore } from '../support/memory-log.js';
import { checks, listNames, seed, startReplicas } from './replicas.js';
import { noon, startMock, summarizeError, type MockClient } from './request.js';
import { expectToBehaveLikeMemory } from './shared-versions-model.js';

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
    expect(store.openLog('fork').commits).toEqual([
      { origin: { session: 'origin', sequence: at }, writes: [[expect.stringContaining('cause'), expect.anything()]] },
    ]);
    await first.admin('DELETE sessions/origin');
    for (const client of [first, second, startMock('compute', { store })])
      expect(await listNames(client, 'fork')).toEqual(['added', 'seeded']);
    expect(store.openLog('origin').checkpoints).toHaveLength(1);
    expect([...store.openLog('origin').storedCommits]).toEqual(Array.from({ length: at }, (_, index) => index + 1));
    await second.admin('DELETE sessions/fork');
    await first.admin('DELETE sessions/origin');
    expect(store.openLog('origin').storedCommits.size).toBe(0);
  });

  test('every process lists the sessions that the store contains', async () => {
    const { store, replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    const list = async (): Promise<readonly unknown[]> => {
      const restarted = startMock('compute', { seed, store });
      const lists = await Promise.all([first, second, restarted].map(async ({ admin }) => (await admin('GET sessions')).body['sessions']));
      expect(lists).toEqual([lists[0], lists[0], lists[0]]);
      return lists[0] as readonly unknown[];
    };
    await first.mock.credentials();
    await listNames(first, 'one');
    await listNames(second, 'two');
    expect(await list()).toEqual(['default', 'one', 'two']);
    await second.admin('DELETE sessions/one');
    expect(await list()).toEqual(['default', 'two']);
    // The other process still has the session in memory.
    await first.send(`POST ${checks}`, { name: 'added' }, { 'x-mock-session': 'one' });
    expect(await list()).toEqual(['default', 'one', 'two']);
  });

  test('the history of a deleted session is discarded later if the deletion is interrupted', async () => {
    const { store, replicas } = startReplicas(1);
    const [client] = replicas as [MockClient];
    await client.send(`POST ${checks}`, { name: 'added' }, { 'x-mock-session': 'ended' });
    const log = store.openLog('ended');
    vi.spyOn(log, 'writeCheckpoint').mockImplementationOnce(() => {
      throw new Error('The process was killed.');
    });
    expect((await client.admin('DELETE sessions/ended')).status).toBe(503);
    expect(log.storedCommits.size).toBeGreaterThan(0);
    expect(await listNames(startMock('compute', { seed, store }), 'ended')).toEqual(['seeded']);
    expect(log.storedCommits.size).toBe(0);
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

test('processes that share a store, restart, and compact it behave like one mock in memory', async () => {
  await expectToBehaveLikeMemory(40, async () => new MemoryMockStore());
});
