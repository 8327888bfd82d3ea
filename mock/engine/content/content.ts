/** Converts content between its stored form and response bodies. */
import { toBase64 } from '../../../runtime/values/encoded-values.js';
import { decodeBase64 } from '../../lib/hashes.js';
import { getTextMember, type Json, type JsonObject } from '../../lib/json.js';

export interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The headers that describe the content and its version, as the resource states them. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

const defaultType = 'application/octet-stream';

/** Converts content to its stored form, which seeds also use. */
export function toStoredContent({ type, bytes }: Content): JsonObject {
  return { type, data: toBase64(bytes) };
}

/** Parses stored content. Returns `undefined` for an invalid value. */
export function fromStoredContent(value: Json | undefined): Content | undefined {
  const data = getTextMember(value, 'data');
  const bytes = data === undefined ? undefined : decodeBase64(data);
  return bytes && { type: getTextMember(value, 'type') ?? defaultType, bytes };
}

export const noBytes: Uint8Array = new Uint8Array(0);

export function createEmptyContent(type: string = defaultType): Content {
  return { type, bytes: noBytes };
}

/** Converts an `HttpBody` to content. */
export function fromContentBody(body: JsonObject): Content | undefined {
  const { contentType: type, data } = body;
  if (typeof data !== 'string' || !(type === undefined || typeof type === 'string')) return undefined;
  const bytes = decodeBase64(data);
  return bytes && { type: type ?? defaultType, bytes };
}

export function toContentBody({ type, bytes }: Content): JsonObject {
  return { contentType: type, data: toBase64(bytes) };
}
