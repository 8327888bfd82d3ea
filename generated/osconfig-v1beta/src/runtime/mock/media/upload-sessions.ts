/** Resumable uploads: the metadata first, then the content in chunks. */
import type { HttpResult } from '../http-response.js';
import { HttpError } from '../http-error.js';
import { decodeBase64 } from '../hashes.js';
import { isList, isObject, getTextMember, type Json, type JsonObject } from '../json.js';
import type { State } from '../state/state.js';
import type { ParsedRequest } from '../http-request.js';
import { toBytes } from './read-content.js';
import { toBase64 } from './content.js';
import type { Content } from './support.js';

/** An unfinished upload, as stored and as seeds contain it. */
export interface UploadSession {
  readonly methodId: string;
  /** The HTTP method of the request that started the upload. */
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: string;
  readonly type: string;
  readonly size?: number;
  /** Base64, piece by piece. */
  readonly pieces: readonly string[];
  readonly received: number;
  /** The response to the last chunk. */
  readonly answer?: Json;
}

const nothing = new Uint8Array(0);

/** The size of every chunk except the last is a multiple of this. */
const pieceUnit = 256 * 1024;

export function findUploadSession(state: State, id: string): UploadSession | undefined {
  return toUploadSession(state.row('upload', id));
}

/** Only this file and seeds that were checked write them. */
function toUploadSession(value: Json | undefined): UploadSession | undefined {
  return isObject(value) ? (value as unknown as UploadSession) : undefined;
}

/** Whether a value from a seed is an upload under way. */
export function isUploadSession(value: Json): boolean {
  if (!isObject(value)) return false;
  const texts = ['methodId', 'method', 'target', 'metadata', 'type'].every((name) => getTextMember(value, name) !== undefined);
  const { pieces } = value;
  return (
    texts &&
    isObject(value['headers']) &&
    typeof value['received'] === 'number' &&
    isList(pieces) &&
    pieces.every((piece) => typeof piece === 'string')
  );
}

export function toStoredSession(row: UploadSession): JsonObject {
  return row as unknown as JsonObject;
}

export function joinPieces({ type, pieces, received }: UploadSession): Content {
  const bytes = new Uint8Array(received);
  let at = 0;
  for (const piece of pieces) {
    const part = decodeBase64(piece) ?? new Uint8Array(0);
    bytes.set(part, at);
    at += part.length;
  }
  return { type, bytes };
}

/** What a piece says of itself: its place (absent where it only asks), and how many bytes there are in all. */
interface PieceRange {
  readonly start?: number;
  readonly total: number | undefined;
}

function invalidPieceError(message: string): HttpError {
  return new HttpError('invalid', { message, location: 'Content-Range', locationType: 'header', rule: 'upload' });
}

function parseContentRange({ headers }: ParsedRequest, bytes: Uint8Array): PieceRange {
  const text = headers['content-range'];
  if (text === undefined) return { start: 0, total: bytes.length };
  const [, start, end, asked, total] = /^bytes (?:(\d+)-(\d+)|(\*))\/(\d+|\*)$/.exec(text) ?? [];
  if (total === undefined) throw invalidPieceError(`Content-Range must have the form 'bytes 0-99/200' (received '${text}').`);
  const whole = total === '*' ? undefined : Number(total);
  if (asked !== undefined) return { total: whole };
  if (Number(end) - Number(start) + 1 !== bytes.length)
    throw invalidPieceError(`Content-Range is '${text}', but the chunk has ${bytes.length} bytes.`);
  if (whole !== undefined && Number(end) >= whole) throw invalidPieceError(`Content-Range '${text}' ends after its total size.`);
  return { start: Number(start), total: whole };
}

/** Adds a chunk. Throws 400 if it isn't the next one, and 413 beyond `maxSize` bytes. */
export function addPiece(
  row: UploadSession,
  incoming: ParsedRequest,
  maxSize: number,
): { readonly row: UploadSession; readonly complete: boolean } {
  const bytes = toBytes(incoming.body);
  const { start, total } = parseContentRange(incoming, bytes);
  if (total !== undefined && row.size !== undefined && total !== row.size)
    throw invalidPieceError(`The upload started with a total size of ${row.size} bytes (received ${total}).`);
  if (start === undefined) return { row, complete: total === row.received };
  if (start > row.received) throw invalidPieceError(`The next chunk must start at byte ${row.received} (received ${start}).`);
  // What is there already is not taken again.
  const fresh = bytes.subarray(row.received - start);
  const received = row.received + fresh.length;
  const complete = total !== undefined && received === total;
  if (received > maxSize)
    throw new HttpError('uploadTooLarge', {
      message: `The content has at least ${received} bytes; the maximum is ${maxSize} bytes.`,
      rule: 'maxSize',
    });
  if (!complete && bytes.length % pieceUnit !== 0)
    throw invalidPieceError(`Every chunk except the last must have a multiple of ${pieceUnit} bytes (received ${bytes.length}).`);
  return { row: fresh.length === 0 ? row : { ...row, received, pieces: [...row.pieces, toBase64(fresh)] }, complete };
}

/** Creates the response to an unfinished upload: 308, or a header for clients that can't see this status. */
export function createIncompleteResult({ received }: UploadSession, { headers }: ParsedRequest): HttpResult {
  const range: Readonly<Record<string, string>> = received === 0 ? {} : { range: `bytes=0-${received - 1}` };
  if (headers['x-guploader-no-308'] === undefined) return { status: 308, body: null, bytes: nothing, headers: range };
  return { status: 200, body: null, bytes: nothing, headers: { ...range, 'x-http-status-code-override': '308' } };
}
