/** The versions of a resource in the kept versions of the state, and what changed it. */
import { isEqual, type JsonObject } from '../lib/json.js';
import type { Version } from '../store/store.js';
import type { ChangeCause } from '../types/control.js';
import type { Place } from '../catalog/resource.js';
import { readCause, type StoredCause } from './causes.js';
import { toEntity, type Entity } from './entity.js';
import { getKeyRange, getRecordKey, parseRecordPath } from './keys.js';
import type { StoredExchange } from './journal.js';
import type { Session } from './session.js';

export interface EntityVersion {
  readonly version: Version;
  /** Absent if the resource was deleted. */
  readonly entity: Entity | undefined;
  /** Absent if the oldest kept version of the state already has it. */
  readonly cause: StoredCause | undefined;
}

/** Returns the versions of a resource, newest first. */
export function listEntityVersions(session: Session, place: Place): readonly EntityVersion[] {
  const key = getRecordKey(place);
  const found: EntityVersion[] = [];
  let previous: Entity | undefined;
  for (const version of session.heldVersions) {
    const transaction = session.open(version);
    const entity = toEntity(transaction.get(key));
    const isChanged = entity === undefined || previous === undefined ? entity !== previous : !isEqual(entity.body, previous.body);
    // The first version of a session begins with everything in it.
    if (isChanged)
      found.push({ version, entity, cause: found.length > 0 || isNewSince(session, version) ? readCause(transaction) : undefined });
    previous = entity;
  }
  return found.reverse();
}

/** Returns whether the version before is known, so that what the version contains in addition is new. */
function isNewSince({ heldVersions: [oldest] }: Session, version: Version): boolean {
  return version !== oldest || version.sequence === 1;
}

interface CauseQuery {
  /** The versions that the session keeps, oldest first. */
  readonly versions: readonly Version[];
  readonly place: Place;
  /** A condition that stays met once it is met. Default: the resource exists. */
  readonly condition?: (body: JsonObject) => boolean;
}

/** Returns the cause of the first version in which a resource meets a condition. Takes logarithmic time. */
export function findFirstCause(session: Session, { versions, place, condition = () => true }: CauseQuery): StoredCause | undefined {
  const key = getRecordKey(place);
  const isMet = (index: number): boolean => {
    const entity = toEntity(session.open(versions[index] as Version).get(key));
    return entity !== undefined && condition(entity.body);
  };
  let [before, after] = [0, versions.length - 1];
  if (after < 0 || isMet(before) || !isMet(after)) return undefined;
  while (after - before > 1) {
    const middle = (before + after) >> 1;
    if (isMet(middle)) after = middle;
    else before = middle;
  }
  return readCause(session.open(versions[after] as Version));
}

/** Converts a stored cause, and finds its request in the journal of this process. */
export function toChangeCause({ journal }: Session, { at: _, call, completions, ...rest }: StoredCause): ChangeCause {
  const cause: ChangeCause = { ...rest, ...(completions && { operations: completions.map(([path]) => path) }) };
  if (call === undefined) return cause;
  const request = [...journal.list()].reverse().find(([, exchange]) => isCause({ call, ...cause }, exchange));
  return request ? { ...cause, requestIndex: request[0] } : cause;
}

/** Whether a request is the cause of a change. Another process counts its own requests. */
function isCause(cause: Pick<StoredCause, 'call' | 'path' | 'method'>, { call, path, method }: StoredExchange): boolean {
  return cause.call === call && cause.path === path && cause.method === method;
}

/** Returns what a request in the journal of this process changed, as far as the session keeps the versions. */
export function findRequestChanges(session: Session, index: number): readonly EntityChange[] {
  const [found] = session.journal.list({ after: index - 1, before: index + 1 });
  const versions = session.heldVersions;
  const at = versions.findIndex((version) => {
    const cause = readCause(session.open(version));
    return cause !== undefined && found !== undefined && isCause(cause, found[1]);
  });
  const [before, after] = [versions[at - 1], versions[at]];
  return before && after ? compareStateVersions(session, before, after) : [];
}

export interface EntityChange {
  /** With a leading slash. */
  readonly path: string;
  readonly before: Entity | undefined;
  readonly after: Entity | undefined;
}

/** Returns the resources that differ between two versions of the state, sorted by path. */
export function compareStateVersions(session: Session, before: Version, after: Version): readonly EntityChange[] {
  return session.compare(before, after, getKeyRange('record')).flatMap(([key, ...values]) => {
    const [one, other] = values.map(toEntity);
    if (one && other && isEqual(one.body, other.body)) return [];
    return [{ path: `/${parseRecordPath(key)}`, before: one, after: other }];
  });
}

/** Returns the version of a snapshot, or else that of a sequence number. Rejects with 404 or 400. */
export async function findNamedVersion(session: Session, text: string): Promise<Version> {
  const isSequence = /^\d{1,15}$/.test(text) && !(await session.snapshots.list()).some(({ name }) => name === text);
  return session.findVersion(isSequence ? Number(text) : text);
}
