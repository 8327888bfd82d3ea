/** Types of retries. */
import type { HttpMethod } from '../descriptor.js';

/** `false` never retries. */
export type Retry = false | RetryOptions | RetryPolicy;

/**
 * The retry policy. The client retries only GET, HEAD, PUT, and DELETE requests and requests with a request id, after status 408, 429, 500,
 * 502, 503, or 504, a network error, or the timeout of an attempt. Times are in milliseconds.
 */
export interface RetryOptions {
  /** The maximum number of attempts, including the first. Default: 3. */
  readonly attempts?: number | undefined;
  /** The upper bound of the delay after the first attempt. It doubles with each attempt. Default: 500. */
  readonly delay?: number | undefined;
  /** The maximum delay if the response has no `Retry-After` header. Default: 30,000. */
  readonly maxDelay?: number | undefined;
  /** The maximum delay that the client accepts from a `Retry-After` header. Default: 60,000. */
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
  /** True if the failure may be temporary. */
  readonly transient: boolean;
  /** The default delay before the next attempt, in milliseconds. */
  readonly delay: number;
}

/**
 * Decides about each failed attempt. `true` retries after `context.delay`, a number after that many milliseconds, `false` not at all. The
 * default policy checks `context.safe`, `context.transient`, and the number of attempts; a function replaces all of these checks.
 */
export type RetryPolicy = (context: RetryContext) => boolean | number | Promise<boolean | number>;
