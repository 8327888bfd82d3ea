/** Opens responses whose bodies the caller reads while they arrive. */
import type { ApiResponse, FailedRequest } from '../errors.js';
import { DiscogenError, TimeoutError } from '../errors.js';
import type { CallOptions, FetchResponse, Timeout } from './call-options.js';
import {
  transportKey,
  wrapSend,
  type CallableDescriptor,
  type Client,
  type RequestBuilder,
  type ReplacedResponse,
} from './client-types.js';
import { createClientHeaders } from './prepare-request.js';
import { openReader } from './read-body.js';
import { describeFailedRequest } from './redaction.js';
import { withTimeout, type TimeLimit } from './timeout.js';

/** A call whose response is read while it arrives. */
export interface OpenRequest {
  readonly client: Client;
  readonly method: CallableDescriptor;
  readonly params: object;
  readonly options: CallOptions;
}

/** A response whose body isn't read yet. */
export interface OpenResponse {
  readonly response: ApiResponse;
  readonly incoming: FetchResponse;
  /** The request, for errors. */
  readonly request: FailedRequest;
  /** Whether a download can request the rest after a failure: `retry` isn't `false`. */
  readonly canResume: boolean;
  /** The time limit of each wait for bytes, in milliseconds. */
  readonly timeout: number;
  readonly maxBytes: number;
  /** Removes the secrets of the request from data. */
  redact<Data>(data: Data): Data;
}

/** Sends the call without reading the body. */
export async function openResponse(
  { client, method, params, options }: OpenRequest,
  headers: Readonly<Record<string, string>>,
): Promise<OpenResponse> {
  let sent: Pick<OpenResponse, 'request' | 'canResume' | 'timeout'> | undefined;
  let opened: Pick<OpenResponse, 'incoming' | 'maxBytes' | 'redact'> | undefined;
  const openBody = (builder: RequestBuilder): void => {
    const { transport, clientOptions } = builder;
    wrapSend(builder, (send) => (request, callOptions) => {
      sent = {
        request: describeFailedRequest(request, { url: transport.rootUrl + request.path, headers: createClientHeaders(clientOptions) }),
        canResume: (callOptions?.retry ?? clientOptions.retry) !== false,
        timeout: getReadTimeout(callOptions?.timeout ?? clientOptions.timeout),
      };
      const transformResponse: typeof request.transformResponse = (incoming, maxBytes, redact): ReplacedResponse | undefined => {
        const { status, headers } = incoming;
        if (status < 200 || status > 299) return undefined;
        opened = { incoming, maxBytes, redact };
        return { status, headers, text: async () => '' };
      };
      return send({ ...request, headers: { ...request.headers, ...headers }, transformResponse }, callOptions);
    });
  };
  const response = await client[transportKey].call({ ...method, steps: [...(method.steps ?? []), openBody], media: true }, params, options);
  // Middleware may return a response of its own.
  if (!opened) throw new DiscogenError(`${method.id}: middleware must call next, because the response is read while it arrives`);
  return { ...(sent as unknown as NonNullable<typeof sent>), ...(opened as NonNullable<typeof opened>), response };
}

/** Returns the time limit of an attempt, or else that of the call. */
function getReadTimeout(timeout: Timeout = Infinity): number {
  return typeof timeout === 'number' ? timeout : (timeout.attempt ?? timeout.total ?? Infinity);
}

/** Reads the body. The time limit applies to the wait for each chunk. Cancels the body if the iteration ends early, also while it waits. */
export async function* readOpenBody(
  { client, options: { signal } }: OpenRequest,
  { incoming, request, timeout }: OpenResponse,
): AsyncGenerator<Uint8Array, void, undefined> {
  const createTimeoutError = (): Error => new TimeoutError({ ...request, milliseconds: timeout, subject: 'the wait for the next bytes' });
  const limit: TimeLimit = { clock: client[transportKey].clock, signal, timeout, createTimeoutError };
  const reader = openReader(incoming.body ?? readTextAsBytes(incoming));
  let isDone: boolean | undefined;
  try {
    for (;;) {
      const { done, value } = await withTimeout(limit, () => reader.next());
      isDone = done;
      if (done) return;
      yield value as Uint8Array;
    }
  } finally {
    if (!isDone) cancel(reader);
  }
}

/** Cancels a body that nobody reads, so that its connection is released. */
export function discardBody({ incoming: { body } }: OpenResponse): void {
  if (body) cancel(openReader(body));
}

/** Not awaited: the source may never respond. */
function cancel(reader: ReturnType<typeof openReader>): void {
  reader.cancel()?.catch(() => undefined);
}

/** For a transport without streams. */
async function* readTextAsBytes(response: FetchResponse): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = new TextEncoder().encode(await response.text());
  if (bytes.length > 0) yield bytes;
}
