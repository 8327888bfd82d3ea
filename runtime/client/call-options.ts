/** The options of a call, and the functions that a program can pass to a client. */
import type { HttpMethod } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';

/**
 * The options of one call. An option replaces that of the client as a whole: `{ attempts: 2 }` has the default delays. Only `headers` are
 * merged with those of the client.
 */
export interface CallOptions {
  /**
   * Aborts the call, which then rejects with the reason of the signal. The client removes its listener when the call ends. Node.js warns if
   * more than ten concurrent calls share one signal; call `setMaxListeners` of `node:events` to raise that limit.
   */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the call. */
  readonly timeout?: Timeout | undefined;
  /** When to retry a failed attempt. */
  readonly retry?: Retry | undefined;
  /** Headers to add to those of the client. `undefined` removes a header. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** The maximum size of the response in bytes, after decompression. Doesn't apply to downloads. Default: that of the client. */
  readonly maxResponseBytes?: number | undefined;
  /** Generates the request id of the call. `false` generates none. */
  readonly requestId?: false | (() => string) | undefined;
}

/** Time limits in milliseconds. A number limits the whole call with all its attempts. `Infinity` means no limit. */
export type Timeout = number | { readonly total?: number | undefined; readonly attempt?: number | undefined };

/** A bearer token, or a source of credentials. The client calls the source before each attempt, and once more after status 401. */
export type Auth = string | (() => string | Promise<string>) | RequestHeadersSource;

/** A source of credentials that returns headers, such as a client of `google-auth-library`. */
export interface RequestHeadersSource {
  getRequestHeaders(url: string): HeadersLike | Promise<HeadersLike>;
}

/** A `Headers` object or a plain object. */
export type HeadersLike = { forEach(callback: (value: string, name: string) => void): void } | Readonly<Record<string, string | undefined>>;

/** The functions of time that the client uses. */
export interface Clock {
  /** Returns the milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  redirect: 'manual';
  body?: string | ArrayBuffer;
  signal?: AbortSignal;
}

export interface FetchResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: { get(name: string): string | null; forEach(callback: (value: string, name: string) => void): void };
  text(): Promise<string>;
  /** The body as a stream. If it is absent, the client reads `text()`, and checks its size only afterwards. */
  readonly body?: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
}

/** `false` never retries. */
export type Retry = false | RetryOptions | RetryPolicy;

/**
 * The retry policy. The client retries only GET, HEAD, PUT, and DELETE requests and requests with a request id, after status 408, 429, 500,
 * 502, 503, or 504, status 403 with the reason `rateLimitExceeded` or `userRateLimitExceeded`, a network error, or the timeout of an attempt.
 * If the description of a method has a policy of its publisher (`x-retry`), the client also retries other requests of the method after the
 * statuses that it states, and its delays are the defaults. Times are in milliseconds.
 */
export interface RetryOptions {
  /** The maximum number of attempts, including the first. Default: 3. */
  readonly attempts?: number | undefined;
  /** The upper bound of the delay after the first attempt. It doubles with each attempt. Default: 500. */
  readonly delay?: number | undefined;
  /** The maximum delay if the service requests none. Default: 30,000. */
  readonly maxDelay?: number | undefined;
  /**
   * The maximum delay that the service may request, with a `Retry-After` header or the `retryDelay` of a `RetryInfo`. The call fails at once
   * if the service requests more. Default: 60,000.
   */
  readonly maxRetryAfter?: number | undefined;
}

/** The failed attempt that a retry policy decides on. */
export interface RetryContext {
  readonly error: unknown;
  /** The number of the failed attempt, starting with 1. */
  readonly attempt: number;
  readonly methodId: string;
  readonly httpMethod: HttpMethod;
  /** True if the request can be retried: its method is idempotent, or it carries a request id. */
  readonly safe: boolean;
  /** True if the failure may be temporary, and the service doesn't request a delay of more than a minute. */
  readonly transient: boolean;
  /** The default delay before the next attempt, in milliseconds: the one that the service requests, or else a random one. */
  readonly delay: number;
}

/**
 * Decides about each failed attempt. `true` retries after `context.delay`, a number after that many milliseconds, `false` not at all. The
 * default policy checks `context.safe`, `context.transient`, and the number of attempts; a function replaces all of these checks.
 */
export type RetryPolicy = (context: RetryContext) => boolean | number | Promise<boolean | number>;

/** Functions that the client calls and awaits. If one throws, the call rejects with that error. */
export interface Hooks {
  /** Called before each attempt. It may change the request. The client adds credentials afterwards, unless the hook set them. */
  readonly onRequest?: ((request: OutgoingRequest, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** Called after each attempt that received a response, whatever its status. */
  readonly onResponse?: ((response: ApiResponse, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** Called after a failed attempt that the client retries. */
  readonly onRetry?: ((retry: RetrySummary, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** Called after the last attempt of a failed call. */
  readonly onError?: ((error: unknown, attempt: AttemptSummary) => void | Promise<void>) | undefined;
}

/** The request of one attempt. Header names are in lower case. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** JSON text, or the bytes of media. */
  body?: string | ArrayBuffer;
}

/** An attempt, without headers, body, and query, so that it can be logged. All hooks of one attempt receive the same object. */
export interface AttemptSummary {
  readonly methodId: string;
  readonly httpMethod: HttpMethod;
  /** The URL without the query. */
  readonly url: string;
  /** The path template: `dns/v1/projects/{project}`. */
  readonly route: string;
  /** The number of the attempt, starting with 1. */
  readonly attempt: number;
}

/** Why and when the client retries. */
export interface RetrySummary {
  readonly error: unknown;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}
