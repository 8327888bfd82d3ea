/** Content of resources: what it is, what a resource tells of it, and where it is kept. */
import { base64, fromBase64 } from '../hash.js';
import { isObject, textMember, type Json, type JsonObject } from '../json.js';
import { fieldOf } from '../shape.js';
import type { Effect } from '../state/effects.js';
import type { Fields, Place } from '../world/resource.js';
import { crc32c, md5 } from './digests.js';

export interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const anything = 'application/octet-stream';

/** As it is kept, and as seeds have it. */
export function keptContent({ type, bytes }: Content): JsonObject {
  return { type, data: toBase64(bytes) };
}

/** Content as it was kept; `undefined` for what is none. */
export function contentOf(value: Json | undefined): Content | undefined {
  const data = textMember(value, 'data');
  const bytes = data === undefined ? undefined : fromBase64(data);
  return bytes && { type: textMember(value, 'type') ?? anything, bytes };
}

/** What a resource without content answers: nothing, of the type that it says. */
export function emptyContent(body: JsonObject): Content {
  return { type: textMember(body, 'contentType') ?? textMember(body, 'mimeType') ?? anything, bytes: new Uint8Array(0) };
}

/** The effects with the content in its place, and what the resource tells of it. */
export function withContent(effects: readonly Effect[], place: Place, content: Content): readonly Effect[] {
  const told = effects.map((effect) =>
    effect.kind === 'put' && effect.path === place.path
      ? { ...effect, body: { ...effect.body, ...facts(place.resource.fields, effect.body, content) } }
      : effect,
  );
  return [...told, { kind: 'content', path: place.path, content: keptContent(content) }];
}

type Fact = (content: Content) => string | number;

const size: Fact = ({ bytes }) => bytes.length;
/** Fields by which resources tell of their content, whatever was sent for them. */
const measured: Readonly<Record<string, Fact>> = {
  size,
  fileSize: size,
  md5Hash: ({ bytes }) => base64(md5(bytes)),
  md5Checksum: ({ bytes }) => hex(md5(bytes)),
  crc32c: ({ bytes }) => base64(crc32c(bytes)),
};
/** Those that the one who sends may know better. */
const stated: Readonly<Record<string, Fact>> = { contentType: ({ type }) => type, mimeType: ({ type }) => type };

function facts(fields: Fields | undefined, body: JsonObject, content: Content): JsonObject {
  const open = Object.entries(stated).filter(([name]) => textMember(body, name) === undefined);
  return Object.fromEntries(
    [...Object.entries(measured), ...open].flatMap(([name, fact]) => {
      const field = fieldOf(fields, name);
      if (field === undefined) return [];
      const isNumber = field.type === 'integer' || field.type === 'number';
      return isNumber || field.type === undefined ? [[name, isNumber ? Number(fact(content)) : String(fact(content))]] : [];
    }),
  );
}

/** A body that stands for content as it is. */
export function asContent(body: JsonObject): Content | undefined {
  const { contentType: type, data } = body;
  if (typeof data !== 'string' || !(type === undefined || typeof type === 'string')) return undefined;
  const bytes = fromBase64(data);
  return bytes && { type: type ?? anything, bytes };
}

export function asBody({ type, bytes }: Content): JsonObject {
  return { contentType: type, data: toBase64(bytes) };
}

/** Whether a value from a seed is content. */
export function isContent(value: Json): boolean {
  return isObject(value) && contentOf(value) !== undefined;
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // In pieces that base64 can be put together from: text grows slowly byte by byte.
  for (let at = 0; at < bytes.length; at += 24_576) pieces.push(base64(bytes.subarray(at, at + 24_576)));
  return pieces.join('');
}
