/** Decides whether and when to retry a failed attempt. */
import { describeValue } from '../error-text.js';
import { ApiError, NetworkError, ParameterError, TimeoutError } from '../errors.js';
import type { RetryOptions } from './call-options.js';
import type { CallContext } from './client-types.js';

export interface FailedAttempt extends CallContext {
  readonly error: unknown;
  /** The number of the attempt, starting with 1. */
  readonly attempt: number;
}

/**
 * Returns the delay before the next attempt in milliseconds, or `false` for no retry.
 *
 * @throws ParameterError If the retry policy returns something else.
 */
export async function computeRetryDelay({
  error,
  attempt,
  request,
  options,
  clientOptions,
  clock,
}: FailedAttempt): Promise<number | false> {
  const retry = options.retry ?? clientOptions.retry ?? {};
  const { safe, httpMethod, id: methodId, retry: stated } = request;
  const {
    delay: first = stated?.delay ?? 500,
    maxDelay = stated?.maxDelay ?? 30_000,
    maxRetryAfter = 60_000,
    attempts = 3,
  } = retry as RetryOptions;
  const requestedDelay = getRequestedDelay(error as Partial<ApiError> | undefined, clock.now());
  const transient =
    // The service doesn't expect an earlier attempt to succeed.
    requestedDelay <= maxRetryAfter &&
    (error instanceof ApiError
      ? /^(408|429|50[0234]|403(user_?)?rate_?limit_?exceeded$)/i.test(error.status + error.reason)
      : error instanceof NetworkError || error instanceof TimeoutError);
  // Full jitter: a random delay up to a bound that doubles with each attempt.
  const jitteredDelay = (clientOptions.random ?? Math.random)() * Math.min(maxDelay, first * 2 ** (attempt - 1));
  const delay = requestedDelay >= 0 ? requestedDelay : jitteredDelay;
  const decision =
    typeof retry === 'function'
      ? await retry({ error, attempt, methodId, httpMethod, safe, transient, delay })
      : retry && transient && attempt < attempts && (safe || stated?.statuses.includes((error as ApiError).status));
  // A policy in plain JavaScript may return `undefined`.
  const chosen = decision === true ? delay : (decision ?? false);
  if ((chosen as number) >= 0) return chosen;
  throw new ParameterError('retry', 'a boolean or milliseconds >= 0', describeValue(chosen), methodId);
}

/**
 * Returns the longest delay that the response requests, in milliseconds, by its `Retry-After` header or by a `RetryInfo` (AIP-193). -1 if it
 * requests none, or a time that has passed.
 */
function getRequestedDelay(error: Partial<ApiError> | null | undefined, now: number): number {
  const infos = (error?.details ?? []) as readonly ({ readonly retryDelay?: string } | null)[];
  const texts = [error?.response?.headers?.['retry-after'], ...infos.map((info) => info?.retryDelay)] as readonly string[];
  return texts.reduce((longest, text) => {
    const delay = /^[\d. ]+s?$/.test(text) ? parseFloat(text) * 1000 : Date.parse(/^[A-Z].+GMT$/.test(text) ? text : '') - now;
    return delay > longest ? delay : longest;
  }, -1);
}
