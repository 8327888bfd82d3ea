/** Downloads: streams that resume after a broken connection. */
import type { MethodDescriptor } from '../descriptor.js';
import { DiscogenError, NetworkError, TimeoutError, type ApiResponse, type FailedRequest } from '../errors.js';
import type { CallOptions, FetchResponse, Timeout } from './call-options.js';
import {
  transportKey,
  wrapSend,
  type CallableDescriptor,
  type Client,
  type RequestBuilder,
  type OptionNames,
  type Middleware,
} from './client-types.js';
import { readBytes, collectBytes, type ByteRange, type DownloadOptions, type MediaContent, type MediaCall } from './media-content.js';
import { createClientHeaders } from './prepare-request.js';
import { describeFailedRequest } from './redaction.js';
import { withTimeout, type TimeLimit } from './timeout.js';

const downloadOptionNames = { range: { end: 1, last: 1, start: 1 } } as const satisfies OptionNames<
  Omit<DownloadOptions, keyof CallOptions>
>;

/** A method that returns media, as a function of a client, with the members of its descriptor. */
export interface MediaMethod<Params> extends MethodDescriptor {
  (client: Client, params: Params, options?: DownloadOptions): MediaCall;
}

/** Creates the function that downloads media: `objectsGetMedia(client, { bucket, object }, { range })`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineMediaMethod<Params extends object>(
  descriptor: MethodDescriptor,
  ...middleware: readonly Middleware[]
): MediaMethod<Params> {
  const call = (client: Client, params: object, options: DownloadOptions = {}): MediaCall => {
    const media = openMedia({ client, method: { ...descriptor, middleware }, params, options });
    const read = <Result>(readMedia: (media: MediaContent) => Promise<Result>): Promise<Result> => {
      // The caller handles the failure of the returned promise, so `media` must not report an unhandled rejection.
      media.catch(() => undefined);
      return media.then(readMedia);
    };
    return Object.assign(media, {
      bytes: () => read((found) => found.bytes()),
      text: () => read((found) => found.text()),
      json: () => read((found) => found.json()),
    });
  };
  return Object.assign(call, descriptor) as unknown as MediaMethod<Params>;
}

interface MediaRequest {
  readonly client: Client;
  readonly method: CallableDescriptor;
  readonly params: object;
  readonly options: DownloadOptions;
}

/** A response whose body isn't read yet. */
interface OpenResponse {
  readonly response: ApiResponse;
  readonly incoming: FetchResponse;
  /** The request, for errors. */
  readonly request: FailedRequest;
  /** Whether the download can resume after a failure. */
  readonly canResume: boolean;
  /** The time limit of each wait for bytes, in milliseconds. */
  readonly timeout: number;
}

async function openMedia(request: MediaRequest): Promise<MediaContent> {
  const { range } = request.options;
  const first = await openResponse(request, range && { range: formatRange(range) });
  const { status, headers } = first.response;
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(status === 206 ? (headers['content-range'] ?? '') : '') ?? [];
  const part =
    start === undefined ? undefined : { start: Number(start), end: Number(end), total: total === '*' ? undefined : Number(total) };
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  let chunks: AsyncGenerator<Uint8Array, void, undefined> | undefined;
  const readOnce = (): AsyncGenerator<Uint8Array, void, undefined> => {
    if (chunks) throw new DiscogenError(`${request.method.id}: the content can be read only once; make another call to read it again`);
    return (chunks = readResumable(request, first, part));
  };
  const bytes = async (): Promise<Uint8Array> => collectBytes(readOnce());
  const text = async (): Promise<string> => new TextDecoder().decode(await bytes());
  let body: ReadableStream<Uint8Array> | undefined;
  return {
    status,
    headers,
    type: headers['content-type'],
    size: length === undefined ? undefined : Number(length),
    range: part,
    get body() {
      return (body ??= toStream(readOnce()));
    },
    bytes,
    text,
    json: async () => JSON.parse(await text()) as unknown,
    [Symbol.asyncIterator]: readOnce,
  };
}

function formatRange(range: ByteRange): string {
  return 'last' in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ''}`;
}

/** Sends the call without reading the body. */
async function openResponse(
  { client, method, params, options }: MediaRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenResponse> {
  let opened: Omit<OpenResponse, 'response' | 'incoming'> | undefined;
  let incoming: FetchResponse | undefined;
  const openBody = (builder: RequestBuilder): void => {
    const { transport, clientOptions, values } = builder;
    const { download, path } = builder.method;
    builder.method = { ...builder.method, options: downloadOptionNames };
    if (download) {
      values['alt'] = 'media';
      if (download === 'service') builder.method = { ...builder.method, path: `download/${path}` };
    }
    wrapSend(builder, (send) => (request, callOptions) => {
      opened = {
        request: describeFailedRequest(request, { url: transport.rootUrl + request.path, headers: createClientHeaders(clientOptions) }),
        canResume: (callOptions?.retry ?? clientOptions.retry) !== false,
        timeout: getReadTimeout(callOptions?.timeout ?? clientOptions.timeout),
      };
      const transformResponse = (response: FetchResponse): FetchResponse => {
        if (response.status < 200 || response.status > 299) return response;
        incoming = response;
        return { status: response.status, headers: response.headers, text: async () => '' };
      };
      return send({ ...request, headers: { ...request.headers, accept: '*/*', ...headers }, transformResponse }, callOptions);
    });
  };
  const response = await client[transportKey].call(
    { ...method, middleware: [...(method.middleware ?? []), openBody], media: true },
    params,
    options,
  );
  return { ...(opened as NonNullable<typeof opened>), incoming: incoming as unknown as FetchResponse, response };
}

/** Returns the time limit of an attempt, or else that of the call. */
function getReadTimeout(timeout: Timeout = Infinity): number {
  return typeof timeout === 'number' ? timeout : (timeout.attempt ?? timeout.total ?? Infinity);
}

/** Reads the bytes. After a broken connection it requests the rest, provided that the content is unchanged and the last attempt made progress. */
async function* readResumable(
  mediaRequest: MediaRequest,
  first: OpenResponse,
  part: MediaContent['range'],
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal } = mediaRequest.options;
  const { clock } = mediaRequest.client[transportKey];
  const { timeout } = first;
  const createTimeoutError = (): Error =>
    new TimeoutError({ ...first.request, milliseconds: timeout, subject: 'the wait for the next bytes' });
  const limit = { clock, signal, timeout, createTimeoutError };
  const { etag = '' } = first.response.headers;
  const canResume = first.canResume && etag.startsWith('"') && first.response.headers['content-encoding'] === undefined;
  let at = part?.start ?? 0;
  let { incoming } = first;
  for (let lastResumed = -1; ;) {
    let failure: unknown;
    try {
      for await (const chunk of limitWaits(readContent(incoming), limit)) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      failure = error;
    }
    const end = part?.end;
    const rest =
      canResume && at > lastResumed ? await openResponse(mediaRequest, { range: `bytes=${at}-${end ?? ''}`, 'if-range': etag }) : undefined;
    if (!rest?.response.headers['content-range']?.startsWith(`bytes ${at}-`)) {
      throw failure instanceof TimeoutError ? failure : new NetworkError(first.request, failure);
    }
    lastResumed = at;
    incoming = rest.incoming;
  }
}

/** Reads the body as a stream, or as text if the transport has no streams. */
function readContent(response: FetchResponse): AsyncGenerator<Uint8Array, void, undefined> {
  return readBytes(response.body ?? readText(response));
}

async function* readText(response: FetchResponse): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = new TextEncoder().encode(await response.text());
  if (bytes.length > 0) yield bytes;
}

/** Applies the time limit to the wait for each chunk. */
async function* limitWaits(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  limit: TimeLimit,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (;;) {
      const { done, value } = await withTimeout(limit, () => chunks.next());
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: the generator may wait for bytes that never arrive.
    chunks.return().catch(() => undefined);
  }
}

function toStream(chunks: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}
