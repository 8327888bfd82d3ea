/** A store in a folder. `mock-store.test.ts` tests what it has in common with other stores. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open as openDatabase } from 'lmdb';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../../../../mock/stores/index.js';
import type { Key } from '../../../../mock/stores/lmdb-database.js';
import type { Entry } from '../../../../mock/store/store.js';
import { appendCommits, describeContent, writeCheckpoint } from '../../../support/log-contract.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the kinds of all records in the folder. */
async function listKinds(): Promise<readonly unknown[]> {
  const database = openDatabase<unknown, Key>({ path: folder, noSubdir: false, encoding: 'json' });
  const kinds = [...database.getKeys()].map(([kind]) => kind);
  await database.close();
  return kinds;
}

it('contains nothing that is left of a checkpoint whose writer stopped, after the next two', async () => {
  const interrupted = await openStore(folder);
  await appendCommits(interrupted.openLog('default'), 8);
  const entries = Array.from({ length: 5000 }, (_, index): Entry => [`key-${String(index).padStart(4, '0')}`, index]);
  const writing = interrupted.openLog('default').writeCheckpoint({ sequence: 5, entries }, { from: 5, checkpoints: 1 });
  await Promise.all([expect(writing).rejects.toThrow('it is closed'), interrupted.close()]);

  const store = await openStore(folder);
  const log = store.openLog('default');
  expect(await describeContent(log)).toEqual({ oldest: 0, commits: [1, 2, 3, 4, 5, 6, 7, 8], checkpoints: [] });
  const before = await listKinds();
  for (const sequence of [7, 8]) await writeCheckpoint(log, sequence, sequence);
  expect(before).toContain('part');
  expect(await listKinds()).toEqual(['checkpoint', 'latest', 'oldest', 'part', 'session']);
  await store.close();
});

it("lets the holder of an expired lock release it without releasing its successor's", async () => {
  // The first holder doesn't renew its lock, like a process that is suspended.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await openStore(folder);
  const [first, second, third] = [1, 2, 3].map(() => store.openLog('default'));
  const unlockFirst = await first?.lock();
  vi.setSystemTime(Date.now() + 60_000);
  const unlockSecond = await second?.lock();
  await unlockFirst?.();
  const events: string[] = [];
  const lockThird = async (): Promise<void> => {
    const unlock = await third?.lock();
    events.push('the third locks');
    await unlock?.();
  };
  const locking = lockThird();
  for (let sequence = 0; sequence < 20; sequence++) await second?.append(sequence, { writes: [['key', sequence]] });
  events.push('the second unlocks');
  await unlockSecond?.();
  await locking;
  expect(events).toEqual(['the second unlocks', 'the third locks']);
  await store.close();
});

it('is rejected if it is a file', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(openStore(file)).rejects.toThrow(`cannot open the store ${file}: `);
});

it.runIf(existsSync('/proc/self'))("is rejected if the system doesn't allow the folder or its files", async () => {
  for (const path of ['/proc/none', '/proc/none/below', '/proc/self'])
    await expect(openStore(path)).rejects.toThrow(`cannot open the store ${path}: `);
});
