/** A commit that a store has appended, and that it also reads from the log, is applied once. */
import { expect, test, vi } from 'vitest';
import { LogStore } from '../../../../mock/store/log-store.js';
import type { Transaction, Version } from '../../../../mock/store/store.js';
import { MemoryLog, MemoryMockStore } from '../../../support/memory-log.js';

const increment = (transaction: Transaction): void => transaction.put('n', Number(transaction.get('n') ?? 0) + 1);

/** Makes the results of a function of a log wait until `release` is called. */
function hold<K extends 'append' | 'read'>(log: MemoryLog, name: K): { readonly isHeld: () => boolean; readonly release: () => void } {
  const callNow = log[name].bind(log) as (...parameters: unknown[]) => unknown;
  const pending: (() => void)[] = [];
  const wait = async (...parameters: unknown[]): Promise<unknown> => {
    const result = callNow(...parameters);
    await new Promise<void>((resolve) => pending.push(resolve));
    return result;
  };
  Object.assign(log, { [name]: wait });
  return { isHeld: () => pending.length > 0, release: () => pending.shift()?.() };
}

test('if the log confirms it after the read', async () => {
  const log = new MemoryLog();
  const append = hold(log, 'append');
  const store = new LogStore(log);
  const transaction = store.transaction(increment);
  await vi.waitUntil(append.isHeld, 120_000);
  await store.catchUp();
  expect(store.version.sequence).toBe(1);
  append.release();
  await transaction;
  expect([store.version.sequence, store.get('n'), log.commits.length]).toEqual([1, 1, 1]);
});

test('if the log confirms it during the read', async () => {
  const log = new MemoryLog();
  const [append, read] = [hold(log, 'append'), hold(log, 'read')];
  const store = new LogStore(log);
  const transaction = store.transaction(increment);
  await vi.waitUntil(append.isHeld, 120_000);
  const reading = store.catchUp();
  await vi.waitUntil(read.isHeld, 120_000);
  append.release();
  await transaction;
  read.release();
  await reading;
  expect([store.version.sequence, store.get('n'), log.commits.length]).toEqual([1, 1, 1]);
});

test('if the log confirms it while the read loads its origin', async () => {
  const mockStore = new MemoryMockStore();
  const origin = new LogStore(mockStore.openLog('origin'), 100, { session: 'origin', loadOrigin: async () => undefined });
  await origin.transaction(increment);
  const log = mockStore.openLog('fork');
  const append = hold(log, 'append');
  const loads: (() => void)[] = [];
  const loadOrigin = async (): Promise<Version> => {
    await new Promise<void>((resolve) => loads.push(resolve));
    return origin.version;
  };
  const fork = new LogStore(log, 100, { session: 'fork', loadOrigin });
  const transaction = fork.transaction((each) => each.restore(origin.version));
  await vi.waitUntil(append.isHeld, 120_000);
  const reading = fork.catchUp();
  await vi.waitUntil(() => loads.length > 0, 120_000);
  append.release();
  await transaction;
  loads.shift()?.();
  await reading;
  expect([fork.version.sequence, fork.get('n'), log.commits.length]).toEqual([1, 1, 1]);
});
