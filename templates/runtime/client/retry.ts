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
  const transient =
    error instanceof ApiError
      ? /^(408|429|50[0234])$/.test(`${error.status}`)
      : error instanceof NetworkError || error instanceof TimeoutError;
  const { delay: first = 500, maxDelay = 30_000, maxRetryAfter = 60_000, attempts = 3 } = retry as RetryOptions;
  // Negative if the date has passed, which then has no effect.
  const requestedDelay = parseRetryAfter(error, clock.now());
  // Full jitter: a random delay up to a bound that doubles with each attempt.
  const jitteredDelay = (clientOptions.random ?? Math.random)() * Math.min(maxDelay, first * 2 ** (attempt - 1));
  const delay = requestedDelay >= 0 ? Math.min(requestedDelay, maxRetryAfter) : jitteredDelay;
  const { safe, httpMethod, id: methodId } = request;
  const decision =
    typeof retry === 'function'
      ? await retry({ error, attempt, methodId, httpMethod, safe, transient, delay })
      : retry && safe && transient && attempt < attempts;
  // A policy in plain JavaScript may return `undefined`.
  const chosen = decision === true ? delay : (decision ?? false);
  if ((chosen as number) >= 0) return chosen;
  throw new ParameterError('retry', 'a boolean or milliseconds >= 0', describeValue(chosen), methodId);
}

/** Returns the delay that the `Retry-After` header requests, in milliseconds. NaN if the header is absent or malformed. */
function parseRetryAfter(error: unknown, now: number): number {
  const header = (error as Partial<ApiError> | undefined)?.response?.headers?.['retry-after'] ?? '';
  return /^[\d. ]+$/.test(header) ? Number(header) * 1000 : Date.parse(/^[A-Z].+GMT$/.test(header) ? header : '') - now;
}
