/** Content of resources, as it is kept and as bodies stand for it. */
import { base64, fromBase64 } from '../hash.js';
import { isObject, textMember, type Json, type JsonObject } from '../json.js';
import type { Content } from './support.js';

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

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // In pieces that base64 can be put together from: text grows slowly byte by byte.
  for (let at = 0; at < bytes.length; at += 24_576) pieces.push(base64(bytes.subarray(at, at + 24_576)));
  return pieces.join('');
}
