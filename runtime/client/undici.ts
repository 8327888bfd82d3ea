/** A `fetch` based on a dispatcher of `undici`, which needs much less CPU time than the `fetch` of Node.js. */
import type { Fetch, FetchInit, FetchResponse } from './call-options.js';
import { joinBytes } from './read-body.js';

/** The part of a dispatcher of the npm package `undici` (7 or later) that is used: `Agent`, `Pool`, `ProxyAgent`, `getGlobalDispatcher()`. */
export interface UndiciDispatcher {
  dispatch(request: UndiciRequest, handler: UndiciHandler): boolean;
}

/** The request that a dispatcher sends. */
export interface UndiciRequest {
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** Controls the response of a request. */
export interface UndiciController {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** The callbacks of a dispatcher. */
export interface UndiciHandler {
  onRequestStart(controller: UndiciController): void;
  onResponseStart(controller: UndiciController, status: number, headers: UndiciHeaders): void;
  onResponseData(controller: UndiciController, chunk: Uint8Array): void;
  onResponseEnd(): void;
  /** The controller is absent if the request did not start. */
  onResponseError(controller: UndiciController | null | undefined, error: Error): void;
}

type UndiciHeaders = Readonly<Record<string, string | string[] | undefined>>;

const utf8 = new TextDecoder();

/** The number of buffered bytes above which the connection pauses. */
const highWaterMark = 65_536;

/**
 * Creates a `fetch` for a client from a dispatcher of the npm package `undici`, which your program depends on. The dispatcher controls
 * connections, proxies, HTTP/2, and their time limits. The `fetch` requests no compression and follows no redirects.
 *
 * ```ts
 * import { Agent } from 'undici';
 * const client = createClient({ fetch: undiciFetch(new Agent()) });
 * ```
 */
export function undiciFetch(dispatcher: UndiciDispatcher): Fetch {
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const { origin, pathname, search } = new URL(url);
      const request: UndiciRequest = { origin, path: pathname + search, method, headers };
      if (body !== undefined) request.body = typeof body === 'string' ? body : new Uint8Array(body);
      const response = new UndiciResponse({ resolve, reject, signal });
      try {
        dispatcher.dispatch(request, response);
      } catch (error) {
        response.onResponseError(undefined, error);
      }
    });
}

interface PendingFetch {
  readonly resolve: (response: UndiciResponse) => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: FetchInit['signal'];
}

/** The response of one request. To save allocations it is also its own headers and its own body. */
class UndiciResponse implements UndiciHandler, FetchResponse {
  status = 0;
  readonly #pending: PendingFetch;
  readonly #chunks: Uint8Array[] = [];
  #headers: UndiciHeaders = {};
  #controller: UndiciController | undefined;
  #bufferedBytes = 0;
  /** Set when the response is complete or has failed. */
  #end: { readonly error?: unknown } | undefined;
  /** Wakes a reader that waits for data. */
  #wake: (() => void) | undefined;

  constructor(pending: PendingFetch) {
    this.#pending = pending;
    pending.signal?.addEventListener('abort', this);
  }

  /** Handles the abort of the signal, which can happen before the request has a connection. */
  handleEvent(): void {
    const reason: unknown = this.#pending.signal?.reason;
    this.#controller?.abort(reason as Error);
    this.#finish({ error: reason });
  }

  onRequestStart(controller: UndiciController): void {
    this.#controller = controller;
    if (this.#end) controller.abort(this.#end.error as Error);
  }

  onResponseStart(_controller: UndiciController, status: number, headers: UndiciHeaders): void {
    // Ignore informational responses, such as 103 Early Hints.
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
    this.#pending.resolve(this);
  }

  onResponseData(controller: UndiciController, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes > highWaterMark) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#finish({});
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#finish({ error });
  }

  get headers(): this {
    return this;
  }

  get body(): AsyncIterable<Uint8Array> {
    return this;
  }

  get(name: string): string | null {
    const { [name]: value } = this.#headers;
    return value === undefined ? null : joinHeaderValues(value);
  }

  forEach(callback: (value: string, name: string) => void): void {
    for (const [name, value] of Object.entries(this.#headers)) if (value !== undefined) callback(joinHeaderValues(value), name);
  }

  async text(): Promise<string> {
    // The caller reads the whole body, so the connection never has to pause.
    this.#bufferedBytes = -Infinity;
    while (!this.#end) await this.#waitForMore();
    if ('error' in this.#end) throw this.#end.error;
    return utf8.decode(joinBytes(this.#chunks));
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const chunks = this.#readChunks();
    return {
      next: () => chunks.next(),
      return: () => {
        // A reader that stops early doesn't need the rest. Aborting a complete response has no effect.
        this.#controller?.abort(new Error('the reader stopped before the end of the body'));
        return chunks.return(undefined);
      },
    };
  }

  /** The part of a `ReadableStream` that the client uses. */
  getReader(): { read(): Promise<IteratorResult<Uint8Array>>; cancel(): Promise<unknown> } {
    const chunks = this[Symbol.asyncIterator]();
    return { read: () => chunks.next(), cancel: async () => chunks.return?.() };
  }

  async *#readChunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk) {
        this.#bufferedBytes -= chunk.length;
        yield chunk;
      } else if (this.#end) {
        if ('error' in this.#end) throw this.#end.error;
        return;
      } else await this.#waitForMore();
    }
  }

  #waitForMore(): Promise<void> {
    return new Promise((wake) => {
      this.#wake = wake;
      this.#controller?.resume();
    });
  }

  #finish(end: { readonly error?: unknown }): void {
    this.#end ??= end;
    this.#pending.signal?.removeEventListener('abort', this);
    this.#pending.reject(this.#end.error);
    this.#wake?.();
  }
}

function joinHeaderValues(value: string | string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}
