/** Stores and finds the content of resources, with the fields that describe it. */
import { encodeBase64 } from '../../lib/hashes.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { getField } from '../../world/field-tables.js';
import type { Effect } from '../../state/apply-effects.js';
import { type Fields, type Place, toCanonicalPath } from '../../world/resource.js';
import { toStoredContent, type Content, fromStoredContent, createEmptyContent } from './content.js';
import { computeCrc32c, computeMd5 } from './digests.js';
import { requireExisting, createNotImplementedError, type CallContext } from '../call.js';
import { HttpError } from '../../lib/http-error.js';

/** Adds the content and its descriptive fields to the effects. */
export function storeContent(effects: readonly Effect[], place: Place, content: Content): readonly Effect[] {
  const withFields = effects.map((effect) =>
    effect.kind === 'put' && effect.path === place.path
      ? { ...effect, body: { ...effect.body, ...computeContentFields(place.resource.fields, effect.body, content) } }
      : effect,
  );
  return [...withFields, { kind: 'content', path: place.path, content: toStoredContent(content) }];
}

type ComputeField = (content: Content) => string | number;

const size: ComputeField = ({ bytes }) => bytes.length;
/** Fields that the server computes from the content, whatever the client sends. */
const computedFields: Readonly<Record<string, ComputeField>> = {
  size,
  fileSize: size,
  md5Hash: ({ bytes }) => encodeBase64(computeMd5(bytes)),
  md5Checksum: ({ bytes }) => toHex(computeMd5(bytes)),
  crc32c: ({ bytes }) => encodeBase64(computeCrc32c(bytes)),
};
/** Fields that the server sets only if the client doesn't send them. */
const defaultFields: Readonly<Record<string, ComputeField>> = { contentType: ({ type }) => type, mimeType: ({ type }) => type };

function computeContentFields(fields: Fields | undefined, body: JsonObject, content: Content): JsonObject {
  const absent = Object.entries(defaultFields).filter(([name]) => getTextMember(body, name) === undefined);
  return Object.fromEntries(
    [...Object.entries(computedFields), ...absent].flatMap(([name, compute]) => {
      const field = getField(fields, name);
      if (field === undefined) return [];
      const isNumber = field.type === 'integer' || field.type === 'number';
      return isNumber || field.type === undefined ? [[name, isNumber ? Number(compute(content)) : String(compute(content))]] : [];
    }),
  );
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the content of the resource in the path, or of the resource that the path begins with. Throws 404. */
export function findContent(call: CallContext): Content {
  const isOwn = call.method.behavior.action.kind === 'get';
  const place = isOwn ? requireExisting(call).place : findNearestPlace(call);
  const content = fromStoredContent(call.state.getRow('media', place.path));
  if (content) return content;
  return createEmptyContent(call.state.findEntity(place)?.body ?? {});
}

/** Returns the resource that the path begins with, for a method that only exports content (`files/{fileId}/export`). */
function findNearestPlace({ state, segments, method }: CallContext): Place {
  for (let length = segments.length; length > 0; length--) {
    const place = state.world.findPlace(`/${toCanonicalPath(segments.slice(0, length))}`);
    if (!place || place.resource.api !== method.api) continue;
    const member = state.locate(place);
    if (member) return member.place;
    throw new HttpError('notFound', { message: `The resource '${place.path}' was not found`, rule: 'exists' });
  }
  throw createNotImplementedError(method);
}
