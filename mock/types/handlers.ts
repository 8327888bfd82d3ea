/** The types of handlers: functions of the user that replace or wrap the default behavior of a method. */
import type { HttpErrorOptions } from '../lib/http-error.js';
import type { ErrorReason } from '../../runtime/behavior.js';
import type { Json, JsonObject } from '../lib/json.js';
import type { DeepPartial } from './seed.js';

/** The request and the response of a method. */
export interface MethodTypes {
  /** Path and query parameters under their wire names, and `requestBody`. */
  readonly request: object;
  readonly response: unknown;
  /** Whether it can respond with server-sent events. */
  readonly events?: true;
}

/** The request parameters of a method. Any parameters if the methods aren't known. */
type RequestOf<Methods, Id extends keyof Methods> = string extends Id
  ? Record<string, unknown>
  : Methods[Id] extends { readonly request: infer Request }
    ? Request
    : Record<string, unknown>;
type ResponseOf<Methods, Id extends keyof Methods> = Methods[Id] extends { readonly response: infer Response } ? Response : unknown;
/** What a handler of a streaming method can return: its messages. */
type MessagesOf<Methods, Id extends keyof Methods> = Methods[Id] extends { readonly events: true; readonly response: infer Message }
  ? Iterable<DeepPartial<Message>> | AsyncIterable<DeepPartial<Message>>
  : never;
type BodyOf<Request> = Request extends { readonly requestBody?: infer Body } ? Body : undefined;

/**
 * Reads and changes the resources of the session in the transaction of the call. If the handler throws, the changes are undone. The functions
 * return copies: to change a resource, pass the changed copy to `put`. All functions throw an error after the handler has returned.
 */
export interface HandlerState {
  /** Returns the resource at a URL path, such as `/dns/v1/projects/p/managedZones/z`, as a GET returns it. */
  get<Resource = JsonObject>(path: string): Resource | undefined;
  /** Returns the resources of a collection, such as `/dns/v1/projects/p/managedZones`, sorted by name. */
  list<Resource = JsonObject>(collection: string): readonly Resource[];
  /** Creates or replaces a resource, fills in its absent output-only fields, and returns it as a GET returns it. */
  put<Resource = JsonObject>(path: string, resource: object): Resource;
  /** Deletes a resource and its child resources. Returns whether the resource existed. */
  delete(path: string): boolean;
  /** Schedules a change of a resource for a time on the clock of the mock. */
  schedule(path: string, change: ScheduledChange): void;
}

/** A change that happens later, unless the resource is deleted or changed before. */
export interface ScheduledChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The fields to set, or `null` to delete the resource. */
  readonly fields: object | null;
  /** The change has no effect if this field has another value then. */
  readonly when: { readonly field: string; readonly value: Json };
}

/** The content of a media resource. */
export interface MediaContent {
  /** The media type, such as `image/png`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Reads and writes the content of media resources by their URL paths, in the transaction of the call. */
export interface HandlerContent {
  /** Returns the content of a resource, or `undefined` if it has none. */
  read(path: string): MediaContent | undefined;
  /**
   * Stores the content of an existing resource, and updates the fields that describe it, such as its size and digests. Throws a TypeError if
   * no resource has the path, or if its API has no media.
   */
  write(path: string, content: { readonly type?: string | undefined; readonly bytes: Uint8Array | string }): void;
  /** Deletes the content of a resource. Returns whether it had any. */
  delete(path: string): boolean;
  /**
   * Returns the response with content: all of it, or the range that the request headers ask for (206). `content.headers` are sent with it; with
   * an `etag` among them, a request with the same `If-None-Match` gets 304. Throws 416 for a range outside of the content.
   */
  serve(
    content: MediaContent & { readonly headers?: Readonly<Record<string, string>> },
    headers: Readonly<Record<string, string>>,
  ): Response;
}

/**
 * JSON values that aren't resources of the API, by key. They are part of the state: snapshots, forks, and seeds (`rows`) contain them. A key is
 * any text without control characters.
 */
export interface HandlerRows {
  get<Value = Json>(key: string): Value | undefined;
  put(key: string, value: unknown): void;
  /** Returns whether the row existed. */
  delete(key: string): boolean;
  /** Returns the rows whose keys begin with `prefix` (default: all), sorted by key. */
  list<Value = Json>(prefix?: string): readonly (readonly [key: string, value: Value])[];
}

/** An operation that a handler starts. */
export interface OperationOptions {
  /** The milliseconds on the clock of the mock until the operation is done. Default: `operationDelay` of the mock. */
  readonly duration?: number;
  /** What changes when the operation is done: resources by their URL paths, or `null` to delete one. Absent output-only fields are filled in. */
  readonly changes?: Readonly<Record<string, object | null>>;
  /** The response in the operation when it is done (AIP-151). */
  readonly response?: object;
  /** Fields of the metadata (AIP-151), in addition to those that the mock sets. */
  readonly metadata?: object;
  /** The error with which the operation ends instead of changing anything. */
  readonly error?: { readonly reason: ErrorReason; readonly message: string };
}

/** A request that the mock sends in place of the service, such as a message to the endpoint of a subscription. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes in base64. */
  readonly body?: string;
}

/** A call of a method that the mock has routed, authorized, and validated. All values are copies, which a handler can change freely. */
export interface HandlerCall<Request = Record<string, unknown>> {
  readonly methodId: string;
  /** Path and query parameters under their wire names, converted to their types, with defaults. */
  readonly parameters: Omit<Request, 'requestBody'>;
  readonly requestBody: BodyOf<Request>;
  /** The request headers. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The user of the token, or `anonymous@example.com`. */
  readonly user: string;
  /** The user whose account the request concerns: `user`, or without a known token the first user in `tokens` of the seed, or `mock@mock-project.iam.gserviceaccount.com`. */
  readonly account: string;
  /** The name of the session. */
  readonly session: string;
  /** The names of the APIs of the mock, such as `storage`. */
  readonly apis: readonly string[];
  /** The URL path of the resource that the request names, for `state`. Undefined if the method has no resource. */
  readonly path: string | undefined;
  /** The time on the mock's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly state: HandlerState;
  readonly content: HandlerContent;
  /** Whether the request is for the content of the resource (`alt=media`), which the default behavior sends instead of its result. */
  readonly requestsContent: boolean;
  /** The field mask of the response (`fields`), if the request has one. The mock selects these fields of what the handler returns. */
  readonly responseMask: string | undefined;
  /** The content that the request uploads, if any. The default behavior stores it with the resource. */
  readonly upload: MediaContent | undefined;
  /** Returns the rows of an API by its name. Default: those of the API of the method. */
  rows(api?: string): HandlerRows;
  /** Returns a new numeric id. It is the same in each run with the same `randomSeed`. */
  newId(): string;
  /**
   * Schedules a request, which the mock sends after the call, at the time `at` in milliseconds on its clock. It replaces a scheduled request of
   * the API with the same key. The module gets the response in `delivered`. Does nothing unless the option `deliver` names the host.
   *
   * @returns Whether the mock will send the request.
   */
  deliver(key: string, at: number, request: OutgoingRequest): boolean;
  /** Cancels a scheduled request of the API. */
  cancelDelivery(key: string): void;
  /**
   * Starts a long-running operation, stores it, and returns it. The operation follows the clock of the mock. Clients can cancel it, and faults
   * and control routes can make it fail. Throws a TypeError if the response of the method isn't an operation.
   */
  startOperation<Operation = JsonObject>(options?: OperationOptions): Operation;
  /** Rejects the call with an error of the service: `call.reject('notFound', 'The shelf was not found')`. */
  reject(reason: ErrorReason, message?: string, options?: Omit<HttpErrorOptions, 'message' | 'stated'>): never;
}

/**
 * Responds to a call. To respond with an error, use `call.reject` or throw an `HttpError`. An error undoes the changes of the call. The
 * handler can return a `Response` to send a status, headers, and bytes of its own. The handler of a streaming method can return a list or a generator of messages. After the handler has ended, the mock sends them as server-sent
 * events, if the request has `alt=sse`.
 *
 * @param next Returns the response without this handler. Rejects with 501 `notImplemented` if the mock doesn't implement the method.
 */
export type Handler<Request = Record<string, unknown>, Response = unknown, Messages = never> = (
  call: HandlerCall<Request>,
  next: () => Promise<Response>,
) => HandlerResponse<Response, Messages> | Promise<HandlerResponse<Response, Messages>>;

type HandlerResponse<Response, Messages> = DeepPartial<Response> | Messages | globalThis.Response;

/** Handlers by method ID. */
export type Handlers<Methods = Record<string, MethodTypes>> = {
  readonly [Id in keyof Methods]?: Handler<RequestOf<Methods, Id>, ResponseOf<Methods, Id>, MessagesOf<Methods, Id>>;
};
