/** A store in an LMDB database, which the processes of one machine share. */
import type { Log, MockStore, StoreHeader } from '../../templates/runtime/mock/index.js';
import { getLogId, LmdbLog, type Database } from './lmdb-log.js';

export class LmdbStore implements MockStore {
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
    return new LmdbLog(() => this.#getOpenDatabase(), getLogId(session));
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
