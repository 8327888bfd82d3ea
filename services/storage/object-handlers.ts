/** The methods of objects, with their versions, holds, and access control lists. */
import {
  compareText,
  getTextMember,
  type HandlerCall,
  type Handlers,
  type JsonObject,
  type ServiceDefinition,
} from '../../mock/service.js';
import { createObjectAcl } from './access-controls.js';
import { getBucketName, getObjectName, getText, rejectMissing, requireBucket, type ObjectName } from './call.js';
import { requireConditions } from './conditions.js';
import { rejectEncryptionKeys } from './encryption.js';
import { compileGlob, decodePosition, encodePosition, listObjects } from './list-objects.js';
import {
  archiveVersion,
  deleteVersion,
  findLiveVersion,
  findNoncurrentVersion,
  renumberVersion,
  storeVersion,
  type Version,
} from './objects.js';
import { renderObject } from './render.js';
import { requireDeletable } from './retention.js';

const isFull = (call: HandlerCall): boolean => call.parameters['projection'] === 'full';

const render = (call: HandlerCall, object: JsonObject, full = isFull(call)): JsonObject =>
  renderObject(object, requireBucket(call, getBucketName(call)), full);

type Next = () => Promise<unknown>;

async function insertObject(call: HandlerCall, next: Next): Promise<JsonObject> {
  rejectEncryptionKeys(call);
  const body = (call.requestBody ?? {}) as JsonObject;
  const object: ObjectName = { bucket: getBucketName(call), name: getText(call, 'name') ?? getTextMember(body, 'name') ?? '' };
  if (object.name === '') return call.reject('required', 'Required');
  checkName(call, object.name);
  // The next handler rejects a request without a name.
  const previous = object.name === '' ? undefined : findLiveVersion(call, object);
  const result = (await next()) as JsonObject;
  if (previous) {
    requireDeletable(call, object, previous.resource);
    archiveVersion(call, object, previous);
  }
  renumberVersion(call, object);
  const bucket = requireBucket(call, object.bucket);
  const acl = createObjectAcl(call, bucket, { predefinedAcl: call.parameters['predefinedAcl'], acl: body['acl'] });
  const changes = { ...acl, ...getContentEncoding(call) };
  const stored = findLiveVersion(call, object);
  const isChanged = stored !== undefined && Object.keys(changes).length > 0;
  const resource = isChanged
    ? storeVersion(call, object, { ...stored, resource: { ...stored.resource, ...changes } })
    : (stored?.resource ?? result);
  return renderObject(resource, bucket, isFull(call) || body['acl'] !== undefined);
}

function getContentEncoding(call: HandlerCall): JsonObject {
  const contentEncoding = getText(call, 'contentEncoding');
  return contentEncoding === undefined ? {} : { contentEncoding };
}

const maxNameLength = 1024;

function checkName(call: HandlerCall, name: string): void {
  const length = new TextEncoder().encode(name).length;
  if (length > maxNameLength)
    call.reject(
      'invalid',
      `The maximum object length is ${maxNameLength} characters, but got a name with ${length} characters: ''${name.slice(0, 80)}...''`,
    );
  if (/[\r\n]/.test(name)) call.reject('invalid', `Disallowed unicode characters present in object name ''${name}''`);
}

async function getObject(call: HandlerCall, next: Next): Promise<JsonObject | Response> {
  rejectEncryptionKeys(call);
  const object = getObjectName(call);
  const generation = getText(call, 'generation');
  if (generation !== undefined && getTextMember(findLiveVersion(call, object)?.resource, 'generation') !== generation)
    return getNoncurrentObject(call, object, generation);
  const result = (await next()) as JsonObject;
  return call.requestsContent ? result : render(call, result);
}

function getNoncurrentObject(call: HandlerCall, object: ObjectName, generation: string): JsonObject | Response {
  const version = findNoncurrentVersion(call, object, generation) ?? rejectMissing(call, object);
  requireConditions(call, version.resource);
  return call.requestsContent ? serveVersion(call, version) : render(call, version.resource);
}

/** Serves the content of a version that isn't live. */
export function serveVersion(call: Pick<HandlerCall, 'content' | 'headers'>, { resource, content }: Version): Response {
  const stated = {
    etag: `"${getTextMember(resource, 'etag') ?? ''}"`,
    'x-goog-generation': getTextMember(resource, 'generation'),
    'x-goog-metageneration': getTextMember(resource, 'metageneration'),
    'x-goog-storage-class': getTextMember(resource, 'storageClass'),
    'content-encoding': getTextMember(resource, 'contentEncoding'),
    'cache-control': getTextMember(resource, 'cacheControl'),
  };
  const headers = Object.fromEntries(Object.entries(stated).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return call.content.serve({ ...content, headers }, call.headers);
}

async function deleteObject(call: HandlerCall, next: Next): Promise<unknown> {
  const object = getObjectName(call);
  const generation = getText(call, 'generation');
  const live = findLiveVersion(call, object);
  if (generation !== undefined && getTextMember(live?.resource, 'generation') !== generation) {
    deleteVersion(call, object, generation);
    return {};
  }
  if (live) requireDeletable(call, object, live.resource);
  const result = await next();
  if (live && generation === undefined) archiveVersion(call, object, live);
  return result;
}

async function listBucketObjects(call: HandlerCall, next: Next): Promise<JsonObject> {
  const bucket = requireBucket(call, getBucketName(call));
  const { versions, includeTrailingDelimiter } = call.parameters;
  const page = versions === true || includeTrailingDelimiter === true ? listVersions(call) : ((await next()) as JsonObject);
  const { items, ...rest } = page as { readonly items?: readonly JsonObject[] };
  return { ...rest, ...(items && { items: items.map((object) => renderObject(object, bucket, isFull(call))) }) };
}

function listVersions(call: HandlerCall): JsonObject {
  const token = getText(call, 'pageToken');
  const maxResults = getText(call, 'maxResults');
  const { items, prefixes, next } = listObjects(call, getBucketName(call), {
    prefix: getText(call, 'prefix'),
    delimiter: getText(call, 'delimiter'),
    startOffset: getText(call, 'startOffset'),
    endOffset: getText(call, 'endOffset'),
    matchGlob: getText(call, 'matchGlob'),
    versions: call.parameters['versions'] === true,
    includeTrailingDelimiter: call.parameters['includeTrailingDelimiter'] === true,
    maxResults: maxResults === undefined ? undefined : Number(maxResults),
    after: token === undefined ? undefined : decodePosition(call, token),
  });
  return {
    kind: 'storage#objects',
    ...(next !== undefined && { nextPageToken: encodePosition(next) }),
    ...(prefixes.length > 0 && { prefixes }),
    ...(items.length > 0 && { items }),
  };
}

/** A change of the list that `predefinedAcl` names is applied after the other changes. */
async function changeObject(call: HandlerCall, next: Next): Promise<JsonObject> {
  rejectEncryptionKeys(call);
  const result = (await next()) as JsonObject;
  const { predefinedAcl } = call.parameters;
  if (predefinedAcl === undefined || call.path === undefined) return render(call, result);
  const bucket = requireBucket(call, getBucketName(call));
  return render(call, call.state.put(call.path, { ...result, ...createObjectAcl(call, bucket, { predefinedAcl }) }), true);
}

export const objectHandlers: Handlers = {
  'storage.objects.insert': insertObject,
  'storage.objects.get': getObject,
  'storage.objects.list': listBucketObjects,
  'storage.objects.delete': deleteObject,
  'storage.objects.patch': changeObject,
  'storage.objects.update': changeObject,
};

const nameFilter =
  (isListed: (name: string, limit: string) => boolean) =>
  (limit: string): { filter: (object: JsonObject) => boolean } => ({
    filter: (object) => isListed(getTextMember(object, 'name') ?? '', limit),
  });

const conditions = {
  ifGenerationMatch: true,
  ifGenerationNotMatch: true,
  ifMetagenerationMatch: true,
  ifMetagenerationNotMatch: true,
  ifSourceGenerationMatch: true,
  ifSourceGenerationNotMatch: true,
  ifSourceMetagenerationMatch: true,
  ifSourceMetagenerationNotMatch: true,
} as const;

const copyParameters = { ...conditions, projection: true, destinationPredefinedAcl: true, sourceGeneration: true } as const;

export const objectParameters: NonNullable<ServiceDefinition['parameters']> = {
  'storage.objects.insert': { contentEncoding: true, predefinedAcl: true, projection: true },
  'storage.objects.get': { generation: true, projection: true },
  'storage.objects.delete': { generation: true },
  'storage.objects.patch': { predefinedAcl: true, projection: true },
  'storage.objects.update': { predefinedAcl: true, projection: true },
  'storage.objects.list': {
    startOffset: nameFilter((name, limit) => compareText(name, limit) >= 0),
    endOffset: nameFilter((name, limit) => compareText(name, limit) < 0),
    matchGlob: (glob: string) => {
      const pattern = compileGlob(glob);
      return { filter: (object) => pattern.test(getTextMember(object, 'name') ?? '') };
    },
    versions: true,
    includeTrailingDelimiter: true,
    projection: true,
  },
  'storage.objects.copy': copyParameters,
  'storage.objects.rewrite': { ...copyParameters, rewriteToken: true, maxBytesRewrittenPerCall: true },
  'storage.objects.move': { ...conditions, projection: true },
  'storage.objects.compose': { destinationPredefinedAcl: true, ifGenerationMatch: true, ifMetagenerationMatch: true },
};
