/** A store in an LMDB database, which the processes of one machine share. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import type { Log, LogSnapshot, MockStore, StoreHeader, Write } from '../../templates/runtime/mock/index.js';
import { sha256 } from '../lib/sha256.js';
import { UsageError } from '../lib/usage-error.js';

/** How long a lock is valid after its last renewal, in milliseconds: other processes wait this long if its process was killed. */
const lockDuration = 5000;
/** In milliseconds. */
const lockPollInterval = 5;
/** The number of entries per part of a snapshot. */
const partSize = 1000;

/** The keys: `['commit', log, sequence]`. JSON text keeps all strings, even those that aren't well-formed Unicode. */
type Key = [kind: 'header' | 'latest' | 'commit' | 'snapshot' | 'part' | 'lock', ...parts: (string | number)[]];
type Database = RootDatabase<unknown, Key>;

interface Lock {
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A snapshot, whose entries are stored in parts. */
interface SnapshotRecord {
  readonly sequence: number;
  readonly parts: number;
}

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
    // The length of a key is limited.
    return new LmdbLog(() => this.#getOpenDatabase(), sha256(session).slice(0, 32));
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

/** Opens a folder, which is created if it doesn't exist. */
export async function openFolder(folder: string): Promise<MockStore> {
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

class LmdbLog implements Log {
  readonly #getDatabase: () => Database;
  readonly #id: string;
  readonly #owner = randomUUID();

  /** `getDatabase` throws when the database is closed. */
  constructor(getDatabase: () => Database, id: string) {
    this.#getDatabase = getDatabase;
    this.#id = id;
  }

  get #database(): Database {
    return this.#getDatabase();
  }

  latest(): number {
    // Otherwise, reads of the same turn of the event loop see the same version.
    this.#database.resetReadTxn();
    return this.#readLatest();
  }

  read(after: number, limit: number): readonly (readonly Write[])[] | undefined {
    this.#database.resetReadTxn();
    const snapshot = this.#readSnapshotRecord();
    if (snapshot && after < snapshot.sequence) return undefined;
    const start: Key = ['commit', this.#id, after + 1];
    const end: Key = ['commit', this.#id, after + 1 + limit];
    return [...this.#database.getRange({ start, end })].map(({ value }) => value as readonly Write[]);
  }

  async append(expected: number, writes: readonly Write[]): Promise<boolean> {
    for (;;) {
      const outcome = await this.#tryAppend(expected, writes);
      if (outcome !== 'locked') return outcome === 'appended';
      await wait(lockPollInterval);
    }
  }

  #tryAppend(expected: number, writes: readonly Write[]): Promise<'appended' | 'conflict' | 'locked'> {
    return this.#database.transaction(() => {
      if (this.#readLatest() !== expected) return 'conflict';
      if (this.#isLockedByOther()) return 'locked';
      void this.#database.put(['commit', this.#id, expected + 1], writes);
      void this.#database.put(['latest', this.#id], expected + 1);
      return 'appended';
    });
  }

  async lock(): Promise<() => Promise<void>> {
    while (!(await this.#tryLock())) await wait(lockPollInterval);
    const renewal = setInterval(() => void this.#tryLock().catch(() => undefined), lockDuration / 4).unref();
    return async () => {
      clearInterval(renewal);
      await this.#database.transaction(() => {
        if (!this.#isLockedByOther()) void this.#database.remove(['lock', this.#id]);
      });
    };
  }

  /** Takes or extends the lock. */
  #tryLock(): Promise<boolean> {
    return this.#database.transaction(() => {
      if (this.#isLockedByOther()) return false;
      void this.#database.put(['lock', this.#id], { owner: this.#owner, until: Date.now() + lockDuration } satisfies Lock);
      return true;
    });
  }

  #isLockedByOther(): boolean {
    const lock = this.#database.get(['lock', this.#id]) as Lock | undefined;
    return lock !== undefined && lock.owner !== this.#owner && lock.until > Date.now();
  }

  readSnapshot(): LogSnapshot | undefined {
    this.#database.resetReadTxn();
    const record = this.#readSnapshotRecord();
    if (record === undefined) return undefined;
    const { sequence, parts } = record;
    const entries = Array.from(
      { length: parts },
      (_, index) => this.#database.get(['part', this.#id, sequence, index]) as LogSnapshot['entries'],
    );
    return { sequence, entries: entries.flat() };
  }

  /** Writes the parts first, so that other processes can write in the meantime, and then selects them as the snapshot. */
  async writeSnapshot({ sequence, entries }: LogSnapshot): Promise<void> {
    const parts = Math.ceil(entries.length / partSize);
    // Another process that writes a snapshot of the same commit writes the same parts.
    for (let index = 0; index < parts; index++)
      await this.#database.put(['part', this.#id, sequence, index], entries.slice(index * partSize, (index + 1) * partSize));
    await this.#database.transaction(() => {
      if ((this.#readSnapshotRecord()?.sequence ?? 0) < sequence)
        void this.#database.put(['snapshot', this.#id], { sequence, parts } satisfies SnapshotRecord);
    });
    const current = this.#readSnapshotRecord()?.sequence ?? 0;
    await this.#removeRange(['part', this.#id], ['part', this.#id, current]);
    await this.#removeRange(['commit', this.#id], ['commit', this.#id, current + 1]);
  }

  async #removeRange(start: Key, end: Key): Promise<void> {
    for (;;) {
      const keys = [...this.#database.getKeys({ start, end, limit: partSize })];
      if (keys.length === 0) return;
      await Promise.all(keys.map((key) => this.#database.remove(key)));
    }
  }

  #readLatest(): number {
    return Number(this.#database.get(['latest', this.#id]) ?? 0);
  }

  #readSnapshotRecord(): SnapshotRecord | undefined {
    return this.#database.get(['snapshot', this.#id]) as SnapshotRecord | undefined;
  }
}
