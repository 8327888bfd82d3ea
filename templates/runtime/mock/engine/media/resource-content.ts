/** Stores and finds the content of resources, with the fields that describe it. */
import { toBase64 } from '../../../values/encoded-values.js';
import { encodeHex } from '../../lib/hashes.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { getField } from '../../world/field-tables.js';
import type { ContentValue } from '../../../behavior.js';
import type { Effect } from '../../state/apply-effects.js';
import { type Place, type CompiledResource, toCanonicalPath } from '../../world/resource.js';
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

const contentValues: Readonly<Record<Exclude<ContentValue, 'encoding'>, (content: Content) => string | number>> = {
  size: ({ bytes }) => bytes.length,
  md5: ({ bytes }) => toBase64(computeMd5(bytes)),
  md5Hex: ({ bytes }) => encodeHex(computeMd5(bytes)),
  crc32c: ({ bytes }) => toBase64(computeCrc32c(bytes)),
  type: ({ type }) => type,
};

/** Computes the fields that describe the content. A client can set only the media type and the encoding. */
function computeContentFields({ behavior, fields }: CompiledResource, body: JsonObject, content: Content): JsonObject {
  return Object.fromEntries(
    Object.entries(behavior.contentFields ?? {}).flatMap(([name, kind]) => {
      if (kind === 'encoding' || (kind === 'type' && getTextMember(body, name) !== undefined)) return [];
      const { type } = getField(fields, name) ?? {};
      const value = contentValues[kind](content);
      return [[name, type === 'integer' || type === 'number' ? Number(value) : String(value)]];
    }),
  );
}

/** Returns the content of the resource in the path, or of the resource that the path begins with. Throws 404. */
export function findContent(call: EngineCall): Content {
  const isOwn = call.method.behavior.action.kind === 'get';
  const place = isOwn ? requireExisting(call).place : findNearestPlace(call);
  const body = call.state.findEntity(place)?.body;
  const fields = Object.entries(place.resource.behavior.contentFields ?? {});
  const getValue = (kind: ContentValue): string | undefined =>
    fields
      .filter(([, each]) => each === kind)
      .map(([name]) => getTextMember(body, name))
      .find((value) => value !== undefined);
  const content = fromStoredContent(call.state.getRow('media', place.path));
  if (!content) return createEmptyContent(getValue('type'));
  const digests = (['crc32c', 'md5'] as const).flatMap((algorithm) => {
    const digest = getValue(algorithm) ?? '';
    return /^[\w+/-]+=*$/.test(digest) ? [`${algorithm}=${digest}`] : [];
  });
  return { ...content, isGzip: getValue('encoding') === 'gzip', digests };
}

/** Returns the resource that the path begins with, for a method that only exports content (`files/{fileId}/export`). */
function findNearestPlace(call: EngineCall): Place {
  const { state, segments, method } = call;
  for (let length = segments.length; length > 0; length--) {
    const place = state.world.findPlace(`/${toCanonicalPath(segments.slice(0, length))}`);
    if (!place || place.resource.api !== method.api) continue;
    const member = state.locate(place);
    if (member) return member.place;
    throw createNotFoundError(call, place);
  }
  throw createNotImplementedError(method);
}
