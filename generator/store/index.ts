/** The entry `discogen/store`: stores for the option `store` of a mock. */
import { mkdir } from 'node:fs/promises';
import type { MockStore } from '../../templates/runtime/mock/index.js';
import { UsageError } from '../lib/usage-error.js';
import type { Key } from './lmdb-log.js';
import { LmdbStore } from './lmdb-store.js';

export type { MockStore } from '../../templates/runtime/mock/index.js';

/**
 * Opens a store in a folder, which is created if it doesn't exist. Several processes of one machine can open the same folder, and serve the
 * same state. A write is on the disk when the mock responds. Needs the package `lmdb`: `npm install lmdb`. Rejects with `UsageError` if the
 * package isn't installed, or if the folder can't be opened.
 */
export async function openStore(folder: string): Promise<MockStore> {
  const { open } = await loadLmdb();
  try {
    await mkdir(folder, { recursive: true });
    // Without `overlappingSync`, a commit is on the disk when its promise resolves.
    const database = open<unknown, Key>({ path: folder, noSubdir: false, encoding: 'json', overlappingSync: false });
    // Frees what processes that were killed have left behind.
    database.readerCheck();
    return new LmdbStore(database);
  } catch (error) {
    throw new UsageError(`cannot open the store ${folder}: ${error instanceof Error ? error.message : String(error)}`, [], {
      cause: error,
    });
  }
}

async function loadLmdb(): Promise<typeof import('lmdb')> {
  try {
    return await import('lmdb');
  } catch (error) {
    throw new UsageError('a store in a folder needs the package lmdb; install it: npm install lmdb', [], { cause: error });
  }
}
