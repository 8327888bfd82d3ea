/** Checks what a store returns. Its records can be damaged, or something else can have written them. */
import { getMember, isList, isObject, type Json } from '../lib/json.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import { isStoredValue } from '../state/stored-entries.js';
import { signingKeyLog } from '../state/signing-key.js';
import type { Checkpoint, Commit, Log, MockStore, StoreHeader, VersionReference } from '../types/store.js';
import type { MockSnapshot } from '../types/versions.js';

/** Returns a store whose functions throw an error that names a damaged record instead of returning it. */
export function createCheckedStore(store: MockStore): MockStore {
  return {
    initialize: (header) => check(store.initialize(header), isHeader, () => 'the header'),
    openLog: (session) => createCheckedLog(store.openLog(session), session),
    listSessions: () =>
      check(
        store.listSessions(),
        (list) => isList(list) && list.every(isReference),
        () => 'the list of the sessions',
      ),
    close: async () => store.close(),
  };
}

function createCheckedLog(log: Log, session: string): Log {
  const name = (record: string): string => `${record} of the session '${session}'`;
  const isValidEntry = session === signingKeyLog ? (_: string, value: Json) => typeof value === 'string' : isStoredValue;
  const isEntry = (entry: Json | undefined): boolean =>
    isList(entry) && entry.length === 2 && typeof entry[0] === 'string' && isValidEntry(entry[0], entry[1] as Json);
  const isWrite = (write: Json): boolean => isEntry(write) || (isList(write) && write.length === 1 && typeof write[0] === 'string');
  const isCommit = (commit: Json | undefined): boolean => {
    const [origin, writes] = [getMember(commit, 'origin'), getMember(commit, 'writes')];
    return (origin === undefined || isReference(origin)) && isList(writes) && writes.every(isWrite);
  };
  const isCheckpoint = (checkpoint: Json | undefined): boolean => {
    const entries = getMember(checkpoint, 'entries');
    return isSequence(getMember(checkpoint, 'sequence')) && isList(entries) && entries.every(isEntry);
  };
  return {
    latest: () => check(log.latest(), isSequence, () => name('the number of the last commit')),
    oldest: () => check(log.oldest(), isSequence, () => name('the number of the oldest version')),
    read: (after, limit) =>
      continueWith(log.read(after, limit), (commits: readonly Commit[]) => {
        const damaged = commits.findIndex((commit) => !isCommit(commit as unknown as Json));
        if (damaged >= 0) throw createDamageError(name(`the commit ${after + 1 + damaged}`));
        return commits;
      }),
    append: (expected, commit) => log.append(expected, commit),
    lock: () => log.lock(),
    readCheckpoint: (at) =>
      check<Checkpoint | undefined>(
        log.readCheckpoint(at),
        (checkpoint) => checkpoint === undefined || isCheckpoint(checkpoint),
        (checkpoint) => name(`the checkpoint ${String(checkpoint?.sequence)}`),
      ),
    writeCheckpoint: (checkpoint, retention) => log.writeCheckpoint(checkpoint, retention),
    listSnapshots: () =>
      check(
        log.listSnapshots(),
        (list) => isList(list) && list.every(isSnapshot),
        () => name('the list of the snapshots'),
      ),
    createSnapshot: (snapshot, limit) => log.createSnapshot(snapshot, limit),
    deleteSnapshot: (snapshot) => log.deleteSnapshot(snapshot),
  };
}

type Stored = StoreHeader | number | Checkpoint | undefined | readonly VersionReference[] | readonly MockSnapshot[];

function check<T extends Stored>(
  result: MaybePromise<T>,
  isValid: (value: Json | undefined) => boolean,
  describe: (value: T) => string,
): MaybePromise<T> {
  return continueWith(result, (value) => {
    if (!isValid(value as unknown as Json | undefined)) throw createDamageError(describe(value));
    return value;
  });
}

function createDamageError(record: string): Error {
  return new Error(`the store is damaged: ${record} can't be read. Restore it from a copy, or start with a new store`);
}

function isSequence(value: Json | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isReference(value: Json | undefined): boolean {
  return typeof getMember(value, 'session') === 'string' && isSequence(getMember(value, 'sequence'));
}

function isSnapshot(value: Json | undefined): boolean {
  return (
    typeof getMember(value, 'name') === 'string' && typeof getMember(value, 'time') === 'string' && isSequence(getMember(value, 'sequence'))
  );
}

function isHeader(value: Json | undefined): boolean {
  const apis = getMember(value, 'apis');
  return isObject(value) && isList(apis) && apis.every((api) => typeof api === 'string') && typeof value['resources'] === 'string';
}
