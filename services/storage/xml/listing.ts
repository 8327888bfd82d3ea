/** Lists of objects in the XML API. */
import { getTextMember, type JsonObject, type RouteCall } from '../../../mock/service.js';
import { decodePosition, encodePosition, listObjects } from '../list-objects.js';
import { createXmlResponse, formatElement } from './errors.js';
import { toHex } from './object-headers.js';

const readable: ReadonlySet<string> = new Set([
  'prefix',
  'delimiter',
  'marker',
  'max-keys',
  'list-type',
  'start-after',
  'continuation-token',
  'encoding-type',
  'fetch-owner',
  'userproject',
]);

/** Lists a bucket in the first form, with markers, or in the second, with continuation tokens. */
export function listBucket(call: RouteCall, bucket: string, query: URLSearchParams): Response {
  const unknown = [...query.keys()].find((name) => !readable.has(name.toLowerCase()) && !/^x-goog-/i.test(name));
  if (unknown !== undefined) call.reject('notImplemented', `The mock doesn't implement the query parameter ${unknown} of buckets.`);
  const get = (name: string): string | undefined => query.get(name) ?? undefined;
  const isSecond = get('list-type') === '2';
  const [marker, token, startAfter] = [get('marker'), get('continuation-token'), get('start-after')];
  // A position after all versions of the name.
  const toPosition = (name: string | undefined): string | undefined => (name === undefined || name === '' ? undefined : `${name}\u0001`);
  const after = isSecond ? (token === undefined ? toPosition(startAfter) : decodePosition(call, token)) : toPosition(marker);
  const maxKeys = get('max-keys') ?? '1000';
  if (!/^\d{1,9}$/.test(maxKeys)) call.reject('invalid', `max-keys must be a number (received '${maxKeys}').`);
  const page = listObjects(call, bucket, { prefix: get('prefix'), delimiter: get('delimiter'), maxResults: Number(maxKeys), after });
  const { next } = page;
  const header = {
    Name: bucket,
    Prefix: get('prefix') ?? '',
    ...(!isSecond && { Marker: marker ?? '' }),
    ...(isSecond && token !== undefined && { ContinuationToken: token }),
    ...(get('delimiter') !== undefined && { Delimiter: get('delimiter') }),
    ...(isSecond && { KeyCount: String(page.items.length + page.prefixes.length) }),
    ...(next !== undefined && (isSecond ? { NextContinuationToken: encodePosition(next) } : { NextMarker: next.split('\u0000')[0] ?? '' })),
    IsTruncated: String(next !== undefined),
  };
  const elements = [
    ...Object.entries(header).map(([name, text]) => formatElement(name, text ?? '')),
    ...page.items.map((object) => `<Contents>${formatObject(object)}</Contents>`),
    ...page.prefixes.map((prefix) => `<CommonPrefixes>${formatElement('Prefix', prefix)}</CommonPrefixes>`),
  ];
  return createXmlResponse(`<ListBucketResult xmlns='http://doc.s3.amazonaws.com/2006-03-01'>${elements.join('')}</ListBucketResult>`);
}

function formatObject(object: JsonObject): string {
  const get = (name: string): string => getTextMember(object, name) ?? '';
  const md5 = getTextMember(object, 'md5Hash');
  const elements = {
    Key: get('name'),
    Generation: get('generation'),
    MetaGeneration: get('metageneration'),
    LastModified: get('updated'),
    ETag: md5 === undefined ? `"-${get('etag')}"` : `"${toHex(md5)}"`,
    Size: get('size'),
  };
  return Object.entries(elements)
    .map(([name, text]) => formatElement(name, text))
    .join('');
}
