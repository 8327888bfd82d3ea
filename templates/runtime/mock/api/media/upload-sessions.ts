/** Resumable uploads: the metadata first, then the content in chunks. */
import type { UploadSession } from '../../engine/media/upload-session.js';
import type { HttpResult } from '../../lib/http-result.js';
import { HttpError } from '../../lib/http-error.js';
import { decodeBase64 } from '../../lib/hashes.js';
import type { JsonObject } from '../../lib/json.js';
import type { State } from '../../state/state.js';
import type { ParsedRequest } from '../../lib/http-request.js';
import { toBytes } from './read-content.js';
import { noBytes, type Content } from '../../engine/media/content.js';
import { toBase64 } from '../../../values/encoded-values.js';

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

/** The position of a chunk, which a status request lacks, and the total size of the content. */
interface ChunkRange {
  readonly start?: number;
  readonly total: number | undefined;
}

function createInvalidChunkError(message: string): HttpError {
  return new HttpError('invalid', { message, location: 'Content-Range', locationType: 'header', rule: 'upload' });
}

function parseContentRange({ headers }: ParsedRequest, bytes: Uint8Array): ChunkRange {
  const text = headers['content-range'];
  if (text === undefined) return { start: 0, total: bytes.length };
  const [, start, end, statusOnly, total] = /^bytes (?:(\d+)-(\d+)|(\*))\/(\d+|\*)$/.exec(text) ?? [];
  if (total === undefined) throw createInvalidChunkError(`Content-Range must have the form 'bytes 0-99/200' (received '${text}').`);
  const totalSize = total === '*' ? undefined : Number(total);
  if (statusOnly !== undefined) return { total: totalSize };
  if (Number(end) - Number(start) + 1 !== bytes.length)
    throw createInvalidChunkError(`Content-Range is '${text}', but the chunk has ${bytes.length} bytes.`);
  if (totalSize !== undefined && Number(end) >= totalSize)
    throw createInvalidChunkError(`Content-Range '${text}' ends after its total size.`);
  return { start: Number(start), total: totalSize };
}

/** Adds a chunk. Throws 400 if it isn't the next one, and 413 beyond `maxSize` bytes. */
export function addChunk(
  row: UploadSession,
  incoming: ParsedRequest,
  maxSize: number,
): { readonly row: UploadSession; readonly isComplete: boolean } {
  const bytes = toBytes(incoming.body);
  const { start, total } = parseContentRange(incoming, bytes);
  if (total !== undefined && row.size !== undefined && total !== row.size)
    throw createInvalidChunkError(`The upload started with a total size of ${row.size} bytes (received ${total}).`);
  if (start === undefined) return { row, isComplete: total === row.received };
  if (start > row.received) throw createInvalidChunkError(`The next chunk must start at byte ${row.received} (received ${start}).`);
  // Bytes that the server has already received are skipped.
  const newBytes = bytes.subarray(row.received - start);
  const received = row.received + newBytes.length;
  const isComplete = total !== undefined && received === total;
  if (received > maxSize)
    throw new HttpError('uploadTooLarge', {
      message: `The content has at least ${received} bytes; the maximum is ${maxSize} bytes.`,
      rule: 'maxSize',
    });
  if (!isComplete && bytes.length % chunkUnit !== 0)
    throw createInvalidChunkError(`Every chunk except the last must have a multiple of ${chunkUnit} bytes (received ${bytes.length}).`);
  return { row: newBytes.length === 0 ? row : { ...row, received, chunks: [...row.chunks, toBase64(newBytes)] }, isComplete };
}

/** Creates the response to an unfinished upload: 308, or a header for clients that can't see this status. */
export function createIncompleteResult({ received }: UploadSession, { headers }: ParsedRequest): HttpResult {
  const range: Readonly<Record<string, string>> = received === 0 ? {} : { range: `bytes=0-${received - 1}` };
  if (headers['x-guploader-no-308'] === undefined) return { status: 308, body: null, bytes: noBytes, headers: range };
  return { status: 200, body: null, bytes: noBytes, headers: { ...range, 'x-http-status-code-override': '308' } };
}
