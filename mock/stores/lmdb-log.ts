/** The log of a session in an LMDB database. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Checkpoint, Commit, Log, MockSnapshot, Retention, VersionReference } from '../index.js';
import { sha256 } from '../../generator/lib/sha256.js';
import { createDamageError } from './lmdb-check.js';
import { awaitCommit, runTransaction, type Database, type Key, type KeyKind } from './lmdb-database.js';

/** How long a lock is valid after its last renewal, in milliseconds: other processes wait this long if its process was killed. */
const lockDuration = 5000;
/** In milliseconds. */
const lockPollInterval = 5;
/** The number of entries per part of a checkpoint. */
const partSize = 1000;
/** The maximum number of records that compaction deletes while other processes wait. */
const maxDeletions = 1000;

interface Lock {
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The commits after `start` up to `end`, which begin with the checkpoint `start`. The log keeps those up to `keptUntil`, if any. */
interface LogSegment {
  readonly start: number;
  readonly end: number;
  readonly keptUntil: number | undefined;
}

/** Returns the part of keys that stands for a session, because the length of a key is limited. */
function getLogId(session: string): string {
  return sha256(session).slice(0, 32);
}

/** Reads records. A check of the file doesn't find every damage: the content of a page can be other than what was written. */
function readRecords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError)
      throw createDamageError(`a record can't be read (${error.message})`, error);
    throw error;
  }
}

/** Returns the last version of each session. */
export function listSessions(database: Database): readonly VersionReference[] {
  database.resetReadTxn();
  return readRecords(() => {
    const records = [...database.getRange({ start: ['session', ''], end: ['session', '\uffff'] })];
    return records.map(({ key: [, id = ''], value }) => ({ session: value as string, sequence: database.get(['latest', id]) as number }));
  });
}

export class LmdbLog implements Log {
  readonly #getDatabase: () => Database;
  readonly #session: string;
  readonly #id: string;
  readonly #owner = randomUUID();

  /** `getDatabase` throws when the database is closed. */
  constructor(getDatabase: () => Database, session: string) {
    this.#getDatabase = getDatabase;
    this.#session = session;
    this.#id = getLogId(session);
  }

  get #database(): Database {
    return this.#getDatabase();
  }

  /** A database that sees all commits. Otherwise, reads of the same turn of the event loop see the same version. */
  get #freshDatabase(): Database {
    this.#database.resetReadTxn();
    return this.#database;
  }

  latest(): number {
    return this.#readNumber('latest', this.#freshDatabase);
  }

  oldest(): number {
    return this.#readNumber('oldest', this.#freshDatabase);
  }

  read(after: number, limit: number): readonly Commit[] {
    const start: Key = ['commit', this.#id, after + 1];
    const end: Key = ['commit', this.#id, after + 1 + limit];
    const records = readRecords(() => [...this.#freshDatabase.getRange({ start, end })]);
    const gap = records.findIndex(({ key }, index) => key[2] !== after + 1 + index);
    return records.slice(0, gap < 0 ? records.length : gap).map(({ value }) => value as Commit);
  }

  async append(expected: number, commit: Commit): Promise<'appended' | 'conflict' | 'notKept'> {
    for (;;) {
      const outcome = await this.#tryAppend(expected, commit);
      if (outcome !== 'locked') return outcome;
      await wait(lockPollInterval);
    }
  }

  #tryAppend(expected: number, commit: Commit): Promise<'appended' | 'conflict' | 'notKept' | 'locked'> {
    const database = this.#database;
    return runTransaction(database, () => {
      if (this.#readNumber('latest') !== expected) return 'conflict';
      if (this.#isLockedByOther()) return 'locked';
      const sequence = expected + 1;
      if (commit.origin) {
        const origin = new LmdbLog(this.#getDatabase, commit.origin.session);
        if (!origin.#isKept(commit.origin.sequence)) return 'notKept';
        const fork = [origin.#id, commit.origin.sequence, this.#id, sequence];
        void database.put(['origin', this.#id, sequence], fork);
        void database.put(['fork', ...fork], null);
      }
      if (expected === 0) void database.put(['session', this.#id], this.#session);
      void database.put(['commit', this.#id, sequence], commit);
      void database.put(['latest', this.#id], sequence);
      return 'appended';
    });
  }

  async lock(): Promise<() => Promise<void>> {
    while (!(await this.#tryLock())) await wait(lockPollInterval);
    const renewal = setInterval(() => void this.#tryLock().catch(() => undefined), lockDuration / 4).unref();
    return async () => {
      clearInterval(renewal);
      await runTransaction(this.#database, () => {
        if (!this.#isLockedByOther()) void this.#database.remove(['lock', this.#id]);
      });
    };
  }

  /** Takes or extends the lock. */
  #tryLock(): Promise<boolean> {
    return runTransaction(this.#database, () => {
      if (this.#isLockedByOther()) return false;
      void this.#database.put(['lock', this.#id], { owner: this.#owner, until: Date.now() + lockDuration } satisfies Lock);
      return true;
    });
  }

  #isLockedByOther(): boolean {
    const lock = readRecords(() => this.#database.get(['lock', this.#id])) as Lock | null | undefined;
    return lock !== undefined && lock !== null && lock.owner !== this.#owner && lock.until > Date.now();
  }

  readCheckpoint(at: number = Number.MAX_SAFE_INTEGER): Checkpoint | undefined {
    const database = this.#freshDatabase;
    const [sequence] = this.#listCheckpoints(at, 1);
    if (sequence === undefined) return undefined;
    return readRecords(() => {
      const count = database.get(['checkpoint', this.#id, sequence]);
      const entries: Checkpoint['entries'][number][] = [];
      for (let index = 0; index < Number(count); index++) {
        const part = database.get(['part', this.#id, sequence, index]);
        if (!Array.isArray(part)) throw new SyntaxError(`the part ${index} of the checkpoint ${sequence} is not a list`);
        for (const entry of part as Checkpoint['entries']) entries.push(entry);
      }
      if (!Number.isSafeInteger(count)) throw new SyntaxError(`the checkpoint ${sequence} is not a number of parts`);
      return { sequence, entries };
    });
  }

  /** Writes the parts first, so that other processes can write in the meantime, and then the record of the checkpoint. */
  async writeCheckpoint({ sequence, entries }: Checkpoint, retention: Retention): Promise<void> {
    const parts = Math.ceil(entries.length / partSize);
    // Another process that writes a checkpoint of the same commit writes the same parts.
    for (let index = 0; index < parts; index++) {
      const part = entries.slice(index * partSize, (index + 1) * partSize);
      await awaitCommit(this.#database, this.#database.put(['part', this.#id, sequence, index], part));
    }
    await runTransaction(this.#database, () => {
      const [newest = 0] = this.#listCheckpoints();
      if (newest < sequence) void this.#database.put(['checkpoint', this.#id, sequence], parts);
      const [oldest = 0] = this.#listCheckpoints(retention.from, 1);
      const first = this.#listCheckpoints()[retention.checkpoints - 1] ?? 0;
      void this.#database.put(['oldest', this.#id], Math.max(this.#readNumber('oldest'), oldest, first));
    });
    while (await runTransaction(this.#database, () => this.#deleteUnneeded()));
  }

  /** Deletes a limited number of records before the oldest version. Returns whether there may be more. */
  #deleteUnneeded(): boolean {
    const database = this.#database;
    let deletions = 0;
    const removeRange = (kind: KeyKind, from: number, to: number): void => {
      const range = { start: [kind, this.#id, from] as Key, end: [kind, this.#id, to] as Key, limit: maxDeletions - deletions };
      // Deletions don't disturb a list.
      const keys = [...database.getKeys(range)];
      for (const key of keys) {
        deletions++;
        if (kind === 'origin') void database.remove(['fork', ...(database.get(key) as (string | number)[])]);
        void database.remove(key);
      }
    };
    for (const { start, end, keptUntil } of this.#listSegments()) {
      const firstCheckpoint = keptUntil === undefined ? start : start + 1;
      removeRange('checkpoint', firstCheckpoint, end);
      removeRange('part', firstCheckpoint, end);
      removeRange('commit', (keptUntil ?? start) + 1, end + 1);
      removeRange('origin', (keptUntil ?? start) + 1, end + 1);
    }
    return deletions >= maxDeletions;
  }

  /** Returns the segments up to the oldest version. */
  #listSegments(): readonly LogSegment[] {
    const oldest = this.#readNumber('oldest');
    const kept = [...this.#listSnapshotsInTransaction().map(({ sequence }) => sequence), ...this.#listForks(0, oldest)];
    const bounds = [oldest, ...this.#listCheckpoints(oldest - 1), 0].reverse();
    return bounds.slice(1).map((end, index) => {
      const start = bounds[index] ?? 0;
      const needed = kept.filter((sequence) => start <= sequence && sequence < end);
      return { start, end, keptUntil: needed.length === 0 ? undefined : Math.max(...needed) };
    });
  }

  listSnapshots(): readonly MockSnapshot[] {
    this.#database.resetReadTxn();
    return this.#listSnapshotsInTransaction();
  }

  createSnapshot(snapshot: MockSnapshot, limit: number): Promise<'created' | 'exists' | 'full' | 'notKept'> {
    return runTransaction(this.#database, () => {
      const snapshots = this.#listSnapshotsInTransaction();
      if (snapshots.some(({ name }) => name === snapshot.name)) return 'exists';
      if (snapshots.length >= limit) return 'full';
      if (!this.#isKept(snapshot.sequence)) return 'notKept';
      void this.#database.put(['snapshots', this.#id], [...snapshots, snapshot]);
      return 'created';
    });
  }

  deleteSnapshot(name: string): Promise<boolean> {
    return runTransaction(this.#database, () => {
      const snapshots = this.#listSnapshotsInTransaction();
      const others = snapshots.filter((snapshot) => snapshot.name !== name);
      if (others.length < snapshots.length) void this.#database.put(['snapshots', this.#id], others);
      return others.length < snapshots.length;
    });
  }

  #listSnapshotsInTransaction(): readonly MockSnapshot[] {
    return (readRecords(() => this.#database.get(['snapshots', this.#id])) ?? []) as readonly MockSnapshot[];
  }

  #isKept(sequence: number): boolean {
    if (sequence > this.#readNumber('latest')) return false;
    if (sequence >= this.#readNumber('oldest')) return true;
    return (
      this.#listSnapshotsInTransaction().some((snapshot) => snapshot.sequence === sequence) ||
      this.#listForks(sequence, sequence + 1, 1).length > 0
    );
  }

  /** Returns the sequence numbers from `from` to `to` (exclusive) to which commits of other logs refer. */
  #listForks(from: number, to: number, limit = Infinity): readonly number[] {
    const keys = this.#database.getKeys({ start: ['fork', this.#id, from], end: ['fork', this.#id, to], limit });
    return [...keys].map((key) => Number(key[2]));
  }

  /** Returns the sequence numbers of checkpoints, newest first. `at`: the maximum. */
  #listCheckpoints(at: number = Number.MAX_SAFE_INTEGER, limit = Infinity): readonly number[] {
    const range = { start: ['checkpoint', this.#id, at] as Key, end: ['checkpoint', this.#id, -1] as Key, reverse: true, limit };
    return [...this.#database.getKeys(range)].map((key) => Number(key[2]));
  }

  #readNumber(kind: 'latest' | 'oldest', database: Database = this.#database): number {
    return readRecords(() => (database.get([kind, this.#id]) ?? 0) as number);
  }
}
