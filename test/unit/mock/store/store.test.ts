/** The store: a sorted map with atomic transactions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogStore } from '../../../../mock/store/log-store.js';
import { MemoryStore } from '../../../../mock/store/memory-store.js';
import type { Entry, Store, Transaction, Version } from '../../../../mock/store/store.js';
import { MemoryLog } from '../../../support/memory-log.js';
import { createEmptyTree, listEntries, get, put, remove } from '../../../../mock/store/tree.js';

const fullRange = { from: '', to: '\uffff' };
const key = fc.stringMatching(/^[a-d]{1,4}$/);

async function readAll(store: Store): Promise<readonly (readonly [string, unknown])[]> {
  return store.transaction((transaction) => transaction.range(fullRange));
}

describe('the tree', () => {
  it('is a sorted map that can be read as a whole and by range', () => {
    const step = fc.tuple(fc.boolean(), key);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), key, key, fc.integer({ min: 0, max: 10 }), (steps, first, other, limit) => {
        const model = new Map<string, number>();
        let root = createEmptyTree();
        const owner = {};
        steps.forEach(([isPut, name], index) => {
          if (isPut) {
            model.set(name, index);
            root = put(root, { owner: index % 3 === 0 ? {} : owner, key: name, value: index });
          } else {
            model.delete(name);
            root = remove(root, index % 2 === 0 ? {} : owner, name);
          }
        });
        const sorted = [...model].sort(([a], [b]) => (a < b ? -1 : 1));
        expect(listEntries(root, fullRange)).toEqual(sorted);
        const [from, to] = first < other ? [first, other] : [other, first];
        const part = sorted.filter(([name]) => name >= from && name < to);
        expect(listEntries(root, { from, to, limit })).toEqual(part.slice(0, limit));
        for (const [name] of steps.map(([, each]) => [each])) expect(get(root, name ?? '')).toBe(model.get(name ?? ''));
      }),
    );
  });

  it('does not modify earlier versions', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 200 }), fc.array(key, { maxLength: 100 }), (first, changes) => {
        let root = createEmptyTree();
        const owner = {};
        for (const name of first) root = put(root, { owner, key: name, value: name });
        const before = listEntries(root, fullRange);
        const newOwner = {};
        let next = root;
        for (const [index, name] of changes.entries())
          next = index % 2 === 0 ? put(next, { owner: newOwner, key: name, value: 'new' }) : remove(next, newOwner, name);
        expect(listEntries(root, fullRange)).toEqual(before);
      }),
    );
  });
});

describe('a transaction', () => {
  it('reads its own writes and is rolled back if it fails', async () => {
    const store = new MemoryStore();
    await store.transaction((transaction) => transaction.put('a', 1));
    const failingTransaction = store.transaction(async (transaction) => {
      await transaction.put('b', 2);
      await transaction.delete('a');
      expect(await transaction.range(fullRange)).toEqual([['b', 2]]);
      throw new Error('no');
    });
    await expect(failingTransaction).rejects.toThrow('no');
    expect(await readAll(store)).toEqual([['a', 1]]);
  });

  it('is isolated, so that a read followed by a write loses no update', async () => {
    const store = new MemoryStore();
    const increment = async (transaction: Transaction): Promise<void> => {
      const value = await transaction.get('n');
      await Promise.resolve();
      await transaction.put('n', Number(value ?? 0) + 1);
    };
    await Promise.all(Array.from({ length: 100 }, () => store.transaction(increment)));
    expect(await readAll(store)).toEqual([['n', 100]]);
  });

  it('has the same result as the committed transactions in sequence', async () => {
    const write = fc.record({ name: key, remove: fc.boolean() });
    const transactions = fc.record({ writes: fc.array(write, { maxLength: 5 }), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(transactions, { maxLength: 20 }), async (transactionList) => {
        const store = new MemoryStore();
        const model = new Map<string, number>();
        transactionList.forEach(({ writes, fails }, index) => {
          if (!fails) for (const { name, remove: isRemoval } of writes) void (isRemoval ? model.delete(name) : model.set(name, index));
        });
        await Promise.allSettled(
          transactionList.map(({ writes, fails }, index) =>
            store.transaction(async (transaction) => {
              for (const { name, remove: isRemoval } of writes) await (isRemoval ? transaction.delete(name) : transaction.put(name, index));
              if (fails) throw new Error('no');
            }),
          ),
        );
        expect(await readAll(store)).toEqual([...model].sort(([a], [b]) => (a < b ? -1 : 1)));
      }),
    );
  });

  it('returns to a savepoint, and continues from there', async () => {
    const steps = fc.array(fc.record({ name: key, remove: fc.boolean() }), { maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(steps, steps, steps), async ([before, undone, after]) => {
        const write = (transaction: Transaction, writes: typeof before): void => {
          for (const { name, remove: isRemoval } of writes) void (isRemoval ? transaction.delete(name) : transaction.put(name, name));
        };
        for (const createStore of [() => new MemoryStore(), () => new LogStore(new MemoryLog())]) {
          const [store, model] = [createStore(), new MemoryStore()];
          await store.transaction((transaction) => {
            write(transaction, before);
            const undo = transaction.createSavepoint();
            write(transaction, undone);
            undo();
            expect(transaction.writeCount).toBe(before.length);
            write(transaction, after);
          });
          await model.transaction((transaction) => write(transaction, [...before, ...after]));
          expect(await readAll(store)).toEqual(await readAll(model));
        }
      }),
    );
  });

  it('commits nothing if all its writes are undone', async () => {
    const log = new MemoryLog();
    await new LogStore(log).transaction((transaction) => {
      const undo = transaction.createSavepoint();
      transaction.put('a', 1);
      transaction.restore(new MemoryStore().version);
      undo();
    });
    expect(log.commits).toEqual([]);
  });

  it('does not affect a store that restored its version', async () => {
    const store = new MemoryStore();
    await store.transaction((transaction) => transaction.put('a', 1));
    const fork = new MemoryStore();
    await fork.transaction((transaction) => transaction.restore(store.version));
    await store.transaction((transaction) => transaction.put('a', 2));
    await fork.transaction((transaction) => transaction.put('b', 3));
    expect(await readAll(fork)).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
    expect(await readAll(store)).toEqual([['a', 2]]);
  });
});

describe('the versions of a store', () => {
  const write = async (store: Store, value: number): Promise<void> => store.transaction((transaction) => transaction.put('n', value));

  it('are numbered by the transactions that write', async () => {
    const store = new MemoryStore();
    expect(store.version.sequence).toBe(0);
    await write(store, 1);
    store.transaction((transaction) => transaction.get('n'));
    store.transaction((transaction) => transaction.delete('absent'));
    expect(() =>
      store.transaction((transaction) => {
        transaction.put('n', 2);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.version.sequence).toBe(1);
    await write(store, 1);
    expect(store.version.sequence).toBe(2);
  });

  it('are kept up to a number, and restored as a new version', async () => {
    const store = new MemoryStore(3);
    for (const value of [1, 2, 3, 4]) await write(store, value);
    expect(await store.findOldestSequence()).toBe(2);
    const loaded = await Promise.all([1, 2, 4, 5].map((sequence) => store.loadVersion(sequence)));
    expect(loaded.map((each) => each?.sequence)).toEqual([undefined, 2, 4, undefined]);
    const [, version] = loaded;
    await store.transaction((transaction) => transaction.restore(version as Version));
    expect([store.get('n'), store.version.sequence]).toEqual([2, 5]);
    await store.transaction((transaction) => transaction.restore(store.version));
    expect([store.get('n'), store.version.sequence]).toEqual([2, 6]);
  });

  it('keep their content, whatever is written or restored after them', () => {
    const writes = fc.array(fc.record({ name: key, remove: fc.boolean() }), { maxLength: 5 });
    const steps = fc.record({ writes, restore: fc.option(fc.nat(), { freq: 20 }), read: fc.nat() });
    fc.assert(
      fc.property(fc.array(steps, { minLength: 100, maxLength: 200 }), (stepList) => {
        const store = new MemoryStore(1000);
        const readVersion = (version: Version | undefined): readonly Entry[] | undefined => version && store.open(version).range(fullRange);
        const findEarlier = (number: number): Version => store.heldVersions[number % store.heldVersions.length] as Version;
        store.transaction((transaction) => transaction.put('first', 0));
        const contents = new Map([[1, readVersion(store.version)]]);
        stepList.forEach(({ writes: writeList, restore, read }, index) => {
          store.transaction((transaction) => {
            if (restore !== null) transaction.restore(findEarlier(restore));
            for (const { name, remove: isRemoval } of writeList) void (isRemoval ? transaction.delete(name) : transaction.put(name, index));
          });
          contents.set(store.version.sequence, readVersion(store.version));
          const earlier = findEarlier(read);
          expect(readVersion(earlier)).toEqual(contents.get(earlier.sequence));
        });
        expect(store.heldVersions.map((version) => [version.sequence, readVersion(version)])).toEqual([...contents]);
      }),
      { numRuns: 20 },
    );
  });
});
