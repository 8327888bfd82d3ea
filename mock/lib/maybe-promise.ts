/** Values that may be promises. Most requests need no promise, so a step that rarely waits is stated once, for both. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value: at once, unless it is a promise. */
export function continueWith<T, R>(value: MaybePromise<T>, proceed: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(proceed) : proceed(value);
}

/** Runs `work`, and `recover` if it throws or rejects. */
export function attempt<T>(work: () => MaybePromise<T>, recover: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(recover) : result;
  } catch (error) {
    return recover(error);
  }
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
