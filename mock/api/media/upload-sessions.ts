/** Resumable uploads: the metadata first, then the content in chunks. */
import type { UploadSession } from '../../engine/content/upload-session.js';
import type { HttpResult } from '../../lib/http-result.js';
import { HttpError } from '../../lib/http-error.js';
import { decodeBase64 } from '../../lib/hashes.js';
import type { JsonObject } from '../../lib/json.js';
import type { State } from '../../state/state.js';
import type { ParsedRequest } from '../../lib/http-request.js';
import { createInvalidChunkError, type UploadChunk } from './parse-chunk.js';
import { noBytes, type Content } from '../../engine/content/content.js';
import { toBase64 } from '../../../runtime/values/encoded-values.js';

/** The size of every chunk except the last is a multiple of this. */
const chunkUnit = 256 * 1024;

/** The stored value is valid, because only this file and validated seeds write it. */
export function findUploadSession(state: State, id: string): UploadSession | undefined {
  return state.getRow('upload', id) as UploadSession | undefined;
}

export function putUploadSession(state: State, id: string, row: UploadSession): void {
  state.putRow('upload', id, row as unknown as JsonObject);
}

export function joinChunks({ type, chunks, received }: UploadSession): Content {
  const bytes = new Uint8Array(received);
  let offset = 0;
  for (const chunk of chunks) {
    const bytesOfChunk = decodeBase64(chunk) ?? noBytes;
    bytes.set(bytesOfChunk, offset);
    offset += bytesOfChunk.length;
  }
  return { type, bytes };
}

/** Adds a chunk. Throws 400 if it isn't the next one, and 413 beyond `maxSize` bytes. */
export function addChunk(
  row: UploadSession,
  chunk: UploadChunk,
  maxSize: number,
): { readonly row: UploadSession; readonly isComplete: boolean } {
  const { start, bytes, total, header } = chunk;
  if (total !== undefined && row.size !== undefined && total !== row.size)
    throw createInvalidChunkError(header, `The upload started with a total size of ${row.size} bytes (received ${total}).`);
  if (start === undefined) return { row, isComplete: total === row.received };
  if (start > row.received) throw createInvalidChunkError(header, `The next chunk must start at byte ${row.received} (received ${start}).`);
  // Bytes that the server has already received are skipped.
  const newBytes = bytes.subarray(row.received - start);
  const received = row.received + newBytes.length;
  const size = total ?? row.size;
  if (size !== undefined && received > size)
    throw createInvalidChunkError(header, `The chunk ends at byte ${received}, after the total size of ${size} bytes.`);
  const isComplete = total !== undefined && received === total;
  if (received > maxSize)
    throw new HttpError('uploadTooLarge', {
      message: `The content has at least ${received} bytes; the maximum is ${maxSize} bytes.`,
      rule: 'maxSize',
    });
  if (!isComplete && bytes.length % chunkUnit !== 0) {
    const message = `Every chunk except the last must have a multiple of ${chunkUnit} bytes (received ${bytes.length}).`;
    throw createInvalidChunkError(header, message);
  }
  return { row: newBytes.length === 0 ? row : { ...row, received, chunks: [...row.chunks, toBase64(newBytes)] }, isComplete };
}

/** Creates the response to an unfinished upload: 308, or a header for clients that can't see this status. */
export function createIncompleteResult({ received, hasCommands }: UploadSession, { headers }: ParsedRequest): HttpResult {
  if (hasCommands) return createCommandResult({ 'x-goog-upload-status': 'active', 'x-goog-upload-size-received': String(received) });
  const range: Readonly<Record<string, string>> = received === 0 ? {} : { range: `bytes=0-${received - 1}` };
  if (headers['x-guploader-no-308'] === undefined) return { status: 308, body: null, bytes: noBytes, headers: range };
  return { status: 200, body: null, bytes: noBytes, headers: { ...range, 'x-http-status-code-override': '308' } };
}

/** Creates a response without a body to a request of the `X-Goog-Upload-*` protocol. */
export function createCommandResult(headers: Readonly<Record<string, string>>): HttpResult {
  return { status: 200, body: null, bytes: noBytes, headers: { 'x-goog-upload-chunk-granularity': String(chunkUnit), ...headers } };
}
