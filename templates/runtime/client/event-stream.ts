/** Streaming methods: their responses as server-sent events (WHATWG), one message each. */
import type { MethodDescriptor } from '../descriptor.js';
import { createInvalidResponseError, DiscogenError, NetworkError, TimeoutError, toApiError } from '../errors.js';
import type { CallOptions } from './call-options.js';
import type { Client, Middleware } from './client-types.js';
import { defineMethod } from './define-method.js';
import type { EventStream, ParameterlessStreamingMethod, StreamingMethod } from './method-types.js';
import { discardBody, openResponse, readOpenBody, type OpenRequest, type OpenResponse } from './open-response.js';

/** Creates the function that calls a streaming method. With `alt: 'sse'` it returns an `EventStream`, otherwise a `Call`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineStreamingMethod<Params extends object, Result>(
  descriptor: MethodDescriptor,
  ...middleware: readonly Middleware[]
): StreamingMethod<Params, Result> & ParameterlessStreamingMethod<Params, Result> {
  const callPlain = defineMethod<Params, Result>(descriptor, ...middleware);
  const call = (client: Client, params: { readonly alt?: unknown } = {}, options: CallOptions = {}): unknown =>
    params.alt === 'sse'
      ? createEventStream({ client, method: { ...descriptor, middleware }, params: { ...params }, options })
      : callPlain(client, params as Parameters<typeof callPlain>[1], options);
  return Object.assign(call, descriptor) as unknown as StreamingMethod<Params, Result> & ParameterlessStreamingMethod<Params, Result>;
}

function createEventStream(request: OpenRequest): EventStream<unknown> {
  let hasStarted = false;
  return {
    [Symbol.asyncIterator]() {
      if (hasStarted)
        throw new DiscogenError(`${request.method.id}: the events can be read only once; make another call to read them again`);
      hasStarted = true;
      return readMessages(request);
    },
  };
}

async function* readMessages(request: OpenRequest): AsyncGenerator<unknown, void, undefined> {
  const opened = await openResponse(request, { accept: 'text/event-stream' });
  const { headers } = opened.response;
  if (!/^text\/event-stream\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    discardBody(opened);
    throw createInvalidResponseError(opened.request, opened.response, 'an event stream');
  }
  for await (const event of parseEvents(readBody(request, opened), opened.maxBytes)) {
    if (typeof event === 'string') throw createStreamError(opened, event);
    // Some services keep the connection alive with empty events.
    if (event.data !== '') yield readMessage(opened, event);
  }
}

async function* readBody(request: OpenRequest, opened: OpenResponse): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* readOpenBody(request, opened);
  } catch (error) {
    request.options.signal?.throwIfAborted();
    throw error instanceof TimeoutError ? error : new NetworkError(opened.request, error);
  }
}

function createStreamError({ request, response, maxBytes }: OpenResponse, problem: EventProblem): DiscogenError {
  return problem === 'too large'
    ? createInvalidResponseError(request, response, maxBytes)
    : new NetworkError(request, new Error('the response ended in the middle of an event'));
}

/** Returns the message of an event. Throws `ApiError` if the event reports an error. */
function readMessage({ request, response, redact }: OpenResponse, { type, data }: ServerEvent): unknown {
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    throw createInvalidResponseError(request, { ...response, body: redact(data) }, 'events whose data is JSON');
  }
  const isError = type === 'error';
  const error = [message]
    .flat()
    .map((each) => findError(each, isError))
    .find(Boolean);
  if (!isError && !error) return message;
  const code = error?.['code'];
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : response.status;
  throw toApiError(request, { ...response, status, body: redact(message) });
}

/** Returns the member `error` of an error. A message may also have a field `error`, so without the event type `error`, it must be the only member. */
function findError(message: unknown, isError: boolean): Readonly<Record<string, unknown>> | undefined {
  if (typeof message !== 'object' || !message || (!isError && Object.keys(message).join() !== 'error')) return undefined;
  const { error } = message as { readonly error: unknown };
  return typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>) : undefined;
}

/** An event without its ID, which only matters for reconnections. */
export interface ServerEvent {
  /** The `event` field. Empty if the event has none. */
  readonly type: string;
  readonly data: string;
}

/** What is wrong with the rest of a stream. */
export type EventProblem = 'too large' | 'incomplete';

/**
 * Parses events. Ends with a problem if an event, or a line, is longer than the maximum, or if the stream ends before the blank line after an
 * event with data.
 */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<ServerEvent | EventProblem, void, undefined> {
  const decoder = new TextDecoder();
  let [line, type, data] = ['', '', ''];
  let isAfterReturn = false;
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true });
    // A line feed after a carriage return is part of the same line ending.
    const lines = (isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded).split(/\r\n?|\n/);
    if (decoded !== '') isAfterReturn = decoded.endsWith('\r');
    for (const [at, text] of lines.entries()) {
      if (at > 0) {
        const [, field, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
        if (field === 'data') data += `${value}\n`;
        else if (field === 'event') type = value;
        else if (line === '') {
          if (data !== '') yield { type, data: data.slice(0, -1) };
          [type, data] = ['', ''];
        }
        line = '';
      }
      line += text;
      if (data.length + line.length > maxLength) return yield 'too large';
    }
  }
  if (data !== '' || /^data(:|$)/.test(line)) yield 'incomplete';
}
