/** Reads the messages of a handler that responds with a stream. */
import { HttpError } from '../lib/http-error.js';
import { isObject, type JsonObject } from '../lib/json.js';
import { describeValue } from '../../runtime/error-text.js';
import type { EngineCall } from './call.js';
import { toHandlerJson } from './handler-json.js';

type Sequence = Iterable<unknown> | AsyncIterable<unknown>;

/** Whether the result of a handler is a list or a generator. */
export function isSequence(result: unknown): result is Sequence {
  return typeof result === 'object' && result !== null && (Symbol.iterator in result || Symbol.asyncIterator in result);
}

/** Returns copies of all messages, in the transaction of the call. Throws an `HttpError` if they are larger than a body may be. */
export async function collectMessages({ method, session }: EngineCall, sequence: Sequence): Promise<readonly JsonObject[]> {
  const { maxBody } = session.settings;
  const messages: JsonObject[] = [];
  let length = 0;
  for await (const message of sequence) {
    const copy = toHandlerJson(message, `a message of the handler of ${method.id}`);
    if (!isObject(copy)) throw new TypeError(`the handler of ${method.id} must return objects (received ${describeValue(message)})`);
    length += JSON.stringify(copy).length;
    if (length > maxBody) {
      const message = `The messages of the handler of ${method.id} are larger than the maximum of ${maxBody} bytes.`;
      throw new HttpError('internalError', { message, rule: 'handler' });
    }
    messages.push(copy);
  }
  return messages;
}

/** Rejects a sequence where the response is one object. */
export function rejectSequence({ method }: EngineCall): never {
  if (method.behavior.method.events !== true)
    throw new TypeError(`the handler of ${method.id} must return an object (received a list or a generator)`);
  const message = `The handler of ${method.id} responds with a stream. The mock sends it only as server-sent events: send 'alt=sse'.`;
  throw new HttpError('notImplemented', { message, location: 'alt', locationType: 'parameter', rule: 'handler' });
}
