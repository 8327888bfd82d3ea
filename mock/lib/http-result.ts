/** The results of requests, which `http` converts to responses. */
import type { ErrorForm } from '../../runtime/behavior.js';
import type { JournalEntry } from '../types/mock.js';
import { HttpError, toHttpErrorBody } from './http-error.js';
import type { Json } from './json.js';
import { continueWith, attempt, type MaybePromise } from './maybe-promise.js';

/** What the journal records of a request besides the messages. */
export type ExchangeNote = Pick<JournalEntry, 'rejection' | 'replayed' | 'handler' | 'fault' | 'failure' | 'ignored' | 'delivery'>;

export interface HttpResult {
  readonly status: number;
  readonly body: Json;
  /** Sent instead of `body` if the response isn't JSON. */
  readonly bytes?: Uint8Array;
  /** Sent instead of `body` if the response is text of another kind. */
  readonly text?: string;
  /** Sent instead of `body` as it is produced. */
  readonly stream?: ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client has this response, so 304 is sent in its place. */
  readonly isUnchanged?: true;
  readonly note?: ExchangeNote;
}

interface ResultContext {
  /** Ids of the faults that applied. */
  readonly faults?: readonly string[];
  /** The form of the errors of the API. */
  readonly form?: ErrorForm | undefined;
  /** Adds what the specification states about an error. */
  readonly describe?: (error: HttpError) => HttpError;
}

/** Runs `work` and turns a thrown error into an error result. */
export function catchHttpErrors(
  work: () => MaybePromise<HttpResult>,
  { faults = [], form, describe = (error) => error }: ResultContext = {},
): MaybePromise<HttpResult> {
  const addFaultIds = (result: HttpResult): HttpResult =>
    faults.length > 0 ? { ...result, note: { ...result.note, fault: faults.join(', ') } } : result;
  return attempt(
    () => continueWith(work(), addFaultIds),
    (error) => (error instanceof HttpError ? addFaultIds(toErrorResult(describe(error), form)) : toInternalErrorResult(error, form)),
  );
}

export function toErrorResult(error: HttpError, form?: ErrorForm): HttpResult {
  return {
    status: error.code,
    body: toHttpErrorBody(error, form),
    headers: error.headers,
    note: { rejection: { rule: error.rule, reason: error.reason, message: error.message } },
  };
}

function toInternalErrorResult(error: unknown, form?: ErrorForm): HttpResult {
  const result = toErrorResult(
    new HttpError('internalError', { rule: 'internal', message: 'The mock failed. GET /__admin/requests shows the cause as `failure`.' }),
    form,
  );
  return { ...result, note: { failure: describeFailure(error) } };
}

/** Describes an unexpected error, for those who run the mock. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
