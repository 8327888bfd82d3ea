/** Streaming methods: their responses as server-sent events (WHATWG), one message each. */
import type { MethodDescriptor } from '../descriptor.js';
import { createInvalidResponseError, DiscogenError, findReportedError, NetworkError, TimeoutError, toReportedError } from '../errors.js';
import type { CallOptions } from './call-options.js';
import type { Client, CallStep } from './client-types.js';
import { defineMethod } from './define-method.js';
import type { EventStream, ParameterlessStreamingMethod, StreamingMethod } from './method-types.js';
import { discardBody, openResponse, readOpenBody, type OpenRequest, type OpenResponse } from './open-response.js';

/** Creates the function that calls a streaming method. With `alt: 'sse'` it returns an `EventStream`, otherwise a `Call`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineStreamingMethod<Params extends object, Result>(
  descriptor: MethodDescriptor,
  ...steps: readonly CallStep[]
): StreamingMethod<Params, Result> & ParameterlessStreamingMethod<Params, Result> {
  const callPlain = defineMethod<Params, Result>(descriptor, ...steps);
  const call = (client: Client, params: { readonly alt?: unknown } = {}, options: CallOptions = {}): unknown =>
    params.alt === 'sse'
      ? createEventStream({ client, method: { ...descriptor, steps }, params: { ...params }, options })
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

/** Returns the message of an event. Throws `ApiError` if the event reports an error, or if it isn't an event. */
function readMessage({ request, response, redact }: OpenResponse, { type, data, isStray }: ServerEvent): unknown {
  let message: unknown;
  const isError = type === 'error';
  try {
    message = JSON.parse(data);
  } catch {
    throw createInvalidResponseError(request, { ...response, body: redact(data) }, isStray ? 'events' : 'events whose data is JSON');
  }
  const error = findReportedError(message, isError);
  if (isError || error) throw toReportedError(request, { ...response, body: redact(message) }, error);
  if (isStray) throw createInvalidResponseError(request, { ...response, body: redact(message) }, 'events');
  return message;
}

/** An event without its ID, which only matters for reconnections. */
export interface ServerEvent {
  /** The `event` field. Empty if the event has none. */
  readonly type: string;
  readonly data: string;
  /** The data is text between the events that isn't part of one, and the stream isn't read further. */
  readonly isStray?: true;
}

/** What is wrong with the rest of a stream. */
export type EventProblem = 'too large' | 'incomplete';

/** A line of an event. The standard ignores all other lines, but a service that fails can write its error as JSON, HTML, or text. */
const eventLine = /^((data|event|id|retry)?(:|$)|[a-z][\w-]*:)/;

/**
 * Parses events. Ends with a problem if an event, or a line, is longer than the maximum, or if the stream ends before the blank line after an
 * event with data. Ends with the lines that aren't part of an event, if there are any.
 */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<ServerEvent | EventProblem, void, undefined> {
  const decoder = new TextDecoder();
  let [line, type, data, stray] = ['', '', '', ''];
  let isAfterReturn = false;
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true });
    // A line feed after a carriage return is part of the same line ending.
    const lines = (isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded).split(/\r\n?|\n/);
    if (decoded !== '') isAfterReturn = decoded.endsWith('\r');
    for (const [at, text] of lines.entries()) {
      if (at > 0) {
        const [, field, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
        if (!eventLine.test(line)) stray += `${line}\n`;
        else if (stray !== '') return yield { type: '', data: stray, isStray: true };
        else if (field === 'data') data += `${value}\n`;
        else if (field === 'event') type = value;
        else if (line === '') {
          if (data !== '') yield { type, data: data.slice(0, -1) };
          [type, data] = ['', ''];
        }
        line = '';
      }
      line += text;
      if (stray.length + data.length + line.length > maxLength) return yield 'too large';
    }
  }
  const isCut = /^d(at?)?$/.test(line);
  if (stray !== '' || (!isCut && !eventLine.test(line))) yield { type: '', data: stray + line, isStray: true };
  else if (isCut || data !== '' || /^data(:|$)/.test(line)) yield 'incomplete';
}
