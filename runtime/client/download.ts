/** Downloads: streams that resume after a broken connection. */
import type { MethodDescriptor } from '../descriptor.js';
import { DiscogenError, NetworkError, TimeoutError, type ApiResponse } from '../errors.js';
import type { CallOptions } from './call-options.js';
import type { Client, CallStep, OptionNames, RequestBuilder } from './client-types.js';
import type { ByteRange, DownloadOptions, MediaCall, MediaContent } from './media-content.js';
import { discardBody, openResponse, readOpenBody, type OpenRequest, type OpenResponse } from './open-response.js';
import { collectBytes } from './read-body.js';

const downloadOptionNames = { range: { end: 1, last: 1, start: 1 } } as const satisfies OptionNames<
  Omit<DownloadOptions, keyof CallOptions>
>;

/** A method that returns media, as a function of a client, with the members of its descriptor. */
export interface MediaMethod<Params> extends MethodDescriptor {
  (client: Client, params: Params, options?: DownloadOptions): MediaCall;
}

/** Creates the function that downloads media: `objectsGetMedia(client, { bucket, object }, { range })`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineMediaMethod<Params extends object>(descriptor: MethodDescriptor, ...steps: readonly CallStep[]): MediaMethod<Params> {
  const call = (client: Client, params: object, options: DownloadOptions = {}): MediaCall => {
    const media = openMedia({ client, method: { ...descriptor, steps: [...steps, requestMedia] }, params, options });
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

type ContentRange = NonNullable<MediaContent['range']>;

interface DownloadRequest extends OpenRequest {
  readonly options: DownloadOptions;
}

async function openMedia(request: DownloadRequest): Promise<MediaContent> {
  const { range } = request.options;
  const first = await openMediaResponse(request, range && { range: formatRange(range) });
  const { status, headers } = first.response;
  const part = parseContentRange(first.response);
  let chunks: AsyncGenerator<Uint8Array, void, undefined> | undefined;
  const readOnce = (): AsyncGenerator<Uint8Array, void, undefined> => {
    if (chunks) throw new DiscogenError(`${request.method.id}: the content can be read only once; make another call to read it again`);
    return (chunks = readResumable(request, first, part));
  };
  const bytes = async (): Promise<Uint8Array> => (await collectBytes(readOnce(), Infinity)) as Uint8Array;
  const text = async (): Promise<string> => new TextDecoder().decode(await bytes());
  let body: ReadableStream<Uint8Array> | undefined;
  return {
    status,
    headers,
    type: headers['content-type'],
    size: getLength(headers),
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

/** Requests the media of a method. */
function requestMedia(builder: RequestBuilder): void {
  const { method, values } = builder;
  const { download, path } = method;
  builder.method = { ...method, options: downloadOptionNames };
  if (!download) return;
  values['alt'] = 'media';
  if (download === 'service') builder.method = { ...builder.method, path: `download/${path}` };
}

function openMediaResponse(request: OpenRequest, headers?: Readonly<Record<string, string>>): Promise<OpenResponse> {
  return openResponse(request, { accept: '*/*', ...headers });
}

/**
 * Reads the bytes. After a broken connection it requests the rest, provided that the responses identify the version of the content and the
 * last attempt made progress.
 *
 * @throws NetworkError If the service doesn't return the rest of the same version.
 */
async function* readResumable(
  mediaRequest: DownloadRequest,
  first: OpenResponse,
  part: ContentRange | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { headers, status } = first.response;
  const canResume = first.canResume && hasVersion(headers) && !headers['content-encoding'] && (status !== 206 || part !== undefined);
  let at = part?.start ?? 0;
  // The end of the content, as soon as the response to a request for the rest states it. The platform checks the length of each response.
  let end: number | undefined;
  let current = first;
  for (let lastResumed = -1; ;) {
    let failure: unknown;
    try {
      for await (const chunk of readOpenBody(mediaRequest, current)) {
        at += chunk.length;
        yield chunk;
      }
      if (end === undefined || at >= end) return;
      failure = new Error('the response ended early');
    } catch (error) {
      mediaRequest.options.signal?.throwIfAborted();
      failure = error;
    }
    if (!canResume || at <= lastResumed) throw failure instanceof TimeoutError ? failure : new NetworkError(first.request, failure);
    const { etag = '' } = headers;
    const range = `bytes=${at}-${part?.end ?? ''}`;
    current = await openMediaResponse(mediaRequest, isStrong(etag) ? { range, 'if-range': etag } : { range });
    const rest = parseContentRange(current.response);
    if (rest?.start !== at || !isSameVersion(first.response, current.response)) {
      discardBody(current);
      throw new NetworkError(first.request, new Error('the service did not return the rest of the same version of the content'));
    }
    end = part ? part.end + 1 : rest.total;
    lastResumed = at;
  }
}

/** Returns the part of the content that a response contains. */
function parseContentRange({ status, headers }: ApiResponse): ContentRange | undefined {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(status === 206 ? (headers['content-range'] ?? '') : '') ?? [];
  return start === undefined ? undefined : { start: Number(start), end: Number(end), total: total === '*' ? undefined : Number(total) };
}

/** Whether equal entity tags mean equal bytes. */
function isStrong(etag: string): boolean {
  return etag.startsWith('"');
}

/** The header with the number of a version, which a service increases when the content changes. */
const generation = 'x-goog-generation';

function hasVersion({ etag = '', [generation]: number }: ApiResponse['headers']): boolean {
  return isStrong(etag) || number !== undefined;
}

/**
 * Whether two responses contain the same version of the content: both identify the version, and neither the identifiers nor the known total
 * sizes differ.
 */
function isSameVersion(first: ApiResponse, rest: ApiResponse): boolean {
  const [before, after] = [first.headers, rest.headers];
  const shared = ['etag', generation].filter((name) => before[name] !== undefined && after[name] !== undefined);
  const [totalBefore, totalAfter] = [getTotal(first), getTotal(rest)];
  return (
    after['content-encoding'] === undefined &&
    shared.every((name) => before[name] === after[name]) &&
    hasVersion(Object.fromEntries(shared.map((name) => [name, before[name] as string]))) &&
    (totalBefore ?? totalAfter) === (totalAfter ?? totalBefore)
  );
}

/** Returns the size of the whole content. */
function getTotal(response: ApiResponse): number | undefined {
  const { status, headers } = response;
  return status === 206 ? parseContentRange(response)?.total : getLength(headers);
}

/** Returns the number of bytes in the response. Unknown if they are compressed. */
function getLength(headers: ApiResponse['headers']): number | undefined {
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  return length === undefined ? undefined : Number(length);
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
