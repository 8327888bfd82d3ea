/** `fetch` over the core. */
import { ConnectionCut } from './http-error.js';
import type { MockRequest, MockResponse } from './mock-types.js';

type Handle = (request: MockRequest) => Promise<MockResponse>;

export function createFetch(handle: Handle): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const request = await toMockRequest(input, init);
    const response = await rejectOnAbort(handle(request), signal);
    const empty = response.status === 204 || response.status === 304 || request.method === 'HEAD';
    const content = response.bytes === undefined ? response.body : Uint8Array.from(response.bytes);
    return new Response(empty ? null : content, { status: response.status, headers: response.headers });
  };
}

/** Requests whose body is text or bytes need no `Request` object. */
async function toMockRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<MockRequest> {
  const body = init?.body;
  const simple =
    body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array || body instanceof ArrayBuffer;
  if (!(input instanceof Request) && simple) {
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

/** An aborted call rejects with the signal's reason; the mock goes on, as a server would. A cut connection is what `fetch` makes of it. */
function rejectOnAbort(answer: Promise<MockResponse>, signal: AbortSignal | undefined | null): Promise<MockResponse> {
  const failed = answer.catch((error: unknown) => {
    throw error instanceof ConnectionCut ? new TypeError('fetch failed', { cause: error }) : error;
  });
  if (!signal) return failed;
  if (signal.aborted) {
    failed.catch(() => undefined);
    return Promise.reject(signal.reason as Error);
  }
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    failed.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
