/** Opens LMDB databases, and runs their transactions so that a failed commit rejects and has no other effect. */
import { closeSync, existsSync, fsyncSync, linkSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { open as Open, RootDatabase } from 'lmdb';
import { nodeFileSystem } from '../../generator/lib/file-system.js';
import { checkDataFile } from './lmdb-check.js';

/**
 * The kinds of records. `session`: the name of the session. `checkpoint`: the number of its parts. `origin`: the version to which a commit
 * refers, as the numbers of a `fork`. `fork`: the same by version, without a value.
 */
export type KeyKind =
  | 'header'
  | 'session'
  | 'latest'
  | 'oldest'
  | 'commit'
  | 'checkpoint'
  | 'part'
  | 'snapshots'
  | 'origin'
  | 'fork'
  | 'lock';
/** The keys: `['commit', log, sequence]`. JSON text keeps all strings, even those that aren't well-formed Unicode. */
export type Key = [kind: KeyKind, ...parts: (string | number)[]];
export type Database = RootDatabase<unknown, Key>;

/** The size of a new lock file in bytes: more than LMDB needs for its mutexes and 126 readers. */
const lockFileSize = 16 * 1024;

/** Opens the database in a folder, which is created if it doesn't exist. Throws an error with a message for the user. */
export async function openDatabase(open: typeof Open, folder: string, { isTemporary = false } = {}): Promise<Database> {
  nodeFileSystem.makeFolder(folder);
  const dataFile = join(folder, 'data.mdb');
  if (!existsSync(dataFile)) await createDataFile(open, dataFile);
  checkDataFile(dataFile);
  createLockFile(join(folder, 'lock.mdb'));
  const database = open<unknown, Key>({
    path: folder,
    noSubdir: false,
    encoding: 'json',
    // A commit is on the disk when its promise resolves.
    overlappingSync: false,
    // Otherwise, a failed commit also rejects a promise that nobody can handle.
    eventTurnBatching: false,
    noSync: isTemporary,
  });
  interceptCommitErrors(database);
  // Frees what processes that were killed have left behind.
  database.readerCheck();
  return database;
}

/** Creates the file in one step: a process that is killed leaves no empty file behind, which would look like a damaged store. */
async function createDataFile(open: typeof Open, dataFile: string): Promise<void> {
  const draft = mkdtempSync(`${dataFile}-`);
  try {
    const draftFile = join(draft, 'data.mdb');
    createLockFile(join(draft, 'lock.mdb'));
    await open({ path: draft, noSubdir: false, overlappingSync: false, noSync: true }).close();
    const descriptor = openSync(draftFile, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
    linkIfAbsent(draftFile, dataFile);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Writes the lock file in full. A write to a page of it for which the disk has no room would end the process, because it is mapped. */
function createLockFile(lockFile: string): void {
  if (existsSync(lockFile)) return;
  const draft = mkdtempSync(`${lockFile}-`);
  try {
    const draftFile = join(draft, 'lock.mdb');
    writeFileSync(draftFile, new Uint8Array(lockFileSize));
    linkIfAbsent(draftFile, lockFile);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Links a file unless another process has created it. Without hard links in the file system, LMDB creates the file itself. */
function linkIfAbsent(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!['EEXIST', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error;
  }
}

/** The result of the last failed commit of each database. */
const commitErrors = new WeakMap<Database, number>();

/** The native part of a database calls back with a status while it writes, and with the result: 0, or the number of an error. */
type StartWriting = (address: number, callback: (status: number) => unknown) => unknown;
/** Completes the promises of the transactions, with no other effect. */
const progressStatus = 1;
/** The number of the last status. Later ones are errors, as are negative ones. */
const transactionStatus = 2;

/** Keeps the number of an error. `lmdb` would print it with a stack trace, and reject a promise that belongs to nobody. */
function interceptCommitErrors(database: Database): void {
  const { env } = database as unknown as { readonly env: { readonly startWriting: StartWriting } };
  const startWriting = env.startWriting.bind(env);
  const value: StartWriting = (address, callback) =>
    startWriting(address, (status) => {
      if (status >= 0 && status <= transactionStatus) return callback(status);
      commitErrors.set(database, status);
      return callback(progressStatus);
    });
  Object.defineProperty(env, 'startWriting', { value });
}

/** Runs a transaction. Rejects with an error that says why if it can't be committed; it has no effect then. */
export function runTransaction<T>(database: Database, work: () => T): Promise<T> {
  return awaitCommit(database, database.transaction(work));
}

/** Waits for the result of a write. Rejects with an error that says why if it can't be committed. */
export async function awaitCommit<T>(database: Database, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw error instanceof Error && 'commitError' in error ? describeCommitError(commitErrors.get(database) ?? 0, error) : error;
  }
}

const mapFull = -30_792;

function describeCommitError(number: number, cause: unknown): Error {
  const { ENOSPC, EFBIG, EDQUOT, EIO } = constants.errno;
  const name = Object.entries(constants.errno).find(([, value]) => value === number)?.[0] ?? `LMDB error ${number}`;
  // LMDB reports a write that the disk takes in part as EIO.
  const isFull = [ENOSPC, EFBIG, EDQUOT, EIO, mapFull].includes(number);
  const fix = isFull ? '; the disk, a quota, or a limit on the size of files may have no room left' : '';
  return new Error(`the change can't be written (${name})${fix}`, { cause });
}
