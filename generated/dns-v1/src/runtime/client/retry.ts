/** Whether and when a failed attempt is made again. */
import { ApiError, NetworkError, TimeoutError } from '../errors.js';
import type { Undertaking } from './exchange.js';

/** What the decision rests on. */
export interface Failure extends Undertaking {
  readonly error: unknown;
  /** From 1. */
  readonly attempt: number;
}

/** Milliseconds to wait before the next attempt; undefined: no more. */
export async function nextDelay({ error, attempt, request, options, shared, clock }: Failure): Promise<number | undefined> {
  const { retry = shared.retry ?? {} } = options;
  if (retry === false) return undefined;
  const limits = typeof retry === 'function' ? {} : retry;
  const transient = isTransient(error);
  const { delay: first = 500, maxDelay = 30_000, maxRetryAfter = 60_000 } = limits;
  const asked = retryAfter(error, clock.now());
  // Full jitter: anything from nothing to a bound that doubles with each attempt.
  const jittered = (shared.random ?? Math.random)() * Math.min(maxDelay, first * 2 ** (attempt - 1));
  const delay = asked === undefined ? jittered : Math.min(asked, maxRetryAfter);
  const { safe, httpMethod, id: methodId } = request;
  const again =
    typeof retry === 'function'
      ? await retry({ error, attempt, methodId, httpMethod, safe, transient, delay })
      : safe && transient && attempt < (retry.attempts ?? 3);
  return again === true ? delay : again === false ? undefined : again;
}

/** What the answer asks for, in milliseconds; undefined where it asks for nothing that can be read. */
function retryAfter(error: unknown, now: number): number | undefined {
  const header = error instanceof ApiError && error.response.headers['retry-after'];
  if (!header) return undefined;
  const milliseconds = /^[\d. ]+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(milliseconds, 0);
}

function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return [408, 429, 500, 502, 503, 504].includes(error.status);
  return error instanceof NetworkError || error instanceof TimeoutError;
}
