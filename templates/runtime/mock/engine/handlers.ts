/** Runs handlers: functions of the user that replace or wrap the default behavior of a method. */
import { describeValue } from '../../error-text.js';
import { createFillContext, type CallContext } from './call.js';
import type { HandlerCall, HandlerState } from '../types/handlers.js';
import type { UserHandlers } from '../state/handler-registry.js';
import { HttpError } from '../lib/http-error.js';
import { collectMessages, isSequence, rejectSequence } from './messages.js';
import { completeNewResource, completeReplacedResource } from './server-fields.js';
import { emptyObject, isList, isObject, type Json, type JsonObject } from '../lib/json.js';
import { renderResource } from '../world/links.js';
import { findSeedPlace } from './seed/check-seed.js';
import { toCanonicalPath, createPlace, type Place } from '../world/resource.js';
import { getResourceSegments } from '../world/method.js';

/** What the handlers of a method return. */
export interface HandlerResult {
  readonly body: Json;
  /** The messages of a stream, which replace the body. */
  readonly messages?: readonly JsonObject[];
}

/**
 * Runs the handlers of a method around the default behavior. The result is the response body, or the messages of a request for server-sent
 * events.
 */
export async function runHandlers(handlers: UserHandlers, call: CallContext, respond: () => Promise<Json>): Promise<HandlerResult> {
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

export function createHandlerCall(call: CallContext): HandlerCall<Record<string, unknown>> {
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
    reject: (reason, message, options) => {
      throw new HttpError(reason, { rule: 'handler', ...options, ...(message !== undefined && { message }) });
    },
  };
}

function findPath({ method, segments }: CallContext): string | undefined {
  const { resource } = method;
  const memberSegments = resource && getResourceSegments({ method, segments }, resource);
  return memberSegments && `/${createPlace(resource, memberSegments).path}`;
}

function createHandlerState(call: CallContext): HandlerState {
  const { state, origin } = call;
  const renderAt = (place: Place): JsonObject | undefined => {
    const entity =
      state.locate(place)?.entity ?? (place.resource.behavior.implicit ? { body: call.state.getImplicitBody(place, origin) } : undefined);
    return entity && renderResource(place, entity.body, origin);
  };
  return {
    get: (path: string) => renderAt(requirePlace(call, path)),
    list: (collection: string) => {
      const { resource, segments } = requireMemberPlace(call, collection);
      const canonical = toCanonicalPath(segments.slice(0, -resource.idCount));
      return state
        .readPage({ resource, collection: canonical, limit: Infinity })
        .map(({ place, entity }) => renderResource(place, entity.body, origin));
    },
    put: (path: string, resource: object) => {
      const place = requirePlace(call, path);
      const missing = state.findMissingParent(place);
      if (missing) throw new TypeError(`state.put: the parent /${missing.path} doesn't exist`);
      const body = JSON.parse(JSON.stringify(resource)) as JsonObject;
      const before = state.findEntity(place)?.body;
      state.put(
        place,
        before
          ? completeReplacedResource(place, { before, body }, createFillContext(call))
          : completeNewResource(place, body, createFillContext(call)),
      );
      return renderAt(place) as JsonObject;
    },
    delete: (path: string) => {
      const place = requirePlace(call, path);
      const exists = state.findEntity(place) !== undefined;
      state.remove(place);
      return exists;
    },
  } as HandlerState;
}

/** Returns a place in a collection, whose members have IDs of one or two segments. */
function requireMemberPlace({ session: { world } }: CallContext, collection: string): Place {
  const path = collection.replace(/\/$/, '');
  const place = findSeedPlace(world, `${path}/-`) ?? findSeedPlace(world, `${path}/-/-`);
  if (!place) throw new TypeError(`state.list: no collection has the path ${collection}`);
  return place;
}

function requirePlace({ session }: CallContext, path: string): Place {
  const place = findSeedPlace(session.world, path);
  if (!place) throw new TypeError(`state: no resource has the path ${path}`);
  return place;
}
