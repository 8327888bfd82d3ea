/** Access control lists. They are fields of buckets and objects, and the methods for single entries read and change these fields. */
import {
  getMemberAt,
  getTextMember,
  isEqual,
  isList,
  isObject,
  type HandlerCall,
  type Handlers,
  type JsonObject,
} from '../../mock/service.js';
import { getBucketPath, getObjectPath, rejectMissing, requireBucket, type StorageCall } from './call.js';

interface Entry {
  readonly entity: string;
  readonly role: string;
}

/** Whether access depends only on policies, so that there are no lists. */
export const isUniform = (bucket: JsonObject): boolean => getMemberAt(bucket, 'iamConfiguration.uniformBucketLevelAccess.enabled') === true;

/** The lists that `predefinedAcl` names, in addition to the entry of the owner. */
const predefinedEntries: Readonly<Record<string, readonly (readonly [entity: string, role: string])[]>> = {
  private: [],
  bucketOwnerRead: [['owners', 'READER']],
  bucketOwnerFullControl: [['owners', 'OWNER']],
  projectPrivate: [
    ['owners', 'OWNER'],
    ['editors', 'OWNER'],
    ['viewers', 'READER'],
  ],
  authenticatedRead: [['allAuthenticatedUsers', 'READER']],
  publicRead: [['allUsers', 'READER']],
  publicReadWrite: [['allUsers', 'WRITER']],
};

const teams: readonly string[] = ['owners', 'editors', 'viewers'];

/** Returns the entries of a predefined list. `owner`: the entity that owns the bucket or the object. */
export function createPredefinedEntries(name: string, bucket: JsonObject, owner: string | undefined): readonly Entry[] {
  const number = getTextMember(bucket, 'projectNumber') ?? '';
  const entries = (predefinedEntries[name] ?? []).map(([entity, role]) => ({
    entity: teams.includes(entity) ? `project-${entity}-${number}` : entity,
    role,
  }));
  const isOwned = owner === undefined || entries.some(({ entity }) => entity === owner);
  return isOwned ? entries : [{ entity: owner, role: 'OWNER' }, ...entries];
}

export const getOwner = (bucket: JsonObject): string => `project-owners-${getTextMember(bucket, 'projectNumber') ?? ''}`;

/** Returns the entries of a field. A bucket without a list of its own has the default list of its project, and an object that of its bucket and its owner. */
function readEntries(owner: JsonObject, field: 'acl' | 'defaultObjectAcl', bucket: JsonObject): readonly Entry[] {
  const stored = owner[field];
  if (isList(stored))
    return stored
      .filter(isObject)
      .map((entry) => ({ entity: getTextMember(entry, 'entity') ?? '', role: getTextMember(entry, 'role') ?? '' }));
  if (owner === bucket) return createPredefinedEntries('projectPrivate', bucket, undefined);
  const entity = getTextMember(owner['owner'], 'entity');
  const entries = readEntries(bucket, 'defaultObjectAcl', bucket);
  return entity === undefined || entries.some((entry) => entry.entity === entity) ? entries : [...entries, { entity, role: 'OWNER' }];
}

export const listObjectEntries = (object: JsonObject, bucket: JsonObject): readonly Entry[] =>
  isUniform(bucket) ? [] : readEntries(object, 'acl', bucket);

/** Returns the fields of an entry that follow from its entity. */
function describeEntity(entity: string): JsonObject {
  const [, kind, rest = ''] = /^(user|group|domain)-(.+)$/.exec(entity) ?? [];
  const [, team, projectNumber] = /^project-(owners|editors|viewers)-(.+)$/.exec(entity) ?? [];
  if (team !== undefined && projectNumber !== undefined) return { projectTeam: { projectNumber, team } };
  if (kind === 'domain') return { domain: rest };
  return kind !== undefined && rest.includes('@') ? { email: rest } : {};
}

function renderBucketEntry(bucket: JsonObject, entry: Entry): JsonObject {
  return {
    kind: 'storage#bucketAccessControl',
    id: `${getTextMember(bucket, 'name') ?? ''}/${entry.entity}`,
    selfLink: `${getTextMember(bucket, 'selfLink') ?? ''}/acl/${entry.entity}`,
    bucket: bucket['name'] ?? '',
    ...entry,
    ...describeEntity(entry.entity),
    etag: bucket['etag'] ?? '',
  };
}

function renderDefaultEntry(bucket: JsonObject, entry: Entry): JsonObject {
  return { kind: 'storage#objectAccessControl', ...entry, ...describeEntity(entry.entity), etag: bucket['etag'] ?? '' };
}

function renderObjectEntry(object: JsonObject, entry: Entry): JsonObject {
  return {
    kind: 'storage#objectAccessControl',
    id: `${getTextMember(object, 'id') ?? ''}/${entry.entity}`,
    selfLink: `${getTextMember(object, 'selfLink') ?? ''}/acl/${entry.entity}`,
    bucket: object['bucket'] ?? '',
    object: object['name'] ?? '',
    generation: object['generation'] ?? '',
    ...entry,
    ...describeEntity(entry.entity),
    etag: object['etag'] ?? '',
  };
}

/** Returns a bucket as responses contain it. `isFull`: with its lists. */
export function renderBucket(bucket: JsonObject, isFull: boolean): JsonObject {
  const { acl: _, defaultObjectAcl: __, owner: ___, ...rest } = bucket;
  if (!isFull || isUniform(bucket)) return rest;
  return {
    ...rest,
    acl: readEntries(bucket, 'acl', bucket).map((entry) => renderBucketEntry(bucket, entry)),
    defaultObjectAcl: readEntries(bucket, 'defaultObjectAcl', bucket).map((entry) => renderDefaultEntry(bucket, entry)),
    owner: { entity: getOwner(bucket) },
  };
}

/** Returns the lists of an object and its owner, if it has lists. */
export function renderObjectLists(object: JsonObject, bucket: JsonObject): JsonObject {
  if (isUniform(bucket)) return {};
  const { owner } = object;
  return {
    acl: readEntries(object, 'acl', bucket).map((entry) => renderObjectEntry(object, entry)),
    ...(owner !== undefined && { owner }),
  };
}

/** Returns the list that a new object stores. `undefined`: that of its bucket applies. */
export function createObjectAcl(
  call: StorageCall,
  bucket: JsonObject,
  { predefinedAcl, acl }: { readonly predefinedAcl?: unknown; readonly acl?: unknown },
): JsonObject {
  if (predefinedAcl === undefined && acl === undefined) return {};
  requireLists(call, bucket, 'insert legacy ACL for an object');
  const owner = `user-${call.user}`;
  if (typeof predefinedAcl === 'string')
    return { acl: createPredefinedEntries(predefinedAcl, bucket, owner) as never, owner: { entity: owner } };
  return Array.isArray(acl) ? { acl: acl as never } : {};
}

/** A kind of list: where it is stored, and how its entries look. */
interface ListKind {
  /** The methods begin with it: `storage.bucketAccessControls`. */
  readonly collection: string;
  readonly kind: string;
  readonly field: 'acl' | 'defaultObjectAcl';
  find(call: HandlerCall): { readonly path: string; readonly owner: JsonObject; readonly bucket: JsonObject };
  render(owner: JsonObject, entry: Entry): JsonObject;
}

function findBucket(call: HandlerCall): ReturnType<ListKind['find']> {
  const name = String(call.parameters['bucket']);
  const bucket = requireBucket(call, name);
  return { path: getBucketPath(name), owner: bucket, bucket };
}

function findObject(call: HandlerCall): ReturnType<ListKind['find']> {
  const { bucket } = findBucket(call);
  const object = { bucket: String(call.parameters['bucket']), name: String(call.parameters['object']) };
  const path = getObjectPath(object);
  return { path, owner: call.state.get(path) ?? rejectMissing(call, object), bucket };
}

const listKinds: readonly ListKind[] = [
  {
    collection: 'storage.bucketAccessControls',
    kind: 'storage#bucketAccessControls',
    field: 'acl',
    find: findBucket,
    render: renderBucketEntry,
  },
  {
    collection: 'storage.defaultObjectAccessControls',
    kind: 'storage#objectAccessControls',
    field: 'defaultObjectAcl',
    find: findBucket,
    render: renderDefaultEntry,
  },
  {
    collection: 'storage.objectAccessControls',
    kind: 'storage#objectAccessControls',
    field: 'acl',
    find: findObject,
    render: renderObjectEntry,
  },
];

/** Throws 400 for a bucket without lists. `what`: what the request would do. */
function requireLists(call: StorageCall, bucket: JsonObject, what: string): void {
  const page = 'https://cloud.google.com/storage/docs/uniform-bucket-level-access';
  if (isUniform(bucket)) call.reject('invalid', `Cannot ${what} when uniform bucket-level access is enabled. Read more at ${page}`);
}

function createListHandlers({ collection, kind, field, find, render }: ListKind): Handlers {
  const read = (call: HandlerCall, what = 'get legacy ACL'): ReturnType<ListKind['find']> & { readonly entries: readonly Entry[] } => {
    const found = find(call);
    requireLists(call, found.bucket, what);
    return { ...found, entries: readEntries(found.owner, field, found.bucket) };
  };
  const requireEntry = (call: HandlerCall, entries: readonly Entry[]): Entry =>
    entries.find(({ entity }) => entity === call.parameters['entity']) ?? call.reject('notFound', 'Not Found');
  const write = (call: HandlerCall, change: (entries: readonly Entry[]) => readonly Entry[]): JsonObject => {
    const { path, owner, entries } = read(call, 'use ACL API to update bucket policy');
    const changed = change(entries);
    return isEqual(changed as never, entries as never) ? owner : call.state.put(path, { ...owner, [field]: changed });
  };
  const put = (call: HandlerCall, entity: string): JsonObject => {
    const { role } = (call.requestBody ?? {}) as Partial<Entry>;
    if (role === undefined) return call.reject('required', 'Required');
    const entry = { entity, role };
    const owner = write(call, (entries) =>
      entries.some((each) => each.entity === entity) ? entries.map((each) => (each.entity === entity ? entry : each)) : [...entries, entry],
    );
    return render(owner, entry);
  };
  const update = (call: HandlerCall): JsonObject => put(call, String(call.parameters['entity']));
  return {
    [`${collection}.list`]: (call) => {
      const { owner, entries } = read(call);
      return { kind, ...(entries.length > 0 && { items: entries.map((entry) => render(owner, entry)) }) };
    },
    [`${collection}.get`]: (call) => {
      const { owner, entries } = read(call);
      return render(owner, requireEntry(call, entries));
    },
    [`${collection}.insert`]: (call) => {
      const { entity } = (call.requestBody ?? {}) as Partial<Entry>;
      return entity === undefined ? call.reject('required', 'Required') : put(call, entity);
    },
    [`${collection}.patch`]: (call) => {
      requireEntry(call, read(call).entries);
      return update(call);
    },
    [`${collection}.update`]: update,
    [`${collection}.delete`]: (call) => {
      const { entity } = requireEntry(call, read(call).entries);
      write(call, (entries) => entries.filter((each) => each.entity !== entity));
      return {};
    },
  };
}

export const accessControlHandlers: Handlers = Object.assign({}, ...listKinds.map(createListHandlers)) as Handlers;
