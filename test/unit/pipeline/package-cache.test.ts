/** The cache of mocks removes folders that no process uses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileSystem } from '../../../generator/lib/effects.js';
import { nodeFileSystem } from '../../../generator/lib/file-system.js';
import { PackageCache } from '../../../generator/pipeline/package-cache.js';

const day = 86_400_000;
let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'discogen-cache-'))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Process {
  readonly cache: PackageCache;
  /** Uses a folder, and fills it with 100 bytes. */
  readonly fill: (name: string) => Promise<void>;
  readonly end: () => void;
}

const ended = new Set<string>();

/** Starts a process whose clock is some days ahead. `onMove`: called before it moves a folder away. */
function start(id: string, { days = 0, onMove }: { readonly days?: number; readonly onMove?: () => void } = {}): Process {
  let count = 0;
  const files: FileSystem = {
    ...nodeFileSystem,
    createUniqueName: () => `${id}.${(count += 1)}`,
    isAbandoned: (name) => ended.has(name.split('.')[0] ?? ''),
    move(from, to) {
      onMove?.();
      nodeFileSystem.move(from, to);
    },
  };
  const cache = new PackageCache(folder, { files, now: () => Date.now() + days * day }, { age: 30 * day, bytes: 250 });
  const fill = async (name: string): Promise<void> => files.write(join(await cache.use(name), 'dist', 'mock.js'), 'x'.repeat(100));
  return { cache, fill, end: () => void ended.add(id) };
}

const listNames = (): readonly string[] => nodeFileSystem.list(folder).filter((name) => name !== '.marks');

/** Fills folders one after another by a process that has ended. Waits until their times differ. */
async function fillUnused(...names: readonly string[]): Promise<void> {
  const process = start('first');
  for (const name of names) {
    const before = Date.now();
    await process.fill(name);
    while (Date.now() <= before + 1);
  }
  process.end();
}

test('the least recently used folders are removed if all are too large', async () => {
  await fillUnused('one', 'two', 'three');
  start('second').cache.prune();
  expect(listNames()).toEqual(['three', 'two']);
});

test('folders are removed if they were not used for a long time', async () => {
  await fillUnused('one');
  start('second', { days: 29 }).cache.prune();
  expect(listNames()).toEqual(['one']);
  start('second', { days: 31 }).cache.prune();
  expect(listNames()).toEqual([]);
});

test('a folder stays as long as a process uses it', async () => {
  await fillUnused('one');
  const user = start('user');
  await user.cache.use('one');
  start('second', { days: 31 }).cache.prune();
  expect(listNames()).toEqual(['one']);
  user.end();
  start('second', { days: 31 }).cache.prune();
  expect(listNames()).toEqual([]);
});

test('a process that uses a folder waits until another one has moved it away', async () => {
  await fillUnused('one');
  const user = start('user');
  let found: Promise<readonly string[]> | undefined;
  const startUse = (): void => {
    found = user.cache.use('one').then((path) => nodeFileSystem.list(path));
  };
  start('second', { days: 31, onMove: startUse }).cache.prune();
  expect(await found).toEqual([]);
});

test('what a process left behind is removed after it has ended', async () => {
  await fillUnused('one');
  const killed = start('killed', {
    days: 31,
    onMove: () => {
      throw new Error('killed');
    },
  });
  killed.cache.prune();
  nodeFileSystem.write(join(folder, 'killed.9', 'dist', 'mock.js'), '');
  killed.end();
  start('second').cache.prune();
  await start('second').cache.use('one');
  expect(listNames()).toEqual(['one']);
  expect(nodeFileSystem.list(join(folder, '.marks'))).toEqual(['one', 'one.use.second.1']);
});
