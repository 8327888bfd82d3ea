/** Work under a caller's signal and a time limit. Nothing stays attached to the caller's signal. */
import type { Clock } from './client-types.js';

/** What limits a work. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** The reason when the time is over. Without it that is no failure, and there is no result. */
  readonly expired?: () => Error;
}

/** Timers cannot be set for longer; what is longer is no limit. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (handle) => clearTimeout(handle as number),
};

/** Does the work with a signal of its own, or with none where nothing limits it; rejects as soon as the limit is reached, whether or not the work notices. */
export function withTimeout<Result>(
  { clock, signal, timeout = Infinity, expired }: TimeLimit,
  work: (signal?: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timed = timeout <= longestTimer;
  if (!signal && !timed) return work();
  const own = new AbortController();
  let timer: unknown;
  let fail: (reason: unknown) => void;
  const stop = (reason: unknown): void => {
    own.abort(reason);
    fail(reason);
  };
  const follow = (): void => stop(signal?.reason);
  return new Promise<Result>((resolve, reject) => {
    fail = reject;
    if (signal?.aborted) return follow();
    signal?.addEventListener('abort', follow);
    if (timed) timer = clock.setTimeout(() => (expired ? stop(expired()) : resolve(undefined as Result)), timeout);
    work(own.signal).then(resolve, reject);
  }).finally(() => {
    if (timer !== undefined) clock.clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  });
}

/** Waits, but no longer than a timer can; rejects with the signal's reason. */
export function sleep(limit: TimeLimit, milliseconds: number): Promise<void> {
  return withTimeout({ ...limit, timeout: Math.min(milliseconds, longestTimer) }, () => new Promise(() => undefined));
}
