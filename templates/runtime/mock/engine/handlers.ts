/** Runs handlers: functions of the user that replace or wrap the default behavior of a method. */
import { describeValue } from '../../error-text.js';
import type { EngineCall } from './call.js';
import { createHandlerState } from './handler-state.js';
import { startCustomOperation } from './operations/custom-operation.js';
import type { HandlerCall, OperationOptions } from '../types/handlers.js';
import type { UserHandlers } from '../state/handler-registry.js';
import { HttpError } from '../lib/http-error.js';
import { collectMessages, isSequence, rejectSequence } from './messages.js';
import { emptyObject, isList, isObject, type Json, type JsonObject } from '../lib/json.js';
import { createPlace } from '../world/resource.js';
import { getResourceSegments } from '../world/method.js';

/** What the handlers of a method return. */
export interface HandlerResult {
  readonly body: Json;
  /** The messages of a stream, which replace the body. */
  readonly messages?: readonly JsonObject[];
}

/** Returns the handlers of the called method, if any. */
export function findHandlers({ callsHandlers, session, method }: EngineCall): UserHandlers | undefined {
  return callsHandlers ? session.handlers.find(method.id) : undefined;
}

/**
 * Runs the handlers of a method around the default behavior. The result is the response body, or the messages of a request for server-sent
 * events.
 */
export async function runHandlers(handlers: UserHandlers, call: EngineCall, respond: () => Promise<Json>): Promise<HandlerResult> {
  const handlerCall = createHandlerCall(call);
  const run = handlers.reduce<() => Promise<unknown>>(
    (next, handler) => async () => handler(handlerCall, next),
    async () =>
      // The original is shared with later responses.
      structuredClone(await respond()),
  );
  const result = await run();
  if (call.requestsEvents && isSequence(result)) return { body: emptyObject, messages: await collectMessages(call, result) };
  const { plainResponse } = call.method.behavior;
  if (plainResponse === undefined && isSequence(result)) rejectSequence(call);
  const body = JSON.parse(JSON.stringify(result ?? (plainResponse ? null : {}))) as Json;
  if (plainResponse === 'list' ? isList(body) : plainResponse === 'value' || isObject(body)) return { body };
  const expected = plainResponse === 'list' ? 'an array' : 'an object';
  throw new TypeError(`the handler of ${call.method.id} must return ${expected} (received ${describeValue(body)})`);
}

export function createHandlerCall(call: EngineCall): HandlerCall<Record<string, unknown>> {
  const { requestBody: _, ...parameters } = call.parameters;
  const { handlerUse } = call;
  return {
    methodId: call.method.id,
    parameters: handlerUse.trackMembers(parameters),
    requestBody: (call.plainBody ?? (call.hasBody ? handlerUse.trackBody(call.body) : undefined)) as never,
    headers: handlerUse.trackMembers(call.headers),
    user: call.user,
    session: call.session.name,
    path: findPath(call),
    now: call.at,
    state: createHandlerState(call),
    newId: () => call.state.controls.random.nextId(),
    startOperation: (options: OperationOptions = {}) => startCustomOperation(call, options) as never,
    reject: (reason, message, options) => {
      throw new HttpError(reason, { rule: 'handler', ...options, ...(message !== undefined && { message }) });
    },
  };
}

function findPath({ method, segments }: EngineCall): string | undefined {
  const { resource } = method;
  const memberSegments = resource && getResourceSegments({ method, segments }, resource);
  return memberSegments && `/${createPlace(resource, memberSegments).path}`;
}
