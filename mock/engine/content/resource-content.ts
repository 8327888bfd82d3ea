/** Stores and finds the content of resources, with the fields that describe it. */
import { toBase64 } from '../../../runtime/values/encoded-values.js';
import { encodeHex } from '../../lib/hashes.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { getField } from '../../catalog/field-tables.js';
import { renderComplete } from '../../catalog/links.js';
import type { ContentValue } from '../../../runtime/behavior.js';
import type { Effect } from '../../state/apply-effects.js';
import { type Place, type CompiledResource, toCanonicalPath } from '../../catalog/resource.js';
import { toStoredContent, type Content, fromStoredContent, createEmptyContent } from './content.js';
import { computeCrc32c, computeMd5 } from './digests.js';
import { requireExisting, createNotFoundError, createNotImplementedError, type EngineCall } from '../call.js';

/** Adds the content and its descriptive fields to the effects. */
export function storeContent(effects: readonly Effect[], place: Place, content: Content): readonly Effect[] {
  const withFields = effects.map((effect) =>
    effect.kind === 'put' && effect.path === place.path
      ? { ...effect, body: { ...effect.body, ...computeContentFields(place.resource, effect.body, content) } }
      : effect,
  );
  return [...withFields, { kind: 'content', path: place.path, content: toStoredContent(content) }];
}

const contentValues: Readonly<Partial<Record<ContentValue, (content: Content) => string | number>>> = {
  size: ({ bytes }) => bytes.length,
  md5: ({ bytes }) => toBase64(computeMd5(bytes)),
  md5Hex: ({ bytes }) => encodeHex(computeMd5(bytes)),
  crc32c: ({ bytes }) => toBase64(computeCrc32c(bytes)),
  type: ({ type }) => type,
};

/** Computes the fields that describe the content. A client sets the encoding and what concerns its use, and can set the media type. */
function computeContentFields({ behavior, fields }: CompiledResource, body: JsonObject, content: Content): JsonObject {
  return Object.fromEntries(
    Object.entries(behavior.contentFields ?? {}).flatMap(([name, kind]) => {
      const compute = contentValues[kind];
      if (compute === undefined || (kind === 'type' && getTextMember(body, name) !== undefined)) return [];
      const { type } = getField(fields, name) ?? {};
      const value = compute(content);
      return [[name, type === 'integer' || type === 'number' ? Number(value) : String(value)]];
    }),
  );
}

/** Returns the content of the resource in the path, or of the resource that the path begins with. Throws 404. */
export function findContent(call: EngineCall): Content {
  const isOwn = call.method.behavior.action.kind === 'get';
  const place = isOwn ? requireExisting(call).place : findNearestPlace(call);
  const body = call.state.findEntity(place)?.body;
  const stored = fromStoredContent(call.state.getRow('media', place.path));
  const type = getStatedValue(place.resource, body, 'type');
  if (!stored) return createEmptyContent(type);
  const headers = createContentHeaders(place.resource, body && renderComplete(place, body, call.origin), stored);
  return { ...stored, ...(type !== undefined && { type }), headers };
}

/** Returns the text of the first field with a kind. */
function getStatedValue({ behavior }: CompiledResource, body: JsonObject | undefined, kind: ContentValue): string | undefined {
  for (const [name, each] of Object.entries(behavior.contentFields ?? {})) {
    const value = each === kind ? getTextMember(body, name) : undefined;
    if (value !== undefined && isHeaderValue(value)) return value;
  }
  return undefined;
}

const isHeaderValue = (text: string): boolean => text !== '' && /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** Returns the headers that the fields of a resource state. */
function createContentHeaders(
  resource: CompiledResource,
  body: JsonObject | undefined,
  { bytes }: Content,
): Readonly<Record<string, string>> {
  const get = (kind: ContentValue): string | undefined => getStatedValue(resource, body, kind);
  const digests = (['crc32c', 'md5'] as const).flatMap((algorithm) => {
    const digest = get(algorithm) ?? '';
    return /^[\w+/-]+=*$/.test(digest) ? [`${algorithm}=${digest}`] : [];
  });
  const versions = resource.generatedFields.flatMap(([name, { serverValue }]) =>
    serverValue === 'generation' || serverValue === 'metageneration' ? [[`x-goog-${serverValue}`, getTextMember(body, name)] as const] : [],
  );
  const etag = getTextMember(body, 'etag');
  const headers: readonly (readonly [name: string, value: string | undefined])[] = [
    ['etag', etag === undefined || !isHeaderValue(etag) || /^(?:W\/)?"/.test(etag) ? etag : `"${etag}"`],
    ['cache-control', get('cacheControl')],
    ['content-disposition', get('disposition')],
    ['content-language', get('language')],
    ['content-encoding', get('encoding')],
    ['x-goog-hash', digests.join(',')],
    ...versions,
    ...(versions.length === 0
      ? []
      : ([
          ['x-goog-stored-content-length', String(bytes.length)],
          ['x-goog-stored-content-encoding', get('encoding') ?? 'identity'],
          ['x-goog-storage-class', getTextMember(body, 'storageClass')],
        ] as const)),
  ];
  return Object.fromEntries(headers.flatMap(([name, value]) => (value !== undefined && isHeaderValue(value) ? [[name, value]] : [])));
}

/** Returns the resource that the path begins with, for a method that only exports content (`files/{fileId}/export`). */
function findNearestPlace(call: EngineCall): Place {
  const { state, segments, method } = call;
  for (let length = segments.length; length > 0; length--) {
    const place = state.catalog.findPlace(`/${toCanonicalPath(segments.slice(0, length))}`, method.api);
    if (!place || place.resource.api !== method.api) continue;
    const member = state.locate(place);
    if (member) return member.place;
    throw createNotFoundError(call, place);
  }
  throw createNotImplementedError(method);
}
