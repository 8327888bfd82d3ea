/** Handlers: functions of the user that replace or wrap the default behavior of a method. */
import { describeValue } from '../errors.js';
import { createFillContext, type CallContext } from './call.js';
import { HttpError, type Reason, type HttpErrorOptions } from './http-error.js';
import { completeChangedResource, completeNewResource } from './server-fields.js';
import { isObject, type JsonObject } from './json.js';
import { renderResource } from './links.js';
import { findSeedPlace } from './seed/check-seed.js';
import type { DeepPartial } from './seed-types.js';
import { toCanonicalPath, createPlace, type Place } from './world/resource.js';
import { getResourceSegments } from './world/method.js';

/** The request and the response of a method. */
export interface MethodTypes {
  /** Path and query parameters under their wire names, and `requestBody`. */
  readonly request: object;
  readonly response: unknown;
}

/** The request parameters of a method. Any parameters if the methods aren't known. */
type RequestOf<Methods, Id extends keyof Methods> = string extends Id
  ? Record<string, unknown>
  : Methods[Id] extends { readonly request: infer Request }
    ? Request
    : Record<string, unknown>;
type ResponseOf<Methods, Id extends keyof Methods> = Methods[Id] extends { readonly response: infer Response } ? Response : unknown;
type BodyOf<Request> = Request extends { readonly requestBody?: infer Body } ? Body : undefined;

/** Reads and changes the resources of the session in the transaction of the call. If the handler throws, the changes are undone. */
export interface HandlerState {
  /** Returns the resource at a URL path, such as `/dns/v1/projects/p/managedZones/z`, as a GET returns it. */
  get<Resource = JsonObject>(path: string): Resource | undefined;
  /** Returns the resources of a collection, such as `/dns/v1/projects/p/managedZones`, sorted by name. */
  list<Resource = JsonObject>(collection: string): readonly Resource[];
  /** Creates or replaces a resource, fills in its absent output-only fields, and returns it as a GET returns it. */
  put<Resource = JsonObject>(path: string, resource: object): Resource;
  /** Deletes a resource and its child resources. Returns whether the resource existed. */
  delete(path: string): boolean;
}

/** A call of a method that the mock has routed, authorized, and validated. */
export interface HandlerCall<Request = Record<string, unknown>> {
  readonly methodId: string;
  /** Path and query parameters under their wire names, converted to their types, with defaults. */
  readonly parameters: Omit<Request, 'requestBody'>;
  readonly requestBody: BodyOf<Request>;
  /** The request headers. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The user of the token, or `anonymous@example.com`. */
  readonly user: string;
  /** The name of the session. */
  readonly session: string;
  /** The URL path of the resource that the request names, for `state`. Undefined if the method has no resource. */
  readonly path: string | undefined;
  /** The time on the mock's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly state: HandlerState;
  /** Returns a new numeric id. It is the same in each run with the same `randomSeed`. */
  newId(): string;
  /** Rejects the call with an error of the service: `call.reject('notFound', 'The shelf was not found')`. */
  reject(reason: Reason, message?: string, options?: Omit<HttpErrorOptions, 'message'>): never;
}

/**
 * Responds to a call. To respond with an error, use `call.reject` or throw an `HttpError`. An error undoes the changes of the call.
 *
 * @param next Returns the response without this handler. Rejects with 501 `notImplemented` if the mock doesn't implement the method.
 */
export type Handler<Request = Record<string, unknown>, Response = unknown> = (
  call: HandlerCall<Request>,
  next: () => Promise<Response>,
) => DeepPartial<Response> | Promise<DeepPartial<Response>>;

/** Handlers by method id. */
export type Handlers<Methods = Record<string, MethodTypes>> = {
  readonly [Id in keyof Methods]?: Handler<RequestOf<Methods, Id>, ResponseOf<Methods, Id>>;
};

type AnyHandler = Handler<Record<string, unknown>>;
/** The handlers of one method, the innermost first. */
export type UserHandlers = readonly AnyHandler[];

/** The handlers of a mock. Sessions share them. */
export class HandlerRegistry {
  readonly #handlers = new Map<string, AnyHandler[]>();

  /** Registers a handler around those that are registered already. Returns a function that removes it. */
  add(methodId: string, handler: AnyHandler): () => void {
    const handlers = this.#handlers.get(methodId) ?? [];
    this.#handlers.set(methodId, [...handlers, handler]);
    return () => {
      const remaining = (this.#handlers.get(methodId) ?? []).filter((other) => other !== handler);
      if (remaining.length > 0) this.#handlers.set(methodId, remaining);
      else this.#handlers.delete(methodId);
    };
  }

  /** The handlers of a method, the innermost first. */
  find(methodId: string): UserHandlers | undefined {
    return this.#handlers.get(methodId);
  }

  /** Registers the handlers with another mock, in their order. */
  copyTo(add: (methodId: string, handler: AnyHandler) => void): void {
    for (const [methodId, handlers] of this.#handlers) for (const handler of handlers) add(methodId, handler);
  }
}

interface HandlerRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a body was sent. */
  readonly hasBody: boolean;
}

/** Runs the handlers of a method around the default behavior. The result is the response body. */
export async function runHandlers(
  handlers: UserHandlers,
  call: CallContext,
  { respond, ...request }: HandlerRequest & { readonly respond: () => JsonObject | Promise<JsonObject> },
): Promise<JsonObject> {
  const handlerCall = createHandlerCall(call, request);
  const run = handlers.reduce<() => Promise<unknown>>(
    (next, handler) => async () => handler(handlerCall, next),
    // The original is shared with later responses.
    async () => structuredClone(await respond()),
  );
  const body = JSON.parse(JSON.stringify((await run()) ?? {})) as JsonObject;
  if (!isObject(body)) throw new TypeError(`the handler of ${call.method.id} must return an object (received ${describeValue(body)})`);
  return body;
}

function createHandlerCall(call: CallContext, { headers, hasBody }: HandlerRequest): HandlerCall<Record<string, unknown>> {
  const { requestBody: _, ...parameters } = call.parameters;
  return {
    methodId: call.method.id,
    parameters,
    requestBody: (hasBody ? call.body : undefined) as never,
    headers,
    user: call.user,
    session: call.session.name,
    path: findPath(call),
    now: call.at,
    state: createHandlerState(call),
    newId: () => call.session.random.nextId(),
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
      state.locate(place)?.entity ?? (place.resource.behavior.implicit ? { body: call.session.getImplicitBody(place, origin) } : undefined);
    return entity && renderResource(place, entity.body, origin);
  };
  const handlerState = {
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
          ? completeChangedResource(place, { before, body }, { at: call.at })
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
  };
  return handlerState as HandlerState;
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
