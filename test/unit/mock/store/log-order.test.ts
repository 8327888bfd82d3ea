/** Stores whose operations on a shared log happen in any order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LogStore } from '../../../../mock/store/log-store.js';
import type { Entry, Store } from '../../../../mock/store/store.js';
import type { Log } from '../../../../mock/types/store.js';
import { MemoryLog } from '../../../support/memory-log.js';

const readAll = async (store: Store): Promise<readonly Entry[]> =>
  store.transaction((transaction) => transaction.range({ from: '', to: '\uffff' }));

/** Delays each function of a log as the scheduler selects. */
function delayLog(log: MemoryLog, scheduler: fc.Scheduler): Log {
  const delay = (target: MemoryLog, name: keyof Log): unknown => {
    const run = target[name].bind(target) as (...values: readonly unknown[]) => unknown;
    return async (...values: readonly unknown[]) => {
      await scheduler.schedule(Promise.resolve(), name);
      return run(...values);
    };
  };
  return new Proxy<Log>(log, { get: (target, name) => delay(target as MemoryLog, name as keyof Log) });
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
          transaction.put('n', Number(transaction.get('n') ?? 0) + 1);
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
      for (const [key, value] of log.commits.flatMap(({ writes }) => writes))
        void (value === undefined ? model.delete(key) : model.set(key, value));
      const expected = [...model].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const store of stores) expect(await scheduler.waitFor(readAll(store))).toEqual(expected);
      const successes = list.filter(({ fails }) => !fails).length;
      expect(model.get('n') ?? 0).toBe(successes);
      expect(log.commits.length).toBe(successes);
      for (const store of stores) expect(store.version.sequence).toBe(successes);
    }),
  );
});
