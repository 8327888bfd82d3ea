/** A store in an LMDB database, which the processes of one machine share. */
import type { Log, MockStore, StoreHeader, VersionReference } from '../../templates/runtime/mock/index.js';
import { nodeFileSystem } from '../lib/file-system.js';
import { UsageError } from '../lib/usage-error.js';
import { listSessions, LmdbLog, type Database, type Key } from './lmdb-log.js';

class LmdbStore implements MockStore {
  readonly #database: Database;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  async initialize(header: StoreHeader): Promise<StoreHeader> {
    const database = this.#getOpenDatabase();
    return database.transaction(() => {
      const stored = database.get(['header']) as StoreHeader | undefined;
      if (stored === undefined) void database.put(['header'], header);
      return stored ?? header;
    });
  }

  openLog(session: string): Log {
    return new LmdbLog(() => this.#getOpenDatabase(), session);
  }

  listSessions(): readonly VersionReference[] {
    return listSessions(this.#getOpenDatabase());
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#database.close();
  }

  /** A read of a database that is closing would fail later, in a timer. */
  #getOpenDatabase(): Database {
    if (this.#isClosed) throw new Error('it is closed');
    return this.#database;
  }
}

/** Opens a folder, which is created if it doesn't exist. `isTemporary`: nobody needs it after the machine fails, so no write waits for the disk. */
export async function openFolder(folder: string, { isTemporary = false } = {}): Promise<MockStore> {
  const { open } = await loadLmdb();
  try {
    nodeFileSystem.makeFolder(folder);
    // Without `overlappingSync`, a commit is on the disk when its promise resolves.
    const database = open<unknown, Key>({ path: folder, noSubdir: false, encoding: 'json', overlappingSync: false, noSync: isTemporary });
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
