/** The headers of objects in the XML API. */
import { getTextMember, isObject, type JsonObject } from '../../../mock/service.js';

/** The headers of a request with the fields that they set. */
const metadataHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'cacheControl',
  'content-disposition': 'contentDisposition',
  'content-encoding': 'contentEncoding',
  'content-language': 'contentLanguage',
  'content-type': 'contentType',
  'x-goog-custom-time': 'customTime',
  'x-goog-storage-class': 'storageClass',
};

const metadataPrefix = 'x-goog-meta-';

/** Returns the fields that the headers of a request set. */
export function readMetadata(headers: Readonly<Record<string, string>>): JsonObject {
  const fields = Object.entries(metadataHeaders).flatMap(([header, field]) => {
    const value = headers[header];
    return value === undefined ? [] : [[field, value] as const];
  });
  const metadata = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(metadataPrefix) ? [[name.slice(metadataPrefix.length), value] as const] : [],
  );
  return { ...Object.fromEntries(fields), ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }) };
}

/** Returns the headers with the version of an object. */
export function createVersionHeaders(resource: JsonObject): Readonly<Record<string, string>> {
  const get = (name: string): string | undefined => getTextMember(resource, name);
  const [md5, crc32c] = [get('md5Hash'), get('crc32c')];
  const digests = [...(crc32c === undefined ? [] : [`crc32c=${crc32c}`]), ...(md5 === undefined ? [] : [`md5=${md5}`])];
  const { componentCount } = resource;
  return omitUndefined({
    etag: md5 === undefined ? `"-${get('etag') ?? ''}"` : `"${toHex(md5)}"`,
    'x-goog-generation': get('generation'),
    'x-goog-metageneration': get('metageneration'),
    'x-goog-hash': digests.length > 0 ? digests.join(',') : undefined,
    'x-goog-stored-content-length': get('size'),
    'x-goog-stored-content-encoding': get('contentEncoding') ?? 'identity',
    'x-goog-storage-class': get('storageClass'),
    'x-goog-component-count': typeof componentCount === 'number' ? String(componentCount) : undefined,
  });
}

/** Returns the headers of the response with an object. */
export function createObjectHeaders(resource: JsonObject): Readonly<Record<string, string>> {
  const { metadata, updated } = resource;
  const sent = Object.entries(metadataHeaders).filter(([header]) => header !== 'content-type' && header !== 'x-goog-storage-class');
  const custom = isObject(metadata)
    ? Object.entries(metadata).map(([name, value]) => [metadataPrefix + name.toLowerCase(), value] as const)
    : [];
  const stated = [...sent.map(([header, field]) => [header, resource[field]] as const), ...custom];
  return {
    ...createVersionHeaders(resource),
    ...(typeof updated === 'string' && { 'last-modified': new Date(updated).toUTCString() }),
    ...Object.fromEntries(stated.filter((header): header is readonly [string, string] => isHeader(header))),
  };
}

const isHeader = ([name, value]: readonly [string, unknown]): boolean =>
  typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

const omitUndefined = (headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined));

/** Converts base64 to hexadecimal. */
export const toHex = (base64: string): string =>
  Array.from(atob(base64), (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
