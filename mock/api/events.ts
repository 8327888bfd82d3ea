/** Server-sent events: the format of a response that `alt=sse` requests. */
import { getCommonParameter, type ParsedRequest } from '../lib/http-request.js';
import { HttpError } from '../lib/http-error.js';
import type { HttpResult } from '../lib/http-result.js';
import type { Json } from '../lib/json.js';
import type { CompiledMethod } from '../catalog/method.js';

/**
 * Returns whether the request is for server-sent events.
 *
 * @throws HttpError If the method doesn't return them: 501, because the description doesn't say what the service does.
 */
export function isEventRequest({ id, behavior }: CompiledMethod, incoming: ParsedRequest): boolean {
  if (incoming.query.length === 0 || getCommonParameter(incoming, 'alt') !== 'sse') return false;
  if (behavior.method.events === true) return true;
  const message = `The mock doesn't implement server-sent events for ${id}: it isn't a streaming method.`;
  throw new HttpError('notImplemented', { message, location: 'alt', locationType: 'parameter', rule: 'events' });
}

/** Formats one event for each message. */
export function formatEvents(messages: readonly Json[]): Pick<HttpResult, 'text' | 'headers'> {
  return {
    text: messages.map((message) => `data: ${JSON.stringify(message)}\r\n\r\n`).join(''),
    headers: { 'content-type': 'text/event-stream' },
  };
}
