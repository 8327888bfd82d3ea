/** Runs transactions one after another. */
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';

export class TransactionQueue {
  /** The last transaction in progress. */
  #last: Promise<unknown> | undefined;

  /** Runs `work` after all earlier work has ended. Returns synchronously if nothing has to wait. */
  run<T>(work: () => MaybePromise<T>): MaybePromise<T> {
    const result = continueWith(this.#last, work);
    if (result instanceof Promise) this.#trackCompletion(result);
    return result;
  }

  /** Delays later work until this one ends. */
  #trackCompletion(result: Promise<unknown>): void {
    const release = (): void => {
      if (this.#last === completion) this.#last = undefined;
    };
    const completion = result.then(release, release);
    this.#last = completion;
  }
}
