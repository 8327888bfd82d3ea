/** Parses the chunks of resumable uploads, whose position is in `Content-Range` or in `X-Goog-Upload-*` headers. */
import type { UploadSession } from '../../engine/content/upload-session.js';
import { HttpError } from '../../lib/http-error.js';
import type { ParsedRequest } from '../../lib/http-request.js';
import { toBytes } from './read-content.js';
import { parseByteCount, type UploadCommand } from './upload-protocol.js';

/** A chunk, or a status request. */
export interface UploadChunk {
  /** The index of its first byte. Absent in a status request. */
  readonly start?: number;
  readonly bytes: Uint8Array;
  /** The total size of the content. An upload is complete when it has this size. `undefined` while unknown. */
  readonly total: number | undefined;
  /** The header that describes the chunk, for errors. */
  readonly header: string;
}

export function createInvalidChunkError(header: string, message: string): HttpError {
  return new HttpError('invalid', { message, location: header, locationType: 'header', rule: 'upload' });
}

const contentRange = /^\s*bytes[ =](?:(\d{1,15})-(?:(\d{1,15})|\*)|(\*))\/(?:(\d{1,15})|\*)\s*$/i;

/**
 * Parses a request with `Content-Range`. Without this header, its body is the whole content. A range that ends in `*` contains the rest of the
 * content: `bytes 0-*\/*`.
 */
export function parseChunk({ headers, body }: ParsedRequest, row: UploadSession): UploadChunk {
  const bytes = toBytes(body);
  const header = 'Content-Range';
  const text = headers['content-range'];
  if (text === undefined) return { start: 0, bytes, total: bytes.length, header };
  const match = contentRange.exec(text);
  if (!match) throw createInvalidChunkError(header, `Content-Range must have the form 'bytes 0-99/200' (received '${text}').`);
  const [, start, end, statusOnly, size] = match;
  const total = size === undefined ? undefined : Number(size);
  if (statusOnly !== undefined && bytes.length > 0)
    throw createInvalidChunkError(header, `Content-Range is '${text}', which requests the status, but the body has ${bytes.length} bytes.`);
  if (statusOnly !== undefined) return { bytes, total, header };
  const length = Number(start) + bytes.length;
  if (end !== undefined && Number(end) + 1 !== length)
    throw createInvalidChunkError(header, `Content-Range is '${text}', but the chunk has ${bytes.length} bytes.`);
  return { start: Number(start), bytes, total: total ?? row.size ?? (end === undefined ? length : undefined), header };
}

/** Parses a request with a command that sends or finalizes content, or queries the status. */
export function parseCommandChunk({ headers, body }: ParsedRequest, command: UploadCommand, row: UploadSession): UploadChunk {
  const header = 'X-Goog-Upload-Offset';
  const bytes = toBytes(body);
  if (!command.startsWith('upload')) {
    if (bytes.length > 0)
      throw createInvalidChunkError('X-Goog-Upload-Command', `The command '${command}' takes no content (received ${bytes.length} bytes).`);
    return { bytes, total: command === 'finalize' ? row.received : undefined, header };
  }
  const offset = headers['x-goog-upload-offset'];
  if (offset === undefined) throw createInvalidChunkError(header, `The command '${command}' requires the header ${header}.`);
  const start = parseByteCount(offset, header);
  return { start, bytes, total: command === 'upload' ? undefined : start + bytes.length, header };
}
