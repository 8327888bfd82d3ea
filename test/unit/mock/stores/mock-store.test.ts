/** What each kind of store guarantees, with real processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../../generator/lib/root.js';
import { openStore, type MockStore } from '../../../../mock/stores/index.js';
import { LogStore } from '../../../../mock/store/log-store.js';
import type { Entry, Store } from '../../../../mock/store/store.js';
import type { Commit } from '../../../../mock/types/store.js';
import { expectToBehaveLikeMemory } from '../../../behavior/shared-versions-model.js';
import { appendCommits, createSnapshot, describeContent, describeLogContract, writeCheckpoint } from '../../../support/log-contract.js';
import { MemoryMockStore } from '../../../support/memory-log.js';
import { storeKinds, type StorePlace } from '../../../support/store-places.js';

const header = { format: 1, apis: ['dns.v1'], resources: 'a' };
/** Below the repository, so that it finds the packages of the stores. */
const script = join(packageRoot, 'node_modules/.cache/discogen-test/counter-process.mjs');
const opened: MockStore[] = [];
let place: StorePlace;

beforeAll(async () => {
  const build = await rolldown({
    input: join(import.meta.dirname, 'counter-process.ts'),
    external: ['lmdb', 'pg', /^node:/],
    platform: 'node',
  });
  await build.write({ file: script, format: 'esm' });
  await build.close();
});
afterAll(async () => {
  for (const store of opened) await store.close();
});

async function open(): Promise<MockStore> {
  const store = await openStore(place.address, place);
  opened.push(store);
  return store;
}

const openDefault = (store: MockStore): LogStore => new LogStore(store.openLog('default'));

const readAll = async (store: Store): Promise<readonly Entry[]> =>
  store.transaction((transaction) => transaction.range({ from: '', to: '\uffff' }));

/** Opens the store again, as the next process does. */
async function readAgain(): Promise<Record<string, unknown>> {
  return Object.fromEntries(await readAll(openDefault(await open())));
}

/** Runs a process that increments the counter. Returns what it has committed. */
async function runCounter(times: number): Promise<readonly number[]> {
  const child = spawn(process.execPath, [script, JSON.stringify(place), String(times)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const values: number[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => values.push(Number(line)));
  await once(child, 'close');
  return values;
}

describe.each(storeKinds)('a store in $name', ({ obstacle, createPlace, removePlaces, numRuns }) => {
  beforeEach(async (context) => {
    context.skip(obstacle !== undefined, obstacle);
    place = await createPlace();
  });
  afterAll(removePlaces);

  describeLogContract(open);

  it('frees what a log in memory frees, for any order of calls', async () => {
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
        place = await createPlace();
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
      { numRuns },
    );
  });

  it('lets processes that restart and compact it behave like one mock in memory', async () => {
    await expectToBehaveLikeMemory(numRuns / 2, async () => {
      place = await createPlace();
      return open();
    });
  });

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
    expect(await readAgain()).toEqual(Object.fromEntries(entries));
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

  it.each<Omit<Commit, 'writes'>>([{}, { origin: { session: 'origin', sequence: 1 } }])(
    'gives the owner of the lock the precedence to append a commit with %j',
    async (properties) => {
      const store = await open();
      await appendCommits(store.openLog('origin'), 1);
      const [owner, other] = [store.openLog('default'), store.openLog('default')];
      const [ownerCommit, otherCommit] = ['owner', 'other'].map((name): Commit => ({ ...properties, writes: [['a', name]] })) as [
        Commit,
        Commit,
      ];
      const unlock = await owner.lock();
      const otherAppend = other.append(0, otherCommit);
      expect(await owner.append(0, ownerCommit)).toBe('appended');
      await unlock();
      expect(await otherAppend).toBe('conflict');
      expect(await other.append(1, otherCommit)).toBe('appended');
      expect(await owner.read(0, 10)).toEqual([ownerCommit, otherCommit]);
    },
  );

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
    const store = await openStore(place.address, place);
    const log = store.openLog('default');
    const entries = Array.from({ length: 5000 }, (_, index): Entry => [`key-${String(index).padStart(4, '0')}`, index]);
    const interrupted = expect(log.writeCheckpoint({ sequence: 1, entries }, { from: 1, checkpoints: 1 })).rejects.toThrow('it is closed');
    await store.close();
    await interrupted;
    await expect(async () => log.latest()).rejects.toThrow('it is closed');
    await expect(log.append(0, { writes: [['a', 1]] })).rejects.toThrow('it is closed');
    expect(await readAgain()).toEqual({});
  });

  it('loses no update of several processes', async () => {
    const values = (await Promise.all([runCounter(100), runCounter(100)])).flat();
    expect(values.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    const stored = Object.values(await readAgain());
    expect(stored).toEqual(Array.from({ length: 101 }, () => 200));
  });
});
