/** A store in a folder, with real files and processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { open as openDatabase } from 'lmdb';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { openStore, type MockStore } from '../../../generator/store/index.js';
import type { Key } from '../../../generator/store/lmdb-log.js';
import { LogStore } from '../../../templates/runtime/mock/store/log-store.js';
import type { Entry, Store } from '../../../templates/runtime/mock/store/store.js';
import { appendCommits, createSnapshot, describeContent, describeLogContract, writeCheckpoint } from '../../support/log-contract.js';
import { MemoryMockStore } from '../../support/memory-log.js';

const header = { format: 1, apis: ['dns.v1'], resources: 'a' };
const root = mkdtempSync(join(tmpdir(), 'discogen-store-'));
/** Below the repository, so that it finds `lmdb`. */
const script = join(packageRoot, 'node_modules/.cache/discogen-test/counter-process.mjs');
const opened: MockStore[] = [];
let folder: string;

beforeAll(async () => {
  const build = await rolldown({ input: join(import.meta.dirname, 'counter-process.ts'), external: ['lmdb', /^node:/], platform: 'node' });
  await build.write({ file: script, format: 'esm' });
  await build.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(root, 'folder-'));
});
afterAll(async () => {
  for (const store of opened) await store.close();
  rmSync(root, { recursive: true });
});

async function open(): Promise<MockStore> {
  const store = await openStore(folder);
  opened.push(store);
  return store;
}

const openDefault = (store: MockStore): LogStore => new LogStore(store.openLog('default'));

const readAll = async (store: Store): Promise<readonly Entry[]> =>
  store.transaction((transaction) => transaction.range({ from: '', to: '\uffff' }));

/** Returns the kinds of all records in the folder. */
function listKeys(): readonly unknown[] {
  return [...openDatabase<unknown, Key>({ path: folder, noSubdir: false, encoding: 'json' }).getKeys()].map(([kind]) => kind);
}

/** Opens the folder again, as the next process does. */
async function readFolder(): Promise<Record<string, unknown>> {
  return Object.fromEntries(await readAll(openDefault(await open())));
}

/** Starts a process that increments the counter. `values`: what it has committed. */
function startCounter(times: number): {
  readonly child: ChildProcess;
  readonly values: readonly number[];
  readonly ended: Promise<unknown>;
} {
  const child = spawn(process.execPath, [script, folder, String(times)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const values: number[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => values.push(Number(line)));
  return { child, values, ended: once(child, 'close') };
}

describe('the log of a folder', () => describeLogContract(open));

it('frees in a folder what a log in memory frees, for any order of calls', async () => {
  const log = fc.constantFrom('a', 'b');
  const number = fc.integer({ min: 1, max: 12 });
  const call = fc.oneof(
    fc.tuple(fc.constant('append' as const), log, number),
    fc.tuple(fc.constant('fork' as const), log, number),
    fc.tuple(fc.constant('checkpoint' as const), log, number),
    fc.tuple(fc.constant('snapshot' as const), log, number),
    fc.tuple(fc.constant('deleteSnapshot' as const), log, number),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 30 }), async (calls) => {
      folder = mkdtempSync(join(root, 'folder-'));
      const stores = [await open(), new MemoryMockStore()];
      for (const [kind, session, value] of calls) {
        const outcomes = stores.map(async (store) => {
          const current = store.openLog(session);
          const latest = await current.latest();
          const origin = { session: session === 'a' ? 'b' : 'a', sequence: value };
          if (kind === 'append') return appendCommits(current, value % 3);
          if (kind === 'fork') return current.append(latest, { origin, writes: [] });
          if (kind === 'checkpoint') return writeCheckpoint(current, latest, latest - (value % 4), 1 + (value % 3));
          if (kind === 'snapshot') return current.createSnapshot(createSnapshot(`s${value % 4}`, value), 3);
          return current.deleteSnapshot(`s${value % 4}`);
        });
        const [first, second] = await Promise.all(outcomes);
        expect(first).toEqual(second);
        for (const name of ['a', 'b']) {
          const [content, expected] = await Promise.all(stores.map(async (store) => describeContent(store.openLog(name))));
          expect(content).toEqual(expected);
        }
      }
    }),
    { numRuns: 25 },
  );
});

describe('a folder', () => {
  it('keeps the commits, with all strings', async () => {
    // The text of a descending order can be malformed Unicode.
    const entries: readonly Entry[] = [
      ['a', { list: [1, null, 'ü'], __proto__: null }],
      ['b\u0000\ud800\ufffe', '\udfff'],
      [`c${'long'.repeat(1000)}`, 'x'.repeat(100_000)],
    ];
    const store = await open();
    const logStore = openDefault(store);
    await logStore.transaction((transaction) => {
      for (const [key, value] of entries) transaction.put(key, value);
    });
    await store.close();
    opened.pop();
    expect(await readFolder()).toEqual(Object.fromEntries(entries));
  });

  it('has independent logs of sessions with any names', async () => {
    const store = await open();
    const names = ['default', '', 'x'.repeat(10_000), 'default\u0000'];
    for (const name of names) await new LogStore(store.openLog(name)).transaction((transaction) => transaction.put('name', name));
    for (const name of names) expect(await readAll(new LogStore(store.openLog(name)))).toEqual([['name', name]]);
  });

  it('keeps its first header', async () => {
    const store = await open();
    expect(await store.initialize(header)).toEqual(header);
    expect(await store.initialize({ ...header, format: 2 })).toEqual(header);
  });

  it('gives the owner of the lock the precedence to append', async () => {
    const store = await open();
    const [owner, other] = [store.openLog('default'), store.openLog('default')];
    const unlock = await owner.lock();
    const otherAppend = other.append(0, { writes: [['a', 'other']] });
    expect(await owner.append(0, { writes: [['a', 'owner']] })).toBe('appended');
    await unlock();
    expect(await otherAppend).toBe('conflict');
    expect(await other.append(1, { writes: [['a', 'other']] })).toBe('appended');
  });

  it('has a checkpoint instead of the commits before it', async () => {
    const store = await open();
    const logStore = openDefault(store);
    const keys = Array.from({ length: 2500 }, (_, index) => `key-${String(index).padStart(4, '0')}`);
    for (let value = 0; value < 3; value++)
      await logStore.transaction((transaction) => {
        for (const key of keys) transaction.put(key, value);
      });
    const log = store.openLog('default');
    await log.writeCheckpoint({ sequence: 3, entries: await readAll(logStore) }, { from: 3, checkpoints: 4 });
    await log.writeCheckpoint({ sequence: 2, entries: [] }, { from: 3, checkpoints: 4 });
    expect(await log.read(0, 10)).toEqual([]);
    expect(await log.read(3, 10)).toEqual([]);
    expect(await readAll(openDefault(store))).toEqual(keys.map((key) => [key, 2]));
  });

  it('rejects operations that closing interrupts or that follow', async () => {
    const store = await openStore(folder);
    const log = store.openLog('default');
    const entries = Array.from({ length: 5000 }, (_, index): Entry => [`key-${String(index).padStart(4, '0')}`, index]);
    const interrupted = expect(log.writeCheckpoint({ sequence: 1, entries }, { from: 1, checkpoints: 1 })).rejects.toThrow('it is closed');
    await store.close();
    await interrupted;
    expect(() => log.latest()).toThrow('it is closed');
    await expect(log.append(0, { writes: [['a', 1]] })).rejects.toThrow('it is closed');
    expect(await readFolder()).toEqual({});
  });

  it('contains nothing that is left of a checkpoint whose writer stopped, after the next two', async () => {
    const interrupted = await openStore(folder);
    await appendCommits(interrupted.openLog('default'), 8);
    const entries = Array.from({ length: 5000 }, (_, index): Entry => [`key-${String(index).padStart(4, '0')}`, index]);
    const writing = interrupted.openLog('default').writeCheckpoint({ sequence: 5, entries }, { from: 5, checkpoints: 1 });
    await Promise.all([expect(writing).rejects.toThrow('it is closed'), interrupted.close()]);

    const log = (await open()).openLog('default');
    expect(await describeContent(log)).toEqual({ oldest: 0, commits: [1, 2, 3, 4, 5, 6, 7, 8], checkpoints: [] });
    const before = listKeys();
    for (const sequence of [7, 8]) await writeCheckpoint(log, sequence, sequence);
    expect(before).toContain('part');
    expect(listKeys()).toEqual(['checkpoint', 'latest', 'oldest', 'part']);
  });

  it('is rejected if it is a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(openStore(file)).rejects.toThrow(`cannot open the store ${file}: `);
  });
});

describe('processes with the same folder', () => {
  it('lose no update of each other', async () => {
    const counters = [startCounter(100), startCounter(100)];
    await Promise.all(counters.map(({ ended }) => ended));
    const values = counters.flatMap((counter) => counter.values);
    expect([...values].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    const stored = Object.values(await readFolder());
    expect(stored).toEqual(Array.from({ length: 101 }, () => 200));
  });

  it('that are killed have stored each commit that they reported, and no part of another one', async () => {
    let before = 0;
    for (let round = 0; round < 5; round++) {
      const { child, values, ended } = startCounter(Infinity);
      // The number of commits before the signal differs from round to round.
      child.stdout?.on('data', () => values.length > 5 * round && child.kill('SIGKILL'));
      await ended;
      const stored = await readFolder();
      expect(values[0]).toBe(before + 1);
      expect(stored['counter']).toBeGreaterThanOrEqual(values.at(-1) ?? Infinity);
      expect(new Set(Object.values(stored)).size).toBe(1);
      before = Number(stored['counter']);
    }
  });
});
