/** Calls functions of a log. */
import { HttpError } from '../lib/http-error.js';
import { attempt, type MaybePromise } from '../lib/maybe-promise.js';

/** Runs an operation of a log. Throws or rejects with 503 if it fails. */
export function callLog<T>(operation: () => MaybePromise<T>): MaybePromise<T> {
  return attempt(operation, (error) => {
    throw createUnavailableError(error instanceof Error ? error.message : String(error));
  });
}

export function createUnavailableError(cause: string): HttpError {
  return new HttpError('backendError', {
    message: `The store of the mock is not available: ${cause}`,
    headers: { 'retry-after': '1' },
    rule: 'store',
  });
}
