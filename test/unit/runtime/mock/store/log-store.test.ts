/** Stores that share a log. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LogStore } from '../../../../../templates/runtime/mock/store/log-store.js';
import { MemoryStore } from '../../../../../templates/runtime/mock/store/memory-store.js';
import type { Entry, Store, Transaction, Version } from '../../../../../templates/runtime/mock/store/store.js';
import type { Log } from '../../../../../templates/runtime/mock/types/log.js';
import { MemoryLog } from '../../../../support/memory-log.js';

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
      [
        ['a', 1],
        ['b', 2],
      ],
      [['a']],
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
    expect(log.commits.at(-1)).toEqual([['e'], ['a'], ['c', 'other'], ['d', 1]]);
  });

  it('number the commits, and keep the versions that they have read', async () => {
    const log = new MemoryLog();
    const [first, second] = [openStore(log), new LogStore(log, 2)];
    for (let count = 0; count < 3; count++) await first.transaction(increment);
    await first.transaction((transaction) => transaction.restore(first.version));
    await second.catchUp();
    expect([first.version.sequence, second.version.sequence]).toEqual([4, 4]);
    expect([first.oldestSequence, second.oldestSequence]).toEqual([1, 3]);
    expect(second.findVersion(2)).toBeUndefined();
    await second.transaction((transaction) => transaction.restore(first.findVersion(2) as Version));
    expect(await readAll(first)).toEqual([['n', 2]]);
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
  log.append(0, [['a', 1]]);
  const others = [store.catchUp(), store.catchUp()];
  pending.shift()?.();
  await first;
  expect(store.get('a')).toBeUndefined();
  await vi.waitUntil(() => pending.length > 0);
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
    log.snapshot = { sequence: 1, entries: [] };
    const store = new LogStore(log);
    log.snapshot = { sequence: 0, entries: [] };
    log.read = () => undefined;
    await expect(readAll(store)).rejects.toMatchObject({ code: 503 });
  });
});

describe('compaction', () => {
  const keys = Array.from({ length: 300 }, (_, index) => `key-${String(index).padStart(3, '0')}`);
  const writeKeys = (store: Store, value: number): unknown =>
    store.transaction((transaction) => {
      for (const key of keys) transaction.put(key, value);
    });

  it('replaces commits by a snapshot from which stores start or continue', async () => {
    const log = new MemoryLog();
    const [writer, idle] = [openStore(log), openStore(log)];
    for (let value = 0; value < 10; value++) await writeKeys(writer, value);
    expect(log.snapshot?.sequence).toBeGreaterThanOrEqual(7);
    expect(log.read(0, 1)).toBeUndefined();
    const expected = keys.map((key) => [key, 9]);
    expect(await readAll(idle)).toEqual(expected);
    expect(await readAll(openStore(log))).toEqual(expected);
  });

  it('may fail without an effect on transactions', async () => {
    const log = new MemoryLog();
    log.writeSnapshot = () => {
      throw new Error('the disk is full');
    };
    const store = openStore(log);
    for (let value = 0; value < 10; value++) await writeKeys(store, value);
    expect(await readAll(openStore(log))).toEqual(keys.map((key) => [key, 9]));
  });
});

/** Delays each function of a log as the scheduler selects. */
function delayLog(log: MemoryLog, scheduler: fc.Scheduler): Log {
  const delay = async <T>(name: string, run: () => T): Promise<T> => {
    await scheduler.schedule(Promise.resolve(), name);
    return run();
  };
  return {
    latest: () => delay('latest', () => log.latest()),
    read: (after, limit) => delay('read', () => log.read(after, limit)),
    append: (expected, writes) => delay('append', () => log.append(expected, writes)),
    lock: () => delay('lock', () => log.lock()),
    readSnapshot: () => delay('readSnapshot', () => log.readSnapshot()),
    writeSnapshot: (snapshot) => delay('writeSnapshot', () => log.writeSnapshot(snapshot)),
  };
}

it('gives all stores the content that the order of the log gives, for any order of their operations', async () => {
  const write = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), isDelete: fc.boolean() });
  const transactions = fc.record({ writes: fc.array(write, { maxLength: 3 }), replica: fc.nat(1), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(transactions, { maxLength: 12 }), async (scheduler, list) => {
      const log = new MemoryLog();
      const stores = [new LogStore(delayLog(log, scheduler)), new LogStore(delayLog(log, scheduler))];
      const results = list.map(async ({ writes, replica, fails }, index) =>
        stores[replica]?.transaction(async (transaction) => {
          // Each transaction depends on what it reads.
          increment(transaction);
          for (const { key, isDelete } of writes)
            if (isDelete) transaction.delete(key);
            else transaction.put(key, [index, transaction.get(key) !== undefined]);
          await scheduler.schedule(Promise.resolve(), 'work');
          if (fails) throw new Error('no');
        }),
      );
      const reads = list.map(async ({ replica }) => scheduler.schedule(Promise.resolve(), 'read').then(() => stores[replica]?.catchUp()));
      await scheduler.waitFor(Promise.allSettled([...results, ...reads]));
      const model = new Map<string, unknown>();
      for (const [key, value] of log.commits.flat()) void (value === undefined ? model.delete(key) : model.set(key, value));
      const expected = [...model].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const store of stores) expect(await scheduler.waitFor(readAll(store))).toEqual(expected);
      const successes = list.filter(({ fails }) => !fails).length;
      expect(model.get('n') ?? 0).toBe(successes);
      expect(log.commits.length).toBe(successes);
      for (const store of stores) expect(store.version.sequence).toBe(successes);
    }),
  );
});
