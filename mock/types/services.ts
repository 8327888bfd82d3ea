/** The types of service modules: code of one service, in addition to its description. */
import type { JsonObject } from '../lib/json.js';
import type { HandlerCall, Handlers } from './handlers.js';

/** An error that a check finds. */
export interface ServiceProblem {
  readonly message: string;
  /** The dotted path of the field. Default: the whole resource or request. */
  readonly field?: string;
}

/** What a check returns: nothing if the value is valid. A text is the message of a problem. */
export type CheckResult = string | ServiceProblem | readonly (string | ServiceProblem)[] | undefined | void;

/** What a query parameter changes in a list, before the list is divided into pages. */
export interface ListSelection {
  /** Returns whether the list contains a resource. The resource is as a GET returns it. */
  filter?(resource: JsonObject): boolean;
  /** Orders two resources like the function of `Array.sort`. If several parameters order the list, the first one does. */
  compare?(one: JsonObject, other: JsonObject): number;
}

/**
 * Implements a query parameter of a list. It receives the value of the parameter, converted to its type, and is called only if the request has
 * the parameter. To reject a value, use `call.reject`.
 */
export type ListParameter = (value: never, call: HandlerCall) => ListSelection | undefined | Promise<ListSelection | undefined>;

/** The context in which fields of a resource are computed. */
export interface CompleteContext {
  /** The URL path of the resource. */
  readonly path: string;
  /** The time on the mock's clock, in milliseconds since 1970. */
  readonly now: number;
  /** The user of the request. Undefined for a seeded resource. */
  readonly user: string | undefined;
  /** The stored resource before the change. Undefined for a new resource. */
  readonly previous: JsonObject | undefined;
  /** The resource that contains the resource, such as the shelf of a book, as it is stored, with its defaults. Undefined if there is none. */
  readonly parent: JsonObject | undefined;
  /** Returns a new numeric ID. It is the same in each run with the same `randomSeed`. */
  newId(): string;
}

/** What the meaning of a name depends on. */
export interface AliasContext {
  /** The user of the token. Without a known token, the first user in `tokens` of the seed, or `mock@mock-project.iam.gserviceaccount.com`. */
  readonly user: string;
}

/** A change of a resource. */
export interface ResourceChange {
  /** The URL path of the resource. */
  readonly path: string;
  /** The resource as a GET returns it. Undefined after a deletion. */
  readonly resource: JsonObject | undefined;
  /** The resource before the change. Undefined for a new or seeded one. */
  readonly previous: JsonObject | undefined;
}

/** The call of a function that follows changes. The members are as in a handler. */
export interface FollowCall extends Pick<HandlerCall, 'now' | 'state' | 'rows' | 'newId'> {
  /** The user of the request. Undefined for a seeded resource. */
  readonly user: string | undefined;
}

/** A call of a further route. The members are as in a handler. */
export interface RouteCall extends Pick<
  HandlerCall,
  | 'headers'
  | 'user'
  | 'account'
  | 'session'
  | 'apis'
  | 'now'
  | 'state'
  | 'content'
  | 'rows'
  | 'newId'
  | 'deliver'
  | 'cancelDelivery'
  | 'reject'
> {
  /** The request as received. */
  readonly request: Request;
  /** The decoded values of the variables in the path. */
  readonly parameters: Readonly<Record<string, string>>;
  /** For a `public` route: with `auth: 'on'`, throws 401 if the request has no known token. */
  requireCredential(): void;
  /**
   * Returns whether the key of the service accounts of the mock has signed the bytes (RSA with SHA-256, PKCS #1 v1.5). A signed URL has such
   * a signature.
   */
  verifySignature(bytes: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/** A route of the host of an API that no method of its description has. */
export interface ServiceRoute {
  /** The HTTP method. A route with `GET` also responds to `HEAD`. */
  readonly method: string;
  /** The template of the path: `/{bucket}/{object=**}`. A variable matches one segment, with `=**` one or more. */
  readonly path: string;
  /** `public` accepts requests without a credential. Default: with `auth: 'on'`, the request needs a known token. */
  readonly access?: 'public' | undefined;
  /**
   * Returns the response, in the transaction of the request. An error undoes all changes. A thrown `Response` is sent, and undoes all changes. `undefined` leaves the request to others, so that the
   * mock responds with 404.
   */
  respond(call: RouteCall): Response | undefined | Promise<Response | undefined>;
}

/** The result of a request that the mock has sent. */
export interface DeliveryResult {
  /** The key with which it was scheduled. */
  readonly key: string;
  /** The HTTP status. Absent without a response. */
  readonly status?: number;
  /** Why there is no response. */
  readonly error?: string;
}

/** The call in which a module learns the result of a request. The members are as in a handler. */
export type DeliveryCall = Omit<RouteCall, 'headers' | 'request' | 'parameters' | 'requireCredential' | 'verifySignature'>;

/**
 * The behavior of a service that its description can't express. Keys that begin with a slash are path templates of resources, as in
 * `/v1/shelves/{shelf}`; the names of variables don't matter. Other keys are method IDs.
 */
export interface ServiceDefinition {
  /** The name of the API, such as `storage`. */
  readonly api: string;
  /** Functions that replace or wrap the default behavior of methods, by method ID. Handlers of a test run around them. */
  readonly handlers?: Handlers;
  /**
   * The query parameters that the module implements, by method ID and name. The mock no longer reports or rejects them as ignored. `true`: a
   * handler, or `complete`, reads the parameter.
   */
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, true | ListParameter>>>>;
  /** The order of lists by method ID, like the function of `Array.sort`, unless a parameter of the request orders the list. Default: by name. */
  readonly orders?: Readonly<Record<string, (one: JsonObject, other: JsonObject) => number>>;
  /** Checks of new, changed, and seeded resources (by path template), and of requests (by method ID). A problem rejects with 400. */
  readonly checks?: Readonly<Record<string, (value: never) => CheckResult>>;
  /** Computes fields of a new or changed resource, which are stored with it, by path template. Returns the computed fields. */
  readonly complete?: Readonly<Record<string, (resource: JsonObject, context: CompleteContext) => object | undefined>>;
  /** Computes fields that each response with the resource contains, by path template. It must depend only on the resource and its path. `null` removes a field. */
  readonly render?: Readonly<Record<string, (resource: JsonObject, context: Pick<CompleteContext, 'path'>) => object | undefined>>;
  /**
   * What a name in the path of a request stands for, such as the user for `me`: functions by the path template that the name ends. The paths
   * below it have the name, too.
   */
  readonly aliases?: Readonly<Record<string, (name: string, caller: AliasContext) => string>>;
  /**
   * Functions that run after a resource has been created, changed, deleted, or seeded, in the same transaction, by the name of its API and its
   * path template. They keep resources of several APIs in step, such as the files of two services. The API can be another one: if the mock
   * lacks it, the function never runs. What they change isn't followed again.
   */
  readonly follow?: Readonly<Record<string, Readonly<Record<string, (change: ResourceChange, call: FollowCall) => void>>>>;
  /** Receives the result of each request of `deliver`, in a transaction of its own. It can schedule further ones. */
  readonly delivered?: (call: DeliveryCall, result: DeliveryResult) => void | Promise<void>;
  /** Further routes of the host. Methods take precedence. */
  readonly routes?: readonly ServiceRoute[];
}
