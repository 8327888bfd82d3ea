/** Objects in the XML API: reads, writes, and deletions. */
import { getTextMember, type JsonObject, type RouteCall } from '../../../mock/service.js';
import { createObjectAcl, listObjectEntries } from '../access-controls.js';
import { rejectMissing, requireBucket, type ObjectName } from '../call.js';
import { copyVersion } from '../copies.js';
import { defaultType, deleteVersion, findLiveVersion, findVersion, putObject, requireVersion } from '../objects.js';
import { formatElement, createXmlResponse } from './errors.js';
import { createObjectHeaders, createVersionHeaders, readMetadata } from './object-headers.js';

const preconditions: Readonly<Record<string, 'generation' | 'metageneration'>> = {
  'x-goog-if-generation-match': 'generation',
  'x-goog-if-metageneration-match': 'metageneration',
};

/** Throws 412 unless the version meets the preconditions in the headers. A missing object has the generation 0. */
function requireConditions(call: RouteCall, resource: JsonObject | undefined): void {
  for (const [header, field] of Object.entries(preconditions)) {
    const expected = call.headers[header];
    const current = getTextMember(resource, field) ?? '0';
    if (expected !== undefined && expected !== current)
      call.reject('conditionNotMet', `Precondition not met: '${field}' is '${current}', and '${header}' is '${expected}'.`);
  }
  const tags = call.headers['if-match'];
  const etag = resource && createVersionHeaders(resource)['etag'];
  if (tags !== undefined && tags !== '*' && !tags.split(',').some((tag) => tag.trim() === etag))
    call.reject('conditionNotMet', 'The object has another ETag than the one in If-Match.');
}

/** Headers and subresources that would change the result. */
const unknownHeaders = ['x-goog-encryption-key', 'x-goog-copy-source-encryption-key', 'x-goog-resumable', 'x-goog-copy-source-range'];
const subresources = ['acl', 'uploads', 'uploadid', 'partnumber', 'tagging', 'retention', 'compose'];

/** Rejects with 501 what the module doesn't implement. */
function rejectUnknown(call: RouteCall, query: URLSearchParams): void {
  const header = unknownHeaders.find((name) => call.headers[name] !== undefined);
  const parameter = [...query.keys()].find((name) => subresources.includes(name.toLowerCase()));
  const name = header ?? parameter;
  if (name !== undefined) call.reject('notImplemented', `The mock doesn't implement ${name} in the XML API.`);
}

/** The parameters that replace a header of the response. */
const responseParameters: Readonly<Record<string, string>> = {
  'response-content-disposition': 'content-disposition',
  'response-content-type': 'content-type',
};

/** Returns an object, or a range of it. */
export function serveObject(call: RouteCall, object: ObjectName, query: URLSearchParams): Response {
  rejectUnknown(call, query);
  const version = requireVersion(call, object, query.get('generation') ?? undefined);
  requireConditions(call, version.resource);
  const replaced = Object.entries(responseParameters).flatMap(([name, header]) => {
    const value = query.get(name);
    return value === null ? [] : [[header, value] as const];
  });
  const { type, bytes } = version.content;
  const headers = createObjectHeaders(version.resource);
  const response = call.content.serve({ type: getTextMember(version.resource, 'contentType') ?? type, bytes, headers }, call.headers);
  for (const [header, value] of replaced) response.headers.set(header, value);
  return response;
}

/** `public-read` -> `publicRead` */
const toPredefinedName = (text: string): string => text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Stores the body as an object, or copies another object. */
export async function writeObject(call: RouteCall, object: ObjectName, query: URLSearchParams): Promise<Response> {
  rejectUnknown(call, query);
  const { headers } = call;
  const bucket = requireBucket(call, object.bucket);
  requireConditions(call, findLiveVersion(call, object)?.resource);
  const predefinedAcl = headers['x-goog-acl'];
  const acl = createObjectAcl(call, bucket, { ...(predefinedAcl !== undefined && { predefinedAcl: toPredefinedName(predefinedAcl) }) });
  const fields = readMetadata(headers);
  const source = headers['x-goog-copy-source'];
  if (source !== undefined)
    return copyFrom(call, object, { source, acl, body: headers['x-goog-metadata-directive'] === 'REPLACE' ? fields : {} });
  const bytes = new Uint8Array(await call.request.arrayBuffer());
  const resource = putObject(call, object, {
    resource: { ...fields, ...acl },
    content: { type: headers['content-type'] ?? defaultType, bytes },
  });
  checkDigests(call, resource);
  return new Response(null, { headers: createVersionHeaders(resource) });
}

interface XmlCopy {
  /** `/bucket/object`, percent-encoded. */
  readonly source: string;
  readonly acl: JsonObject;
  readonly body: JsonObject;
}

function copyFrom(call: RouteCall, object: ObjectName, { source, acl, body }: XmlCopy): Response {
  const [, bucket = '', name = ''] = /^\/?([^/]+)\/(.+)$/.exec(decode(call, source)) ?? [];
  const version =
    findVersion(call, { bucket, name }, call.headers['x-goog-copy-source-generation']) ?? rejectMissing(call, { bucket, name });
  const resource = copyVersion(call, object, { source: version, body, acl });
  const headers = createVersionHeaders(resource);
  const elements = [formatElement('LastModified', getTextMember(resource, 'updated') ?? ''), formatElement('ETag', headers['etag'] ?? '')];
  return createXmlResponse(`<CopyObjectResult>${elements.join('')}</CopyObjectResult>`, 200, headers);
}

function decode(call: RouteCall, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return call.reject('invalid', `'${text}' is not percent-encoded.`);
  }
}

/** Throws 400 if the headers state other digests. */
function checkDigests(call: RouteCall, resource: JsonObject): void {
  const hash = call.headers['x-goog-hash'] ?? '';
  const find = (name: string): string | undefined => new RegExp(`(?:^|,)\\s*${name}=([^,\\s]+)`).exec(hash)?.[1];
  for (const [stated, field] of [
    [call.headers['content-md5'] ?? find('md5'), 'md5Hash'],
    [find('crc32c'), 'crc32c'],
  ] as const)
    if (stated !== undefined && stated !== resource[field])
      call.reject('invalid', `The digest you specified for the content did not match what we computed: ${String(resource[field])}.`);
}

export function deleteObject(call: RouteCall, object: ObjectName, query: URLSearchParams): Response {
  rejectUnknown(call, query);
  const generation = query.get('generation') ?? undefined;
  requireConditions(call, requireVersion(call, object, generation).resource);
  deleteVersion(call, object, generation);
  return new Response(null, { status: 204 });
}

/** Whether anyone can read an object, according to its list. */
export function isPublic(call: RouteCall, object: ObjectName): boolean {
  const live = findLiveVersion(call, object);
  return (
    live !== undefined && listObjectEntries(live.resource, requireBucket(call, object.bucket)).some(({ entity }) => entity === 'allUsers')
  );
}
