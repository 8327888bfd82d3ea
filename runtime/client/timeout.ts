/** Time limits. They remove their listeners from the signal of the caller. */
import type { Clock } from './call-options.js';

/** The limits of an asynchronous task. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** The time limit in milliseconds. Default: none. */
  readonly timeout?: number | undefined;
  /** Creates the error of a timeout. If absent, a timeout resolves with `undefined`. */
  readonly createTimeoutError?: () => Error;
}

/** The longest delay of a timer. Longer time limits have no effect. */
const maxTimerDelay = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (handle) => clearTimeout(handle as number),
};

/**
 * Runs a task under limits. The task gets a signal if there is a limit. The promise settles as soon as a limit is reached, whether or not
 * the task reacts to the signal.
 */
export function withTimeout<Result>(
  { clock, signal, timeout = Infinity, createTimeoutError }: TimeLimit,
  runTask: (signal?: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const hasTimer = timeout <= maxTimerDelay;
  if (!signal && !hasTimer) return runTask();
  const controller = new AbortController();
  let timer: unknown;
  let fail: (reason: unknown) => void;
  const stop = (reason: unknown): void => {
    controller.abort(reason);
    fail(reason);
  };
  const onAbort = (): void => stop(signal?.reason);
  return new Promise<Result>((resolve, reject) => {
    fail = reject;
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);
    if (hasTimer) timer = clock.setTimeout(() => (createTimeoutError ? stop(createTimeoutError()) : resolve(undefined as Result)), timeout);
    runTask(controller.signal).then(resolve, reject);
  }).finally(() => {
    if (timer !== undefined) clock.clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  });
}

/** Waits for the given time, at most the longest delay of a timer. Rejects with the reason of the signal. */
export function sleep(limit: TimeLimit, milliseconds: number): Promise<void> {
  return withTimeout({ ...limit, timeout: Math.min(milliseconds, maxTimerDelay) }, () => new Promise(() => undefined));
}
