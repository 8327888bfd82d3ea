/** Methods that create an object from others: `copy`, `rewrite`, `move`, and `compose`. */
import {
  getMember,
  getMemberAt,
  getTextMember,
  isList,
  isObject,
  type HandlerCall,
  type Handlers,
  type JsonObject,
} from '../../mock/service.js';
import { createObjectAcl } from './access-controls.js';
import { getBucketName, getText, requireBucket, type ObjectName, type StorageCall } from './call.js';
import { rejectVersion, requireConditions } from './conditions.js';
import { rejectEncryptionKeys } from './encryption.js';
import { deleteVersion, defaultType, findLiveVersion, metadataFields, putObject, requireVersion, type Version } from './objects.js';
import { renderObject } from './render.js';

const getSource = (call: HandlerCall): ObjectName => ({
  bucket: getText(call, 'sourceBucket') ?? '',
  name: getText(call, 'sourceObject') ?? '',
});

const getDestination = (call: HandlerCall): ObjectName => ({
  bucket: getText(call, 'destinationBucket') ?? '',
  name: getText(call, 'destinationObject') ?? '',
});

/** The fields of a request that replace those of the source. */
function selectMetadata(source: JsonObject, body: JsonObject): JsonObject {
  const names: readonly string[] = [...metadataFields, 'storageClass'];
  const pick = (fields: JsonObject): JsonObject => Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  const { storageClass: _, ...copied } = pick(source);
  const sent = pick(body);
  return Object.keys(sent).length === 0 ? copied : sent;
}

interface CopyRequest {
  readonly source: Version;
  readonly body: JsonObject;
  readonly acl?: JsonObject;
}

/** Copies a version of an object. Metadata in the request replaces all metadata of the source. Throws 404 and 403. */
export function copyVersion(call: StorageCall, destination: ObjectName, { source, body, acl = {} }: CopyRequest): JsonObject {
  const { componentCount } = source.resource;
  const fields = { ...selectMetadata(source.resource, body), ...acl, ...(componentCount !== undefined && { componentCount }) };
  return putObject(call, destination, {
    resource: fields,
    content: { ...source.content, type: getTextMember(fields, 'contentType') ?? source.content.type },
  });
}

interface Copy {
  readonly source: Version;
  readonly resource: JsonObject;
}

const getBody = (call: HandlerCall): JsonObject => (call.requestBody ?? {}) as JsonObject;

function findSource(call: HandlerCall): Version {
  rejectEncryptionKeys(call);
  const source = requireVersion(call, getSource(call), getText(call, 'sourceGeneration'));
  requireConditions(call, source.resource, 'Source');
  requireBucket(call, getDestination(call).bucket);
  requireConditions(call, findLiveVersion(call, getDestination(call))?.resource);
  return source;
}

function copyObject(call: HandlerCall, source: Version): Copy {
  const destination = getDestination(call);
  const body = getBody(call);
  const bucket = requireBucket(call, destination.bucket);
  const acl = createObjectAcl(call, bucket, { predefinedAcl: call.parameters['destinationPredefinedAcl'], acl: body['acl'] });
  const resource = copyVersion(call, destination, { source, body, acl });
  return { source, resource: renderObject(resource, bucket, call.parameters['projection'] === 'full' || body['acl'] !== undefined) };
}

/** Whether the service moves the bytes of a copy, so that a large one takes several calls. */
function needsTransfer(call: HandlerCall): boolean {
  const [from, to] = [getSource(call).bucket, getDestination(call).bucket].map((name) => requireBucket(call, name));
  const storageClass = getMember(getBody(call), 'storageClass');
  const getClass = (bucket: JsonObject | undefined): unknown => getMember(bucket, 'storageClass');
  return getMember(from, 'location') !== getMember(to, 'location') || getClass(from) !== (storageClass ?? getClass(to));
}

/** Copies at once, unless a call limits the number of bytes of a copy to another location or storage class. */
function rewriteObject(call: HandlerCall): JsonObject {
  const source = findSource(call);
  const size = source.content.bytes.length;
  const token = getText(call, 'rewriteToken');
  const key = `rewrite/${token ?? call.newId()}`;
  const progress = call.rows().get<JsonObject>(key);
  if (token !== undefined && progress === undefined) call.reject('invalid', `Invalid rewrite token '${token}'.`);
  const limit = Number(getText(call, 'maxBytesRewrittenPerCall') ?? Infinity);
  const unit = 1024 * 1024;
  if (limit !== Infinity && (limit <= 0 || limit % unit !== 0))
    call.reject('invalid', `maxBytesRewrittenPerCall must be a positive multiple of ${unit} bytes.`);
  const rewritten = Number(getMember(progress, 'bytes') ?? 0) + limit;
  const totals = { kind: 'storage#rewriteResponse', objectSize: String(size) };
  if (rewritten < size && needsTransfer(call)) {
    call.rows().put(key, { bytes: rewritten });
    return { ...totals, totalBytesRewritten: String(rewritten), done: false, rewriteToken: key.slice('rewrite/'.length) };
  }
  call.rows().delete(key);
  return { ...totals, totalBytesRewritten: String(size), done: true, resource: copyObject(call, source).resource };
}

/** Renames an object inside of its bucket. */
function moveObject(call: HandlerCall): JsonObject {
  const bucket = getBucketName(call);
  const source = { bucket, name: getText(call, 'sourceObject') ?? '' };
  const destination = { bucket, name: getText(call, 'destinationObject') ?? '' };
  const version = requireVersion(call, source);
  requireConditions(call, version.resource, 'Source');
  requireConditions(call, findLiveVersion(call, destination)?.resource);
  const { acl } = version.resource;
  const resource = copyVersion(call, destination, { source: version, body: {}, ...(acl !== undefined && { acl: { acl } }) });
  deleteVersion(call, source);
  return renderObject(resource, requireBucket(call, bucket), call.parameters['projection'] === 'full');
}

const maxComponents = 32;

function composeObject(call: HandlerCall): JsonObject {
  rejectEncryptionKeys(call);
  const destination = getDestination(call);
  const bucket = requireBucket(call, destination.bucket);
  const { sourceObjects, destination: fields = {} } = getBody(call);
  if (!isList(sourceObjects) || sourceObjects.length === 0)
    return call.reject('required', 'You must provide at least one source component.');
  if (sourceObjects.length > maxComponents)
    call.reject('invalid', `The number of source components provided (${sourceObjects.length}) exceeds the maximum (${maxComponents})`);
  const versions = sourceObjects.filter(isObject).map((source) => findComponent(call, destination.bucket, source));
  requireConditions(call, findLiveVersion(call, destination)?.resource);
  const counts = versions.map(({ resource }) => Number(resource['componentCount'] ?? 1));
  const acl = createObjectAcl(call, bucket, {
    predefinedAcl: call.parameters['destinationPredefinedAcl'],
    acl: getMember(fields as JsonObject, 'acl'),
  });
  const metadata = { ...selectMetadata({}, fields as JsonObject), ...acl, componentCount: counts.reduce((sum, count) => sum + count, 0) };
  return renderObject(putObject(call, destination, { resource: metadata, content: joinContents(versions) }), bucket, false);
}

function findComponent(call: HandlerCall, bucket: string, source: JsonObject): Version {
  const generation = getTextMember(source, 'generation');
  const version = requireVersion(call, { bucket, name: getTextMember(source, 'name') ?? '' }, generation);
  const expected = getMemberAt(source, 'objectPreconditions.ifGenerationMatch');
  const current = getTextMember(version.resource, 'generation') ?? '';
  if (expected !== undefined && String(expected) !== current) rejectVersion(call, 'ifGenerationMatch', { field: 'generation', current });
  return version;
}

function joinContents(versions: readonly Version[]): Version['content'] {
  const bytes = new Uint8Array(versions.reduce((size, { content }) => size + content.bytes.length, 0));
  let offset = 0;
  for (const { content } of versions) {
    bytes.set(content.bytes, offset);
    offset += content.bytes.length;
  }
  return { type: defaultType, bytes };
}

export const copyHandlers: Handlers = {
  'storage.objects.copy': (call) => copyObject(call, findSource(call)).resource,
  'storage.objects.rewrite': rewriteObject,
  'storage.objects.compose': composeObject,
  'storage.objects.move': moveObject,
};
