/** Uploads in pieces: a session, then pieces, each from where the service stands. */
import { DiscogenError, NetworkError, ParameterError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { describeType } from '../type-text.js';
import { sendAttempt } from './exchange.js';
import type { CallContext } from './exchange.js';
import { observeResponses } from './media-content.js';
import type { MediaSource } from './media-source.js';
import { describeFailedRequest } from './redaction.js';
import type { PreparedRequest, Transport } from './client-types.js';
import type { UploadContext } from './upload.js';

/** Pieces are multiples of this; only the last one may be shorter. */
const grain = 256 * 1024;

export function addQuery(request: PreparedRequest, pair: string): PreparedRequest {
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${pair}` };
}

/** The address of a new session. Nothing is there before the first piece, so that it may be asked for again. */
export async function startUploadSession({ transport, request, options, source, type }: UploadContext): Promise<string> {
  const headers = { 'x-upload-content-type': type, ...(source.size !== undefined && { 'x-upload-content-length': String(source.size) }) };
  const response = await transport.send({ ...addQuery(request, 'uploadType=resumable'), headers, safe: true }, options);
  const { location } = response.headers;
  if (location) return location;
  throw new DiscogenError(`${request.id}: expected the address of a session, received none`);
}

/** Sends what the service lacks; answers what it answers to the last piece. */
export async function sendPieces(sending: UploadContext, session: string): Promise<ApiResponse> {
  const { transport, request, options, media, source } = sending;
  const path = sessionPath(transport, session);
  if (path === undefined) throw new ParameterError('media.resumeFrom', 'the address of a session', describeType(session), request.id);
  const pieces = new Pieces(sending);
  const { body: _, ...rest } = request;
  const piece: PreparedRequest = { ...rest, httpMethod: 'PUT', path, safe: true, attempt: (...given) => pieces.attempt(...given) };
  let reported = -1;
  const report = (sent: number): void => {
    if (sent <= reported) return;
    reported = sent;
    media.onProgress?.({ sent, total: source.size ?? (pieces.complete ? sent : undefined), session: transport.rootUrl + path });
  };
  if (media.resumeFrom === undefined) report(0);
  for (;;) {
    const response = await transport.send(piece, options);
    report(pieces.complete ? pieces.total : pieces.offset);
    if (pieces.complete) return response;
  }
}

/** Path and query of a session below the client's own address: its host counts for nothing. */
function sessionPath({ rootUrl }: Transport, session: string): string | undefined {
  if (!URL.canParse(session, rootUrl)) return undefined;
  const { pathname, search } = new URL(session, rootUrl);
  const prefix = new URL(rootUrl).pathname;
  return (pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname).replace(/^\/+/, '') + search;
}

/** How far an upload is. */
class Pieces {
  /** Bytes that the service has. */
  offset = 0;
  /** Of all bytes, once they are all there. */
  total = 0;
  complete = false;
  readonly #source: MediaSource;
  readonly #type: string;
  readonly #length: number;
  /** Whether it is known what the service has. */
  #sure: boolean;

  constructor({ media, source, type }: UploadContext) {
    const { chunkSize = 8 * 1024 * 1024, resumeFrom } = media;
    this.#source = source;
    this.#type = type;
    this.#length = Math.max(1, Math.ceil(chunkSize / grain)) * grain;
    this.#sure = resumeFrom === undefined;
  }

  /** Sends the next piece; after a failure the service is asked first what it has. */
  async attempt(...given: Parameters<NonNullable<PreparedRequest['attempt']>>): Promise<ApiResponse> {
    if (!this.#sure) {
      const { size = '*' } = this.#source;
      const status = await this.#put(given, `*/${size}`);
      this.total = this.#source.size ?? this.total;
      if (this.complete) return status;
    }
    this.#sure = false;
    const before = this.offset;
    const { bytes, last } = await this.#source.read(before, this.#length);
    const end = before + bytes.byteLength;
    const total = last ? end : (this.#source.size ?? '*');
    this.total = end;
    const answer = await this.#put(given, `${bytes.byteLength === 0 ? '*' : `${before}-${end - 1}`}/${total}`, bytes);
    if (!this.complete && this.offset <= before)
      throw new NetworkError(describeFailedRequest(given[0].request, given[0]), new Error('no progress'));
    this.#sure = true;
    return answer;
  }

  /** What the service then has, it says in an answer that is no failure though its status says so. */
  async #put([call, summary, signal]: Parameters<typeof sendAttempt>, range: string, bytes?: ArrayBuffer): Promise<ApiResponse> {
    let persisted: number | undefined;
    const observed = observeResponses(call.shared.fetch, (response) => {
      const { status, headers } = response;
      const isIncomplete = (status === 308 && headers.get('location') === null) || headers.get('x-http-status-code-override') === '308';
      if (!isIncomplete) return response;
      persisted = Number(/-(\d+)$/.exec(headers.get('range') ?? '')?.[1] ?? -1) + 1;
      return { status: 200, headers, text: () => response.text().then(() => '') };
    });
    const headers = {
      'content-range': `bytes ${range}`,
      'content-type': bytes?.byteLength ? this.#type : undefined,
      // Browsers hide the status that tells of an upload under way.
      'x-guploader-no-308': 'yes',
    };
    const request: PreparedRequest = { ...call.request, headers, ...(bytes?.byteLength && { body: bytes }) };
    const undertaking: CallContext = { ...call, request, shared: { ...call.shared, fetch: observed } };
    const answer = await sendAttempt(undertaking, summary, signal);
    this.complete = persisted === undefined;
    this.offset = persisted ?? this.offset;
    return answer;
  }
}
