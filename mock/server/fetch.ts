/** A `fetch` function that calls the mock in memory. */
import { ConnectionCut } from '../lib/http-error.js';
import type { Mock, MockRequest, MockResponse } from '../types/mock.js';

export function createFetch(handle: Mock['handle']): Mock['fetch'] {
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const request = await toMockRequest(input, init);
    const response = await rejectOnAbort(handle(request), signal);
    const hasNoBody = response.status === 204 || response.status === 304 || request.method === 'HEAD';
    const content = response.stream ? endOnAbort(response.stream, signal) : (response.bytes?.slice() ?? response.body);
    return new Response(hasNoBody ? null : content, { status: response.status, headers: response.headers });
  };
}

/** Converts the arguments of `fetch`. A text or byte body needs no `Request` object. */
async function toMockRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<MockRequest> {
  const body = init?.body;
  const isSimpleBody =
    body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array || body instanceof ArrayBuffer;
  if (!(input instanceof Request) && isSimpleBody) {
    return {
      method: init?.method ?? 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(body !== undefined && body !== null && { body: body instanceof ArrayBuffer ? new Uint8Array(body) : body }),
    };
  }
  const request = new Request(input, init?.body instanceof ReadableStream ? ({ ...init, duplex: 'half' } as RequestInit) : init);
  const bytes = new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(bytes.length > 0 && { body: bytes }),
  };
}

/** Passes a stream on until the signal is aborted. */
function endOnAbort(stream: ReadableStream<Uint8Array>, signal: AbortSignal | undefined | null): ReadableStream<Uint8Array> {
  return signal ? stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) : stream;
}

/**
 * Rejects with the signal's reason on abort, while the mock completes the call like a server. Converts a cut connection to the TypeError of
 * `fetch`.
 */
function rejectOnAbort(response: Promise<MockResponse>, signal: AbortSignal | undefined | null): Promise<MockResponse> {
  const outcome = response.catch((error: unknown) => {
    throw error instanceof ConnectionCut ? new TypeError('fetch failed', { cause: error }) : error;
  });
  if (!signal) return outcome;
  if (signal.aborted) {
    outcome.catch(() => undefined);
    return Promise.reject(signal.reason as Error);
  }
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    outcome.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
