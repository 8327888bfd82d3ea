/** What a resource tells of its content. */
import { encodeBase64 } from '../hashes.js';
import { getTextMember, type JsonObject } from '../json.js';
import { getField } from '../field-tables.js';
import type { Effect } from '../state/apply-effects.js';
import type { Fields, Place } from '../world/resource.js';
import { toStoredContent } from './content.js';
import { crc32c, md5 } from './digests.js';
import type { Content } from './support.js';

/** The effects with the content in its place, and what the resource tells of it. */
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
/** Fields by which resources tell of their content, whatever was sent for them. */
const computedFields: Readonly<Record<string, ComputeField>> = {
  size,
  fileSize: size,
  md5Hash: ({ bytes }) => encodeBase64(md5(bytes)),
  md5Checksum: ({ bytes }) => toHex(md5(bytes)),
  crc32c: ({ bytes }) => encodeBase64(crc32c(bytes)),
};
/** Those that the one who sends may know better. */
const defaultFields: Readonly<Record<string, ComputeField>> = { contentType: ({ type }) => type, mimeType: ({ type }) => type };

function computeContentFields(fields: Fields | undefined, body: JsonObject, content: Content): JsonObject {
  const open = Object.entries(defaultFields).filter(([name]) => getTextMember(body, name) === undefined);
  return Object.fromEntries(
    [...Object.entries(computedFields), ...open].flatMap(([name, fact]) => {
      const field = getField(fields, name);
      if (field === undefined) return [];
      const isNumber = field.type === 'integer' || field.type === 'number';
      return isNumber || field.type === undefined ? [[name, isNumber ? Number(fact(content)) : String(fact(content))]] : [];
    }),
  );
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
