/** Whether and when a failed attempt is made again. */
import { ApiError, NetworkError, ParameterError, shown, TimeoutError } from '../errors.js';
import type { Clock, PreparedRequest, Retry, RetryOptions } from './types.js';

/** What the decision rests on. */
export interface Failure {
  readonly error: unknown;
  /** From 1. */
  readonly attempt: number;
  readonly request: PreparedRequest;
  readonly retry: Retry | undefined;
}

export interface Chance {
  readonly clock: Pick<Clock, 'now'>;
  /** At least 0, below 1. */
  readonly random: () => number;
}

/** Milliseconds to wait before the next attempt; undefined: no more. */
export async function nextDelay({ error, attempt, request, retry = {} }: Failure, chance: Chance): Promise<number | undefined> {
  if (retry === false) return undefined;
  const limits = typeof retry === 'function' ? {} : retry;
  const transient = isTransient(error);
  const delay = retryAfter(error, limits, chance.clock.now()) ?? backoff(attempt, limits, chance.random);
  const { safe, httpMethod, id: methodId } = request;
  if (typeof retry !== 'function') return safe && transient && attempt < attemptsOf(retry) ? delay : undefined;
  const decided = await retry({ error, attempt, methodId, httpMethod, safe, transient, delay });
  return decided === true ? delay : decided === false ? undefined : decided;
}

/** Full jitter: anything from nothing to a bound that doubles with each attempt. */
export function backoff(attempt: number, { delay = 500, maxDelay = 30_000 }: RetryOptions, random: () => number): number {
  return random() * Math.min(maxDelay, delay * 2 ** (attempt - 1));
}

/** What the answer asks for, in milliseconds, capped; undefined where it asks for nothing that can be read. */
export function retryAfter(error: unknown, { maxRetryAfter = 60_000 }: RetryOptions, now: number): number | undefined {
  const header = error instanceof ApiError ? error.response.headers['retry-after'] : undefined;
  if (header === undefined) return undefined;
  const milliseconds = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), maxRetryAfter);
}

export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return [408, 429, 500, 502, 503, 504].includes(error.status);
  return error instanceof NetworkError || error instanceof TimeoutError;
}

function attemptsOf({ attempts = 3 }: RetryOptions): number {
  if (attempts >= 1) return attempts;
  throw new ParameterError({ parameter: 'retry.attempts', expected: 'a number from 1', received: shown(attempts) });
}
