/** The versions of a resource in the kept versions of the state, and what changed it. */
import { isEqual } from '../lib/json.js';
import type { Version } from '../store/store.js';
import type { ChangeCause } from '../types/control.js';
import type { Place } from '../world/resource.js';
import { readCause, type StoredCause } from './causes.js';
import { toEntity, type Entity } from './entity.js';
import { getKeyRange, getRecordKey, parseRecordPath } from './keys.js';
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
  for (const version of session.keptVersions) {
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
function isNewSince({ keptVersions: [oldest] }: Session, version: Version): boolean {
  return version !== oldest || version.sequence === 1;
}

/** Returns the cause of a version that created a resource. Takes logarithmic time. `versions`: those that the session keeps, oldest first. */
export function findCreationCause(session: Session, versions: readonly Version[], place: Place): StoredCause | undefined {
  const key = getRecordKey(place);
  const exists = (index: number): boolean => session.open(versions[index] as Version).get(key) !== undefined;
  let [absent, present] = [0, versions.length - 1];
  if (present < 0 || exists(absent) || !exists(present)) return undefined;
  while (present - absent > 1) {
    const middle = (absent + present) >> 1;
    if (exists(middle)) present = middle;
    else absent = middle;
  }
  return readCause(session.open(versions[present] as Version));
}

/** Converts a stored cause, and finds its request in the journal of this process. */
export function toChangeCause({ journal }: Session, { at: _, call, ...cause }: StoredCause): ChangeCause {
  if (call === undefined) return cause;
  for (let index = journal.end - 1; index >= journal.start; index--) {
    const exchange = journal.get(index);
    // Another process counts its own requests.
    if (exchange?.call === call && exchange.path === cause.path && exchange.method === cause.method)
      return { ...cause, requestIndex: index };
  }
  return cause;
}

export interface EntityChange {
  /** With a leading slash. */
  readonly path: string;
  readonly before: Entity | undefined;
  readonly after: Entity | undefined;
}

/** Returns the resources that differ between two versions of the state, sorted by path. */
export function compareVersions(session: Session, before: Version, after: Version): readonly EntityChange[] {
  return session.compare(before, after, getKeyRange('record')).flatMap(([key, ...values]) => {
    const [one, other] = values.map(toEntity);
    if (one && other && isEqual(one.body, other.body)) return [];
    return [{ path: `/${parseRecordPath(key)}`, before: one, after: other }];
  });
}

/** Returns the version of a snapshot, or else that of a sequence number. Throws 404 or 400. */
export function findNamedVersion(session: Session, text: string): Version {
  const isSequence = /^\d{1,15}$/.test(text) && !session.snapshots.list().some(({ name }) => name === text);
  return session.findVersion(isSequence ? Number(text) : text);
}
