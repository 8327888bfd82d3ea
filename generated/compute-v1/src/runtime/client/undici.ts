/** `fetch` over a dispatcher of `undici`: several times less work for Node than its own `fetch`. */
import type { Fetch, FetchInit, FetchResponse } from './client-types.js';

/** What is used of a dispatcher of npm's `undici` 7 or later: an `Agent`, a `Pool`, a `ProxyAgent`, `getGlobalDispatcher()`. */
export interface UndiciDispatcher {
  dispatch(request: UndiciRequest, handler: UndiciHandler): boolean;
}

export interface UndiciRequest {
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

export interface UndiciController {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** What a dispatcher tells of a request. */
export interface UndiciHandler {
  onRequestStart(controller: UndiciController): void;
  onResponseStart(controller: UndiciController, status: number, headers: UndiciHeaders): void;
  onResponseData(controller: UndiciController, chunk: Uint8Array): void;
  onResponseEnd(): void;
  /** Without a controller where the request did not start. */
  onResponseError(controller: UndiciController | null | undefined, error: Error): void;
}

type UndiciHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Bytes that wait for a reader before the connection is paused. */
const highWaterMark = 65_536;

/**
 * A client's `fetch` made of a dispatcher of npm's `undici`, which the program brings: `createClient({ fetch: undiciFetch(new Agent()) })`.
 * Connections, proxies, HTTP/2 and their time limits are the dispatcher's. It asks for no compression and follows no redirect.
 */
export function undiciFetch(dispatcher: UndiciDispatcher): Fetch {
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const { origin, pathname, search } = new URL(url);
      const request: UndiciRequest = { origin, path: pathname + search, method, headers };
      if (body !== undefined) request.body = typeof body === 'string' ? body : new Uint8Array(body);
      const answer = new Answer({ resolve, reject, signal });
      try {
        dispatcher.dispatch(request, answer);
      } catch (error) {
        answer.onResponseError(undefined, error);
      }
    });
}

interface Awaited {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: FetchInit['signal'];
}

/** The answer of one request, made of what is told of it; its own headers and its own body. */
class Answer implements UndiciHandler, FetchResponse {
  status = 0;
  readonly #awaited: Awaited;
  readonly #chunks: Uint8Array[] = [];
  #headers: UndiciHeaders = {};
  #controller: UndiciController | undefined;
  #waiting = 0;
  /** How it ended. */
  #end: { readonly error?: unknown } | undefined;
  /** Tells a reader that there is more. */
  #wake: (() => void) | undefined;

  constructor(awaited: Awaited) {
    this.#awaited = awaited;
    awaited.signal?.addEventListener('abort', this);
  }

  /** The signal aborts, perhaps before the request has a connection. */
  handleEvent(): void {
    const reason: unknown = this.#awaited.signal?.reason;
    this.#controller?.abort(reason as Error);
    this.#over({ error: reason });
  }

  onRequestStart(controller: UndiciController): void {
    this.#controller = controller;
    if (this.#end) controller.abort(this.#end.error as Error);
  }

  onResponseStart(_controller: UndiciController, status: number, headers: UndiciHeaders): void {
    // What comes before the answer (103 Early Hints) is no answer.
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
    this.#awaited.resolve(this);
  }

  onResponseData(controller: UndiciController, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#waiting += chunk.length;
    if (this.#waiting > highWaterMark) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#over({});
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#over({ error });
  }

  get headers(): this {
    return this;
  }

  get body(): AsyncIterable<Uint8Array> {
    return this;
  }

  get(name: string): string | null {
    const { [name]: value } = this.#headers;
    return value === undefined ? null : lineOf(value);
  }

  forEach(callback: (value: string, name: string) => void): void {
    for (const [name, value] of Object.entries(this.#headers)) if (value !== undefined) callback(lineOf(value), name);
  }

  async text(): Promise<string> {
    // All of it is wanted: nothing is a reason to pause.
    this.#waiting = -Infinity;
    while (!this.#end) await this.#more();
    if ('error' in this.#end) throw this.#end.error;
    return textOf(this.#chunks);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk) {
          this.#waiting -= chunk.length;
          yield chunk;
        } else if (this.#end) {
          if ('error' in this.#end) throw this.#end.error;
          return;
        } else await this.#more();
      }
    } finally {
      // Whoever leaves early does not want the rest; nothing happens to what has ended.
      this.#controller?.abort(new Error('the body is no longer read'));
    }
  }

  #more(): Promise<void> {
    return new Promise((wake) => {
      this.#wake = wake;
      this.#controller?.resume();
    });
  }

  #over(end: { readonly error?: unknown }): void {
    this.#end ??= end;
    this.#awaited.signal?.removeEventListener('abort', this);
    this.#awaited.reject(this.#end.error);
    this.#wake?.();
  }
}

function lineOf(value: string | string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}

const utf8 = new TextDecoder();

function textOf(chunks: readonly Uint8Array[]): string {
  if (chunks.length < 2) return utf8.decode(chunks[0]);
  // A character may begin in one chunk and end in the next.
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}
