/** Whether and when a failed attempt is made again. */
import { ApiError, NetworkError, ParameterError, describeValue, TimeoutError } from '../errors.js';
import type { CallContext } from './exchange.js';
import type { RetryOptions } from './client-types.js';

/** What the decision rests on. */
export interface FailedAttempt extends CallContext {
  readonly error: unknown;
  /** From 1. */
  readonly attempt: number;
}

/** Milliseconds to wait before the next attempt; undefined: no more. Throws `ParameterError` for what is no time to wait. */
export async function computeRetryDelay({ error, attempt, request, options, shared, clock }: FailedAttempt): Promise<number | false> {
  const retry = options.retry ?? shared.retry ?? {};
  const transient =
    error instanceof ApiError
      ? /^(408|429|50[0234])$/.test(`${error.status}`)
      : error instanceof NetworkError || error instanceof TimeoutError;
  const { delay: first = 500, maxDelay = 30_000, maxRetryAfter = 60_000, attempts = 3 } = retry as RetryOptions;
  // Below zero for a date that has passed: it asks for nothing.
  const asked = retryAfter(error, clock.now());
  // Full jitter: anything from nothing to a bound that doubles with each attempt.
  const jittered = (shared.random ?? Math.random)() * Math.min(maxDelay, first * 2 ** (attempt - 1));
  const delay = asked >= 0 ? Math.min(asked, maxRetryAfter) : jittered;
  const { safe, httpMethod, id: methodId } = request;
  const again =
    typeof retry === 'function'
      ? await retry({ error, attempt, methodId, httpMethod, safe, transient, delay })
      : retry && safe && transient && attempt < attempts;
  // A policy in plain JavaScript may answer nothing.
  const chosen = again === true ? delay : (again ?? false);
  if ((chosen as number) >= 0) return chosen;
  throw new ParameterError('retry', 'milliseconds', describeValue(chosen), methodId);
}

/** What the answer asks for, in milliseconds: a number of seconds or an HTTP date; NaN where it asks for nothing that can be read. */
function retryAfter(error: unknown, now: number): number {
  const header = (error as Partial<ApiError> | undefined)?.response?.headers?.['retry-after'] ?? '';
  return /^[\d. ]+$/.test(header) ? Number(header) * 1000 : Date.parse(/^[A-Z].+GMT$/.test(header) ? header : '') - now;
}
