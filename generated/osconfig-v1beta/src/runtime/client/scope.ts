/** One signal out of a caller's signal and a time limit, and what waits under it. Nothing stays attached to the caller's signal. */
import type { Clock } from './types.js';

export interface Scope {
  /** Absent where nothing limits the work. */
  readonly signal?: AbortSignal;
  /** Runs the work; rejects with the signal's reason as soon as there is one, whether or not the work notices. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Lets go of the caller's signal and the timer. */
  end(): void;
}

/** What limits a scope. */
export interface Limit {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** The reason when the time is over. */
  readonly expired: () => Error;
}

/** Timers cannot be set for longer; what is longer is no limit. */
const longestTimer = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (handle) => clearTimeout(handle as number),
};

export function openScope(clock: Clock, { signal, timeout = Infinity, expired }: Limit): Scope {
  const timed = timeout <= longestTimer;
  if (!signal && !timed) return { run: (work) => work(), end: () => undefined };
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow);
  const timer = timed ? clock.setTimeout(() => controller.abort(expired()), timeout) : undefined;
  return {
    signal: controller.signal,
    run: (work) => runUnder(controller.signal, work),
    end() {
      if (timed) clock.clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

export async function sleep(clock: Clock, scope: Scope, milliseconds: number): Promise<void> {
  let timer: unknown;
  try {
    await scope.run(() => new Promise<void>((resolve) => void (timer = clock.setTimeout(resolve, milliseconds))));
  } finally {
    clock.clearTimeout(timer);
  }
}

function runUnder<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    void work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
