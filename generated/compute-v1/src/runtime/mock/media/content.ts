/** Content of resources, as it is kept and as bodies stand for it. */
import { encodeBase64, decodeBase64 } from '../hashes.js';
import { isObject, getTextMember, type Json, type JsonObject } from '../json.js';
import type { Content } from './support.js';

const defaultType = 'application/octet-stream';

/** As it is kept, and as seeds have it. */
export function toStoredContent({ type, bytes }: Content): JsonObject {
  return { type, data: toBase64(bytes) };
}

/** Content as it was kept; `undefined` for what is none. */
export function fromStoredContent(value: Json | undefined): Content | undefined {
  const data = getTextMember(value, 'data');
  const bytes = data === undefined ? undefined : decodeBase64(data);
  return bytes && { type: getTextMember(value, 'type') ?? defaultType, bytes };
}

/** What a resource without content answers: nothing, of the type that it says. */
export function createEmptyContent(body: JsonObject): Content {
  return { type: getTextMember(body, 'contentType') ?? getTextMember(body, 'mimeType') ?? defaultType, bytes: new Uint8Array(0) };
}

/** A body that stands for content as it is. */
export function fromContentBody(body: JsonObject): Content | undefined {
  const { contentType: type, data } = body;
  if (typeof data !== 'string' || !(type === undefined || typeof type === 'string')) return undefined;
  const bytes = decodeBase64(data);
  return bytes && { type: type ?? defaultType, bytes };
}

export function toContentBody({ type, bytes }: Content): JsonObject {
  return { contentType: type, data: toBase64(bytes) };
}

/** Whether a value from a seed is content. */
export function isStoredContent(value: Json): boolean {
  return isObject(value) && fromStoredContent(value) !== undefined;
}

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // In pieces that base64 can be put together from: text grows slowly byte by byte.
  for (let at = 0; at < bytes.length; at += 24_576) pieces.push(encodeBase64(bytes.subarray(at, at + 24_576)));
  return pieces.join('');
}
