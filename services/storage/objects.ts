/** Objects in the state: the live version is a resource with content, and each noncurrent version is a row. */
import { getMemberAt, getTextMember, toBase64, type JsonObject, type MediaContent } from '../../mock/service.js';
import { getObjectPath, rejectMissing, requireBucket, type ObjectName, type StorageCall } from './call.js';
import { requireDeletable } from './retention.js';

/** A version of an object. */
export interface Version {
  readonly resource: JsonObject;
  readonly content: MediaContent;
}

export function findLiveVersion(call: StorageCall, object: ObjectName): Version | undefined {
  const path = getObjectPath(object);
  const resource = call.state.get(path);
  return resource && { resource, content: call.content.read(path) ?? { type: defaultType, bytes: new Uint8Array() } };
}

export const defaultType = 'application/octet-stream';

/** Returns a version of an object. Default of `generation`: the live version. */
export function findVersion(call: StorageCall, object: ObjectName, generation: string | undefined): Version | undefined {
  const live = findLiveVersion(call, object);
  return generation === undefined || getTextMember(live?.resource, 'generation') === generation
    ? live
    : findNoncurrentVersion(call, object, generation);
}

/** Throws 404. */
export function requireVersion(call: StorageCall, object: ObjectName, generation?: string): Version {
  return findVersion(call, object, generation) ?? rejectMissing(call, object);
}

interface VersionRow {
  readonly resource: JsonObject;
  readonly type: string;
  /** The bytes in base64. */
  readonly data: string;
}

const getVersionPrefix = ({ bucket, name }: ObjectName): string => `version/${bucket}/${encodeURIComponent(name)}/`;

export function findNoncurrentVersion(call: StorageCall, object: ObjectName, generation: string): Version | undefined {
  const row = call.rows().get<VersionRow>(getVersionPrefix(object) + generation);
  return row && fromVersionRow(row);
}

function fromVersionRow({ resource, type, data }: VersionRow): Version {
  return { resource, content: { type, bytes: Uint8Array.from(atob(data), (character) => character.charCodeAt(0)) } };
}

/** Returns the resources of all noncurrent versions in a bucket, in no order. */
export function listNoncurrentResources(call: StorageCall, bucket: string): readonly JsonObject[] {
  const rows = call.rows().list<VersionRow>(`version/${bucket}/`);
  return rows.map(([, { resource }]) => resource);
}

/** Deletes a noncurrent version. */
function deleteNoncurrentVersion(call: StorageCall, object: ObjectName, generation: string): void {
  call.rows().delete(getVersionPrefix(object) + generation);
}

export const isVersioned = (bucket: JsonObject): boolean => getMemberAt(bucket, 'versioning.enabled') === true;

/** Keeps the former live version of an object as a noncurrent one, if the bucket has versioning. */
export function archiveVersion(call: StorageCall, object: ObjectName, { resource, content }: Version): void {
  if (!isVersioned(requireBucket(call, object.bucket))) return;
  const row: VersionRow = {
    resource: { ...resource, timeDeleted: new Date(call.now).toISOString() },
    type: content.type,
    data: toBase64(content.bytes),
  };
  call.rows().put(getVersionPrefix(object) + (getTextMember(resource, 'generation') ?? ''), row);
}

/**
 * Stores a new live version, and returns it. The version before it becomes noncurrent, or is replaced. Throws 403 if it is retained.
 *
 * The resource has only fields that a client can set.
 */
export function putObject(call: StorageCall, object: ObjectName, { resource, content }: Version): JsonObject {
  requireBucket(call, object.bucket);
  const previous = findLiveVersion(call, object);
  if (previous) {
    requireDeletable(call, object, previous.resource);
    archiveVersion(call, object, previous);
  }
  return storeVersion(call, object, { resource: { ...resource, generation: createGeneration(call, object, previous) }, content });
}

/** Replaces the live version without a trace. */
export function storeVersion(call: StorageCall, object: ObjectName, { resource, content }: Version): JsonObject {
  const path = getObjectPath(object);
  call.state.delete(path);
  call.state.put(path, { ...resource, name: object.name });
  call.content.write(path, { type: getTextMember(resource, 'contentType') ?? content.type, bytes: content.bytes });
  return call.state.get(path) as JsonObject;
}

/** Returns the time in microseconds, or the number after the latest generation of the object if that isn't earlier. */
function createGeneration(call: StorageCall, object: ObjectName, previous: Version | undefined): string {
  const prefix = getVersionPrefix(object);
  const used = call
    .rows()
    .list(prefix)
    .map(([key]) => BigInt(key.slice(prefix.length)));
  const live = getTextMember(previous?.resource, 'generation');
  return [...used, ...(live === undefined ? [] : [BigInt(live)])]
    .reduce((next, generation) => (generation >= next ? generation + 1n : next), BigInt(Math.trunc(call.now)) * 1000n)
    .toString();
}

/** Gives a new live version another generation if a noncurrent one has the same, which happens only if the clock stands still. */
export function renumberVersion(call: StorageCall, object: ObjectName): void {
  const live = findLiveVersion(call, object);
  const generation = getTextMember(live?.resource, 'generation');
  if (!live || generation === undefined || !findNoncurrentVersion(call, object, generation)) return;
  storeVersion(call, object, {
    resource: { ...pickMetadata(live.resource), generation: createGeneration(call, object, live) },
    content: live.content,
  });
}

/** Deletes a version. Without `generation`, the live one becomes noncurrent if the bucket has versioning. Throws 404 and 403. */
export function deleteVersion(call: StorageCall, object: ObjectName, generation?: string): void {
  const version = requireVersion(call, object, generation);
  requireDeletable(call, object, version.resource);
  const isLive = findLiveVersion(call, object)?.resource['generation'] === version.resource['generation'];
  if (!isLive) return deleteNoncurrentVersion(call, object, generation ?? '');
  call.state.delete(getObjectPath(object));
  if (generation === undefined) archiveVersion(call, object, version);
}

/** The fields of an object that a client sets and that a copy keeps. */
export const metadataFields = [
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'contentType',
  'customTime',
  'metadata',
] as const;

/** Returns the fields of a live version that a client has set. */
function pickMetadata(resource: JsonObject): JsonObject {
  const names: readonly string[] = [...metadataFields, 'acl', 'storageClass', 'temporaryHold', 'eventBasedHold', 'retention'];
  return Object.fromEntries(Object.entries(resource).filter(([name]) => names.includes(name)));
}
