/** Uploads in pieces: begun with the metadata, then piece by piece, and asked how far they are. */
import type { HttpResult } from '../http-response.js';
import { HttpError } from '../http-error.js';
import { decodeBase64 } from '../hashes.js';
import { isList, isObject, getTextMember, type Json, type JsonObject } from '../json.js';
import type { State } from '../state/state.js';
import type { ParsedRequest } from '../http-request.js';
import { toBytes } from './read-content.js';
import { toBase64 } from './content.js';
import type { Content } from './support.js';

/** An upload under way, as it is kept and as seeds have it. */
export interface UploadSession {
  readonly methodId: string;
  /** Of the request that began it: what the last piece then completes. */
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: string;
  readonly type: string;
  readonly size?: number;
  /** Base64, piece by piece. */
  readonly pieces: readonly string[];
  readonly received: number;
  /** What was answered to the last piece. */
  readonly answer?: Json;
}

const nothing = new Uint8Array(0);

/** All pieces but the last are multiples of this. */
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
  if (total === undefined) throw invalidPieceError(`The range of a piece is 'bytes 0-99/200', not '${text}'.`);
  const whole = total === '*' ? undefined : Number(total);
  if (asked !== undefined) return { total: whole };
  if (Number(end) - Number(start) + 1 !== bytes.length)
    throw invalidPieceError(`The range says '${text}', but the piece has ${bytes.length} bytes.`);
  if (whole !== undefined && Number(end) >= whole) throw invalidPieceError(`The range '${text}' ends behind its total.`);
  return { start: Number(start), total: whole };
}

/** The upload with a piece more, and whether that was the last one. Throws 400 for what is no next piece, 413 for more than `most` bytes. */
export function addPiece(
  row: UploadSession,
  incoming: ParsedRequest,
  maxSize: number,
): { readonly row: UploadSession; readonly complete: boolean } {
  const bytes = toBytes(incoming.body);
  const { start, total } = parseContentRange(incoming, bytes);
  if (total !== undefined && row.size !== undefined && total !== row.size)
    throw invalidPieceError(`The upload was begun with ${row.size} bytes, not ${total}.`);
  if (start === undefined) return { row, complete: total === row.received };
  if (start > row.received) throw invalidPieceError(`The next piece begins at byte ${row.received}, not ${start}.`);
  // What is there already is not taken again.
  const fresh = bytes.subarray(row.received - start);
  const received = row.received + fresh.length;
  const complete = total !== undefined && received === total;
  if (received > maxSize) throw new HttpError('uploadTooLarge', { message: `At most ${maxSize} bytes are taken.`, rule: 'maxSize' });
  if (!complete && bytes.length % pieceUnit !== 0)
    throw invalidPieceError(`A piece before the last one has a multiple of ${pieceUnit} bytes, not ${bytes.length}.`);
  return { row: fresh.length === 0 ? row : { ...row, received, pieces: [...row.pieces, toBase64(fresh)] }, complete };
}

/** Not all bytes are there. Where a status that browsers hide is of no use, a header says it. */
export function createIncompleteResult({ received }: UploadSession, { headers }: ParsedRequest): HttpResult {
  const range: Readonly<Record<string, string>> = received === 0 ? {} : { range: `bytes=0-${received - 1}` };
  if (headers['x-guploader-no-308'] === undefined) return { status: 308, body: null, bytes: nothing, headers: range };
  return { status: 200, body: null, bytes: nothing, headers: { ...range, 'x-http-status-code-override': '308' } };
}
