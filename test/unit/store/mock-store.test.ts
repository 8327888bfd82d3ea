/** What each kind of store guarantees, with real processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { openStore, type MockStore } from '../../../generator/store/index.js';
import { LogStore } from '../../../templates/runtime/mock/store/log-store.js';
import type { Entry, Store } from '../../../templates/runtime/mock/store/store.js';
import { storeKinds, type StorePlace } from '../../support/store-places.js';

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

describe.each(storeKinds)('a store in $name', ({ obstacle, createPlace, removePlaces }) => {
  beforeEach(async (context) => {
    context.skip(obstacle !== undefined, obstacle);
    place = await createPlace();
  }, 60_000);
  afterAll(removePlaces);

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

  it('gives the owner of the lock the precedence to append', async () => {
    const store = await open();
    const [owner, other] = [store.openLog('default'), store.openLog('default')];
    const unlock = await owner.lock();
    const otherAppend = other.append(0, [['a', 'other']]);
    expect(await owner.append(0, [['a', 'owner']])).toBe(true);
    await unlock();
    expect(await otherAppend).toBe(false);
    expect(await other.append(1, [['a', 'other']])).toBe(true);
  });

  it('has a snapshot instead of the commits before it', async () => {
    const store = await open();
    const logStore = openDefault(store);
    const keys = Array.from({ length: 2500 }, (_, index) => `key-${String(index).padStart(4, '0')}`);
    for (let value = 0; value < 3; value++)
      await logStore.transaction((transaction) => {
        for (const key of keys) transaction.put(key, value);
      });
    const log = store.openLog('default');
    await log.writeSnapshot({ sequence: 3, entries: await readAll(logStore) });
    await log.writeSnapshot({ sequence: 2, entries: [] });
    expect(await log.read(0, 10)).toBeUndefined();
    expect(await log.read(3, 10)).toEqual([]);
    expect(await readAll(openDefault(store))).toEqual(keys.map((key) => [key, 2]));
  });

  it('rejects operations that closing interrupts or that follow', async () => {
    const store = await openStore(place.address, place);
    const log = store.openLog('default');
    const entries = Array.from({ length: 5000 }, (_, index): Entry => [`key-${String(index).padStart(4, '0')}`, index]);
    const interrupted = expect(log.writeSnapshot({ sequence: 1, entries })).rejects.toThrow('it is closed');
    await store.close();
    await interrupted;
    await expect(async () => log.latest()).rejects.toThrow('it is closed');
    await expect(log.append(0, [['a', 1]])).rejects.toThrow('it is closed');
    expect(await readAgain()).toEqual({});
  });

  it('loses no update of several processes', async () => {
    const values = (await Promise.all([runCounter(100), runCounter(100)])).flat();
    expect(values.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    const stored = Object.values(await readAgain());
    expect(stored).toEqual(Array.from({ length: 101 }, () => 200));
  });
});
