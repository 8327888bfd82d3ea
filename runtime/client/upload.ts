/** Uploads: content alone, content with metadata, or in chunks, each from the last byte that the service has. */
import type { UploadDescriptor } from '../descriptor.js';
import { describeType, describeValue } from '../error-text.js';
import { DiscogenError, NetworkError, ParameterError, type ApiResponse } from '../errors.js';
import { expandPath, validatePathParameters } from '../paths/expand.js';
import type { CallOptions } from './call-options.js';
import { wrapSend, type RequestBuilder, type PreparedRequest, type Transport } from './client-types.js';
import { sendAttempt } from './exchange.js';
import { readText } from './read-body.js';
import { getContentType, uploadOptionNames, type MediaUpload, type UploadOptions } from './media-content.js';
import { createMediaSource, type MediaSource } from './media-source.js';
import { toRelativeUrl } from './prepare-request.js';
import { describeFailedRequest } from './redaction.js';

interface UploadContext {
  readonly transport: Transport;
  /** The request to the upload path, without `uploadType`. Its body is the metadata. */
  readonly request: PreparedRequest;
  readonly options: CallOptions;
  readonly media: MediaUpload;
  readonly source: MediaSource;
  readonly type: string;
}

/** Larger media are uploaded in chunks by default. */
const maxSingleRequestSize = 5 * 1024 * 1024;

/** Sends the `media` option of a call, if present. */
export function applyUpload(builder: RequestBuilder): void {
  const { transport, method, values } = builder;
  builder.method = { ...method, options: uploadOptionNames };
  const { upload: descriptor = {} } = method;
  wrapSend(builder, (send) => (request, options: UploadOptions = {}) => {
    const { media, ...rest } = options;
    if (!media) return send(request, rest);
    const [path = '', query] = request.path.split('?');
    const route = descriptor.path ?? `upload/${method.path}`;
    if (descriptor.path) validatePathParameters(descriptor.path, values, method.id);
    const address = descriptor.path ? expandPath(descriptor.path, values, method.id) : `upload/${path}`;
    const target = { ...request, route, path: query ? `${address}?${query}` : address };
    return upload({ transport, request: target, options: rest, media }, descriptor);
  });
}

async function upload(call: Omit<UploadContext, 'source' | 'type'>, descriptor: UploadDescriptor): Promise<ApiResponse> {
  const { media, request } = call;
  const source = createMediaSource(media.body, media.size, request.id);
  try {
    const context: UploadContext = { ...call, source, type: getContentType(media) };
    checkMediaSize(context, descriptor);
    if (!isResumableUpload(context, descriptor)) return await sendInOneRequest(context);
    return await sendChunks(context, media.resumeFrom ?? (await startUploadSession(context)));
  } finally {
    source.close();
  }
}

function checkMediaSize({ source: { size = 0 }, request }: UploadContext, { maxSize = Infinity }: UploadDescriptor): void {
  if (size > maxSize) throw new ParameterError('media', `at most ${maxSize} bytes`, `${size} bytes`, request.id);
}

function isResumableUpload({ media, source, request }: UploadContext, { resumable, whole }: UploadDescriptor): boolean {
  const requested = media.resumable ?? (media.resumeFrom === undefined ? undefined : true);
  const isResumable = requested ?? (source.size ?? Infinity) > maxSingleRequestSize;
  if (isResumable ? resumable === true : whole !== false) return isResumable;
  if (requested === undefined) return !isResumable;
  const expected = isResumable
    ? 'false, because the method does not support resumable uploads'
    : 'true, because the method supports only resumable uploads';
  throw new ParameterError('media.resumable', expected, describeValue(isResumable), request.id);
}

/** Uploads in one request: as `multipart/related` with metadata, or else only the bytes. */
async function sendInOneRequest(context: UploadContext): Promise<ApiResponse> {
  const { transport, request, options, media, source, type } = context;
  const { bytes } = await source.read(0, Infinity);
  const boundary = `part-${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}`;
  const multipart = request.body !== undefined;
  const body = multipart
    ? await formatRelated(boundary, [
        ['application/json; charset=UTF-8', request.body],
        [type, bytes],
      ])
    : bytes;
  const response = await transport.send(
    {
      ...addQuery(request, `uploadType=${multipart ? 'multipart' : 'media'}`),
      body,
      headers: { 'content-type': multipart ? `multipart/related; boundary=${boundary}` : type },
    },
    options,
  );
  media.onProgress?.({ sent: bytes.byteLength, total: bytes.byteLength });
  return response;
}

function formatRelated(boundary: string, parts: readonly (readonly [type: string, content: string | ArrayBuffer])[]): Promise<ArrayBuffer> {
  const texts = parts.flatMap(([type, content]) => [`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`, content, '\r\n']);
  return new Blob([...texts, `--${boundary}--\r\n`]).arrayBuffer();
}

/** The size of each chunk except the last is a multiple of this many bytes. */
const chunkGranularity = 256 * 1024;

/** An upload ends with an error after this many chunks in a row of which the service accepts less. */
const maxSlowChunks = 10;

/** Adds a `name=value` pair to the query of a request. */
function addQuery(request: PreparedRequest, pair: string): PreparedRequest {
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${pair}` };
}

/** Starts a session and returns its URL. Safe to retry, because a session without chunks has no effect. */
async function startUploadSession({ transport, request, options, source, type }: UploadContext): Promise<string> {
  const headers = { 'x-upload-content-type': type, ...(source.size !== undefined && { 'x-upload-content-length': String(source.size) }) };
  const response = await transport.send({ ...addQuery(request, 'uploadType=resumable'), headers, safe: true }, options);
  const { location } = response.headers;
  if (location) return location;
  throw new DiscogenError(`${request.id}: the response must have the session URL in its Location header (received none)`);
}

/** Sends the bytes that the service doesn't have. Returns the response to the last chunk. */
async function sendChunks(context: UploadContext, session: string): Promise<ApiResponse> {
  const { transport, request, options, media, source } = context;
  const address = toRelativeUrl(transport.rootUrl, session);
  if (!address) throw new ParameterError('media.resumeFrom', 'the URL of an upload session', describeType(session), request.id);
  const path = address.path + address.query;
  const sender = new ChunkSender(context);
  const { body: _, ...rest } = request;
  const chunkRequest: PreparedRequest = { ...rest, httpMethod: 'PUT', path, safe: true, attempt: (...args) => sender.attempt(...args) };
  let reported = -1;
  const report = (sent: number): void => {
    if (sent <= reported) return;
    reported = sent;
    media.onProgress?.({ sent, total: source.size ?? (sender.complete ? sent : undefined), session: transport.rootUrl + path });
  };
  if (media.resumeFrom === undefined) report(0);
  for (let slow = 0; slow < maxSlowChunks;) {
    const before = sender.offset;
    const response = await transport.send(chunkRequest, options);
    report(sender.complete ? sender.total : sender.offset);
    if (sender.complete) return response;
    slow = sender.offset - before < chunkGranularity ? slow + 1 : 0;
  }
  const expected = `at least ${chunkGranularity} bytes of each chunk`;
  throw new DiscogenError(`${request.id}: the service must accept ${expected} (received fewer for ${maxSlowChunks} chunks)`);
}

/** Sends chunks and tracks the progress of an upload. */
class ChunkSender {
  /** The number of bytes that the service has. */
  offset = 0;
  /** The total number of bytes. Final when the upload is complete. */
  total = 0;
  complete = false;
  readonly #source: MediaSource;
  readonly #type: string;
  readonly #length: number;
  /** Whether `offset` is what the service has. Unknown after a failure. */
  #isOffsetKnown: boolean;

  constructor({ media, source, type }: UploadContext) {
    const { chunkSize = 8 * 1024 * 1024, resumeFrom } = media;
    this.#source = source;
    this.#type = type;
    this.#length = Math.max(1, Math.ceil(chunkSize / chunkGranularity)) * chunkGranularity;
    this.#isOffsetKnown = resumeFrom === undefined;
  }

  /** Sends the next chunk. After a failure it first queries how many bytes the service has. */
  async attempt(...args: Parameters<NonNullable<PreparedRequest['attempt']>>): Promise<ApiResponse> {
    if (!this.#isOffsetKnown) {
      const { size = '*' } = this.#source;
      const status = await this.#send(args, `*/${size}`);
      this.total = this.#source.size ?? this.total;
      if (this.complete) return status;
    }
    this.#isOffsetKnown = false;
    const before = this.offset;
    const { bytes, last } = await this.#source.read(before, this.#length);
    const end = before + bytes.byteLength;
    const total = last ? end : (this.#source.size ?? '*');
    this.total = end;
    const received = await this.#send(args, `${bytes.byteLength === 0 ? '*' : `${before}-${end - 1}`}/${total}`, bytes);
    if (!this.complete && this.offset <= before)
      throw new NetworkError(describeFailedRequest(args[0].request, args[0]), new Error('the service accepted no further bytes'));
    this.#isOffsetKnown = true;
    return received;
  }

  /** Sends a chunk or a status query. Status 308 reports how many bytes the service has, so it isn't an error. */
  async #send([call, summary, signal]: Parameters<typeof sendAttempt>, range: string, bytes?: ArrayBuffer): Promise<ApiResponse> {
    let persisted: number | undefined;
    const request: PreparedRequest = {
      ...call.request,
      headers: {
        'content-range': `bytes ${range}`,
        'content-type': bytes?.byteLength ? this.#type : undefined,
        // Browsers treat status 308 as a redirect, so this header requests status 200 instead.
        'x-guploader-no-308': 'yes',
      },
      ...(bytes?.byteLength && { body: bytes }),
      transformResponse(response, maxBytes) {
        const { status, headers } = response;
        const isIncomplete = (status === 308 && headers.get('location') === null) || headers.get('x-http-status-code-override') === '308';
        if (!isIncomplete) return undefined;
        persisted = Number(/-(\d+)$/.exec(headers.get('range') ?? '')?.[1] ?? -1) + 1;
        return { status: 200, headers, text: async () => (await readText(response, maxBytes)) && '' };
      },
    };
    const received = await sendAttempt({ ...call, request }, summary, signal);
    this.complete = persisted === undefined;
    this.offset = persisted ?? this.offset;
    return received;
  }
}
