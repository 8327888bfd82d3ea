/** Media that are answered: a stream that is taken up again where it breaks. */
import type { MethodDescriptor } from '../descriptor.js';
import { DiscogenError, NetworkError, TimeoutError } from '../errors.js';
import type { ApiResponse, FailedRequest } from '../errors.js';
import { sendAttempt } from './exchange.js';
import { readBytes, collectBytes, observeResponses } from './media-content.js';
import type { ByteRange, DownloadOptions, MediaContent, MediaCall } from './media-content.js';
import { withTimeout } from './timeout.js';
import type { TimeLimit } from './timeout.js';
import { describeFailedRequest } from './redaction.js';
import { transportKey } from './client-types.js';
import type {
  CallableDescriptor,
  CallOptions,
  Client,
  RequestBuilder,
  FetchResponse,
  OptionNames,
  Middleware,
  Timeout,
} from './client-types.js';

const downloadOptions = { range: { end: 1, last: 1, start: 1 } } as const satisfies OptionNames<Omit<DownloadOptions, keyof CallOptions>>;

/** A method that answers media, as a function of a client, with its descriptor's data. */
export interface MediaMethod<Params> extends MethodDescriptor {
  (client: Client, params: Params, options?: DownloadOptions): MediaCall;
}

/** The function that asks a method for media: `objectsGetMedia(client, { bucket, object }, { range })`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineMediaMethod<Params extends object>(
  descriptor: MethodDescriptor,
  ...steps: readonly Middleware[]
): MediaMethod<Params> {
  const call = (client: Client, params: object, options: DownloadOptions = {}): MediaCall => {
    const media = opened({ client, method: { ...descriptor, steps }, params, options });
    const read = <Result>(how: (media: MediaContent) => Promise<Result>): Promise<Result> => {
      // The caller looks at this one; a failure must not show up a second time as unhandled.
      media.catch(() => undefined);
      return media.then(how);
    };
    return Object.assign(media, {
      bytes: () => read((found) => found.bytes()),
      text: () => read((found) => found.text()),
      json: () => read((found) => found.json()),
    });
  };
  return Object.assign(call, descriptor) as unknown as MediaMethod<Params>;
}

interface Opening {
  readonly client: Client;
  readonly method: CallableDescriptor;
  readonly params: object;
  readonly options: DownloadOptions;
}

/** An answer whose body is still to come. */
interface Opened {
  readonly answer: ApiResponse;
  readonly incoming: FetchResponse;
  /** For errors. */
  readonly request: FailedRequest;
  /** Whether it may be taken up again. */
  readonly again: boolean;
  /** The longest wait for bytes. */
  readonly timeout: number;
}

async function opened(opening: Opening): Promise<MediaContent> {
  const { range } = opening.options;
  const first = await open(opening, range && { range: rangeText(range) });
  const { status, headers } = first.answer;
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(status === 206 ? (headers['content-range'] ?? '') : '') ?? [];
  const part =
    start === undefined ? undefined : { start: Number(start), end: Number(end), total: total === '*' ? undefined : Number(total) };
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  let chunks: AsyncGenerator<Uint8Array, void, undefined> | undefined;
  const flow = (): AsyncGenerator<Uint8Array, void, undefined> => {
    if (chunks) throw new DiscogenError(`${opening.method.id}: expected media that were not read, received such as were`);
    return (chunks = flowing(opening, first, part));
  };
  const bytes = async (): Promise<Uint8Array> => collectBytes(flow());
  const text = async (): Promise<string> => new TextDecoder().decode(await bytes());
  let body: ReadableStream<Uint8Array> | undefined;
  return {
    status,
    headers,
    type: headers['content-type'],
    size: length === undefined ? undefined : Number(length),
    range: part,
    get body() {
      return (body ??= streamOf(flow()));
    },
    bytes,
    text,
    json: async () => JSON.parse(await text()) as unknown,
    [Symbol.asyncIterator]: flow,
  };
}

function rangeText(range: ByteRange): string {
  return 'last' in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ''}`;
}

/** Sends the call, and leaves the body where it is. */
async function open({ client, method, params, options }: Opening, headers: Readonly<Record<string, string>> = {}): Promise<Opened> {
  let incoming: FetchResponse | undefined;
  let sentAs: FailedRequest | undefined;
  let again = true;
  let wait = Infinity;
  const step = (draft: RequestBuilder): void => {
    const {
      transport,
      method: { download, path },
      values,
    } = draft;
    draft.method = { ...draft.method, options: downloadOptions };
    if (download) {
      values['alt'] = 'media';
      if (download === 'service') draft.method = { ...draft.method, path: `download/${path}` };
    }
    draft.transport = {
      ...transport,
      send: (request, sent) =>
        transport.send(
          {
            ...request,
            headers: { ...request.headers, accept: '*/*', ...headers },
            attempt: (call, summary, signal) => {
              sentAs = describeFailedRequest(call.request, call);
              again = (sent?.retry ?? call.shared.retry) !== false;
              wait = longestWait(sent?.timeout ?? call.shared.timeout);
              const fetch = observeResponses(call.shared.fetch, (response) => {
                if (response.status < 200 || response.status > 299) return response;
                incoming = response;
                return { status: response.status, headers: response.headers, text: async () => '' };
              });
              return sendAttempt({ ...call, shared: { ...call.shared, fetch } }, summary, signal);
            },
          },
          sent,
        ),
    };
  };
  const answer = await client[transportKey].call({ ...method, steps: [...(method.steps ?? []), step], media: true }, params, options);
  return { answer, incoming: incoming as FetchResponse, request: sentAs as FailedRequest, again, timeout: wait };
}

/** Of an attempt; where only the whole call has a limit, that. */
function longestWait(timeout: Timeout = Infinity): number {
  if (typeof timeout === 'number') return timeout;
  return timeout.attempt ?? timeout.total ?? Infinity;
}

/** The bytes as they come. Where the connection breaks, what is left is asked for, as long as it is the same content and bytes keep coming. */
async function* flowing(opening: Opening, first: Opened, part: MediaContent['range']): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal } = opening.options;
  const { clock } = opening.client[transportKey];
  const { timeout } = first;
  const expired = (): Error => new TimeoutError({ ...first.request, milliseconds: timeout, subject: 'a wait for bytes' });
  const limit = { clock, signal, timeout, expired };
  const { etag = '' } = first.answer.headers;
  const again = first.again && etag.startsWith('"') && first.answer.headers['content-encoding'] === undefined;
  let at = part?.start ?? 0;
  let { incoming } = first;
  for (let before = -1; ;) {
    let fault: unknown;
    try {
      for await (const chunk of limited(contentOf(incoming), limit)) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      fault = error;
    }
    const end = part?.end;
    const rest = again && at > before ? await open(opening, { range: `bytes=${at}-${end ?? ''}`, 'if-range': etag }) : undefined;
    if (!rest?.answer.headers['content-range']?.startsWith(`bytes ${at}-`)) {
      throw fault instanceof TimeoutError ? fault : new NetworkError(first.request, fault);
    }
    before = at;
    incoming = rest.incoming;
  }
}

/** A transport that shows no stream has all of it as text. */
function contentOf(response: FetchResponse): AsyncGenerator<Uint8Array, void, undefined> {
  return readBytes(response.body ?? oneText(response));
}

async function* oneText(response: FetchResponse): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = new TextEncoder().encode(await response.text());
  if (bytes.length > 0) yield bytes;
}

/** Ends at once when the limit is reached: the time is that of each piece. */
async function* limited(
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
    // It may be waiting for bytes that never come.
    chunks.return().catch(() => undefined);
  }
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
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
