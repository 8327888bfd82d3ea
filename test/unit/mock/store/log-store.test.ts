/** Stores that share a log. */
import { describe, expect, it, vi } from 'vitest';
import { LogStore } from '../../../../mock/store/log-store.js';
import { MemoryStore } from '../../../../mock/store/memory-store.js';
import type { Entry, Store, Transaction, Version } from '../../../../mock/store/store.js';
import type { Log } from '../../../../mock/types/store.js';
import { get, type Node } from '../../../../mock/store/tree.js';
import { MemoryLog, MemoryMockStore } from '../../../support/memory-log.js';

const readAll = async (store: Store): Promise<readonly Entry[]> =>
  store.transaction((transaction) => transaction.range({ from: '', to: '\uffff' }));

const increment = (transaction: Transaction): number => {
  const next = Number(transaction.get('n') ?? 0) + 1;
  transaction.put('n', next);
  return next;
};

const openStore = (log: Log): LogStore => new LogStore(log, 100);

describe('stores of one log', () => {
  it('read what another one wrote', async () => {
    const log = new MemoryLog();
    const [first, second] = [openStore(log), openStore(log)];
    await first.transaction((transaction) => {
      transaction.put('a', 1);
      transaction.put('b', 2);
    });
    await second.transaction((transaction) => transaction.delete('a'));
    expect(await readAll(first)).toEqual([['b', 2]]);
    expect(log.commits).toEqual([
      {
        writes: [
          ['a', 1],
          ['b', 2],
        ],
      },
      { writes: [['a']] },
    ]);
  });

  it('run a transaction again after a conflict', async () => {
    const log = new MemoryLog();
    const [first, second] = [openStore(log), openStore(log)];
    const results: number[] = [];
    await first.transaction(async (transaction) => {
      results.push(increment(transaction));
      if (results.length === 1) await second.transaction(increment);
    });
    expect(results).toEqual([1, 2]);
    expect(await readAll(second)).toEqual([['n', 2]]);
  });

  it('take the lock after several conflicts', async () => {
    const log = new MemoryLog();
    const [first, second] = [openStore(log), openStore(log)];
    let attempts = 0;
    await first.transaction(async (transaction) => {
      attempts++;
      increment(transaction);
      if (!log.isLocked) await second.transaction(increment);
    });
    expect(attempts).toBe(5);
    expect(log.isLocked).toBe(false);
    expect(await readAll(first)).toEqual([['n', 5]]);
  });

  it('do not append a transaction that only reads or that fails', async () => {
    const log = new MemoryLog();
    const store = openStore(log);
    const failing = store.transaction(async (transaction) => {
      transaction.put('a', 1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readAll(store)).toEqual([]);
    expect(log.commits).toEqual([]);
  });

  it('begin with the content that the first commit of the log writes', async () => {
    const log = new MemoryLog();
    const stores = [openStore(log), openStore(log)];
    const initialize = async (store: Store, index: number): Promise<void> =>
      store.transaction(async (transaction) => {
        const { sequence } = store.version;
        await Promise.resolve();
        if (sequence === 0) transaction.put('first', index);
      });
    await Promise.all(stores.map(initialize));
    for (const store of stores) expect(await readAll(store)).toEqual([['first', 0]]);
    expect(log.commits.length).toBe(1);
  });

  it('restore a version by the changes alone', async () => {
    const log = new MemoryLog();
    const store = openStore(log);
    await store.transaction((transaction) => {
      for (const key of ['a', 'b', 'c']) transaction.put(key, { key });
    });
    const source = new MemoryStore();
    await source.transaction((transaction) => {
      transaction.put('b', { key: 'b' });
      transaction.put('c', 'other');
      transaction.put('d', 1);
    });
    await store.transaction((transaction) => {
      transaction.put('e', 1);
      transaction.restore(source.version);
    });
    const expected = await readAll(source);
    expect(await readAll(store)).toEqual(expected);
    expect(await readAll(openStore(log))).toEqual(expected);
    expect(log.commits.at(-1)).toEqual({ writes: [['e'], ['a'], ['c', 'other'], ['d', 1]] });
  });

  it('number the commits, and read earlier versions from the log', async () => {
    const log = new MemoryLog();
    const [first, second] = [openStore(log), new LogStore(log, 2)];
    for (let count = 0; count < 3; count++) await first.transaction(increment);
    await first.transaction((transaction) => transaction.restore(first.version));
    await second.catchUp();
    expect([first.version.sequence, second.version.sequence]).toEqual([4, 4]);
    const version = (await second.loadVersion(2)) as Version;
    expect(await second.loadVersion(2)).toBe(version);
    await second.transaction((transaction) => transaction.restore(version));
    expect(await readAll(first)).toEqual([['n', 2]]);
    for (const sequence of [0, 6, -1, 1.5]) expect(await second.loadVersion(sequence)).toBeUndefined();
  });

  it('read commits during a transaction, which then conflicts', async () => {
    const log = new MemoryLog();
    const [first, second] = [openStore(log), openStore(log)];
    let attempts = 0;
    const next = await first.transaction(async (transaction) => {
      const value = increment(transaction);
      if (attempts++ > 0) return value;
      await second.transaction(increment);
      await first.catchUp();
      expect(first.get('n')).toBe(1);
      return value;
    });
    expect([next, attempts]).toEqual([2, 2]);
  });
});

it('share a read of the log with the calls before it begins, and not with later ones', async () => {
  const log = new MemoryLog();
  const pending: (() => void)[] = [];
  const readLatest = log.latest.bind(log);
  const store = new LogStore(
    Object.assign(log, {
      latest: async () => {
        const latest = readLatest();
        await new Promise<void>((resolve) => pending.push(resolve));
        return latest;
      },
    }),
  );
  const first = store.catchUp();
  log.append(0, { writes: [['a', 1]] });
  const others = [store.catchUp(), store.catchUp()];
  pending.shift()?.();
  await first;
  expect(store.get('a')).toBeUndefined();
  await vi.waitUntil(() => pending.length > 0, 120_000);
  pending.shift()?.();
  await Promise.all(others);
  expect(store.get('a')).toBe(1);
  expect(pending).toEqual([]);
});

describe('a log that is not available', () => {
  it('rejects transactions with 503, and leaves the content unchanged', async () => {
    const log = new MemoryLog();
    const store = openStore(log);
    await store.transaction(increment);
    const failure = new Error('the connection is closed');
    const transaction = store.transaction(async (current) => {
      increment(current);
      log.failure = failure;
    });
    await expect(transaction).rejects.toMatchObject({ code: 503, reason: 'backendError', headers: { 'retry-after': '1' } });
    expect(() => store.transaction(increment)).toThrow('The store of the mock is not available: the connection is closed');
    log.failure = undefined;
    expect(await readAll(store)).toEqual([['n', 1]]);
    expect(await store.transaction(increment)).toBe(2);
  });

  it('is a log without the commits that a store needs', async () => {
    const log = new MemoryLog();
    openStore(log).transaction(increment);
    log.storedCommits.clear();
    await expect(readAll(openStore(log))).rejects.toMatchObject({ code: 503 });
  });
});

describe('compaction', () => {
  const keys = Array.from({ length: 300 }, (_, index) => `key-${String(index).padStart(3, '0')}`);
  const writeKeys = (store: Store, value: number): unknown =>
    store.transaction((transaction) => {
      for (const key of keys) transaction.put(key, value);
    });

  it('replaces commits by a checkpoint from which stores start or continue', async () => {
    const log = new MemoryLog();
    const [writer, idle] = [new LogStore(log), openStore(log)];
    for (let value = 0; value < 10; value++) await writeKeys(writer, value);
    expect(log.checkpoints.map(({ sequence }) => sequence)).toEqual([7]);
    expect([...log.storedCommits]).toEqual([8, 9, 10]);
    const expected = keys.map((key) => [key, 9]);
    expect(await readAll(idle)).toEqual(expected);
    expect(await readAll(openStore(log))).toEqual(expected);
  });

  it('keeps the last versions, as far as four checkpoints reach', async () => {
    const log = new MemoryLog();
    const writer = openStore(log);
    for (let value = 0; value < 27; value++) await writeKeys(writer, value);
    expect(log.checkpoints.map(({ sequence }) => sequence)).toEqual([7, 14, 21]);
    expect(log.oldest()).toBe(0);
    for (let value = 27; value < 30; value++) await writeKeys(writer, value);
    expect(log.checkpoints.map(({ sequence }) => sequence)).toEqual([7, 14, 21, 28]);
    expect([...log.storedCommits]).toEqual(Array.from({ length: 23 }, (_, index) => index + 8));
    const reader = openStore(log);
    await reader.catchUp();
    expect(await reader.findOldestSequence()).toBe(7);
    const version = (await reader.loadVersion(10)) as Version;
    expect(get(version.root as Node, 'key-000')).toBe(9);
  });

  it('is done by the process that appended the last commit', async () => {
    const log = new MemoryLog();
    const writers = [openStore(log), openStore(log), openStore(log)];
    for (let value = 0; value < 12; value++) await writeKeys(writers[value % 3] as Store, value);
    expect(log.checkpoints.map(({ sequence }) => sequence)).toEqual([7]);
  });

  it('may fail without an effect on transactions', async () => {
    const log = new MemoryLog();
    log.writeCheckpoint = () => {
      throw new Error('the disk is full');
    };
    const store = openStore(log);
    for (let value = 0; value < 10; value++) await writeKeys(store, value);
    expect(await readAll(openStore(log))).toEqual(keys.map((key) => [key, 9]));
  });
});

describe('a fork', () => {
  it('shares the content of its origin in all processes that hold it', async () => {
    const mockStore = new MemoryMockStore();
    const openOrigin = (): LogStore =>
      new LogStore(mockStore.openLog('origin'), 100, { session: 'origin', loadOrigin: async () => undefined });
    const [origin, copy] = [openOrigin(), openOrigin()];
    const openFork = (source: LogStore): LogStore =>
      new LogStore(mockStore.openLog('fork'), 100, { session: 'fork', loadOrigin: ({ sequence }) => source.loadVersion(sequence) });
    await origin.transaction(increment);
    await openFork(origin).transaction((transaction) => transaction.restore(origin.version));
    await origin.transaction(increment);
    await copy.catchUp();
    for (const source of [origin, copy]) {
      const fork = openFork(source);
      await fork.catchUp();
      expect(fork.version.root.keys).toBe((await source.loadVersion(1))?.root.keys);
    }
    expect(await openFork(copy).transaction(increment)).toBe(2);
    expect(await readAll(openFork(origin))).toEqual([['n', 2]]);
  });
});
