/** Decompresses content in the formats gzip, zlib, and deflate. */
import { deflateRawSync, deflateSync, gunzipSync, gzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { detectTextEncoding } from './text-encoding.js';

export interface Decompressed {
  readonly content: Buffer;
  /** Compresses other content in the same format. */
  readonly compress: (content: Buffer) => Buffer;
}

/** The maximum size of decompressed content, in bytes. */
const maxOutputLength = 64 * 1024 * 1024;
/** The sizes of content in the format deflate, which has no signature, so that most other bytes begin like it. */
const minRawLength = 16;
const maxRawLength = 64 * 1024;

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
/** Whether bytes can be one or several blocks with Huffman codes. */
const isRaw = ([first = 0]: Uint8Array): boolean => [3, 4, 5].includes(first & 7);

/** Whether bytes with this beginning can be compressed. */
export const canBeCompressed = (start: Uint8Array): boolean => isGzip(start) || isZlib(start) || isRaw(start);

/** Returns `undefined` if the bytes aren't compressed. */
export function decompress(bytes: Buffer): Decompressed | undefined {
  try {
    if (isGzip(bytes)) return { content: gunzipSync(bytes, { maxOutputLength }), compress: (content) => gzipSync(content) };
    if (isZlib(bytes)) return { content: inflateSync(bytes, { maxOutputLength }), compress: (content) => deflateSync(content) };
    if (!isRaw(bytes) || bytes.length < minRawLength || bytes.length > maxRawLength) return undefined;
    const content = inflateRawSync(bytes, { maxOutputLength });
    return detectTextEncoding(content) === undefined ? undefined : { content, compress: (own) => deflateRawSync(own) };
  } catch {
    return undefined;
  }
}
