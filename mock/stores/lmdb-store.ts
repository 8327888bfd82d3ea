/** A store in an LMDB database, which the processes of one machine share. */
import type { MockStore, StoreHeader } from '../index.js';
import { loadOptionalPackages, UsageError } from '../../generator/lib/usage-error.js';
import { openDatabase, runTransaction, type Database } from './lmdb-database.js';
import { listSessions, LmdbLog } from './lmdb-log.js';

function createStore(database: Database): MockStore {
  let isClosed = false;
  /** A read of a database that is closing would fail later, in a timer. */
  const getOpenDatabase = (): Database => {
    if (isClosed) throw new Error('it is closed');
    return database;
  };
  return {
    initialize: async (header) =>
      runTransaction(getOpenDatabase(), () => {
        const stored = database.get(['header']) as StoreHeader | undefined;
        if (stored === undefined) void database.put(['header'], header);
        return stored ?? header;
      }),
    openLog: (session) => new LmdbLog(getOpenDatabase, session),
    listSessions: () => listSessions(getOpenDatabase()),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await database.close();
    },
  };
}

/** Opens a folder, which is created if it doesn't exist. `isTemporary`: nobody needs it after the machine fails, so no write waits for the disk. */
export async function openFolder(folder: string, options: { readonly isTemporary?: boolean } = {}): Promise<MockStore> {
  const message = 'a store in a folder needs the package lmdb; install it: npm install lmdb';
  const { open } = await loadOptionalPackages(() => import('lmdb'), message);
  try {
    return createStore(await openDatabase(open, folder, options));
  } catch (error) {
    throw new UsageError(`cannot open the store ${folder}: ${error instanceof Error ? error.message : String(error)}`, [], {
      cause: error,
    });
  }
}
