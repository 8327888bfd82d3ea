/** The public types of a mock. */
import type { CredentialsFile, CredentialsOptions, CredentialsType } from './credentials.js';
import type { Handlers, MethodTypes } from './handlers.js';
import type { Json, JsonObject } from '../lib/json.js';
import type { SeedDocument, SeedExportOptions, TypedSeed } from './seed.js';
import type { MockLimits } from './limits.js';
import type { ListenOptions, RunningServer } from './listen.js';
import type { MockRequest, MockResponse } from './messages.js';
import type { IgnoredMode, MockSettingsChange, MockSettingsControl } from './settings.js';
import type { MockStore } from './store.js';
import type { MockApi, MockSupport } from './support.js';
import type { ForkOptions, SessionVersions } from './versions.js';

export type { Json, JsonObject } from '../lib/json.js';
export type { ListenOptions, RunningServer } from './listen.js';
export type { MockRequest, MockResponse } from './messages.js';
export type { SeedDocument, SeedExportOptions, SeedToken } from './seed.js';

/**
 * A fault to inject. `method` and `path` select the requests; if both are present, both must match. Without either, the rule applies to
 * every request.
 *
 * @typeParam MethodId - The ids of the methods of the mock.
 */
export interface FaultRule<MethodId extends string = string> {
  /** A name for the rule. The journal shows it. */
  readonly id?: string | undefined;
  /** A method ID, or a prefix that ends in `*`: `dns.managedZones.*`. */
  readonly method?: MethodId | `${string}*` | undefined;
  /** A URL path, or a prefix that ends in `*`. */
  readonly path?: string | undefined;
  /** The HTTP status of the error, from 400 to 599. Default: the status of `reason`, or 500 if the reason is unknown. */
  readonly status?: number | undefined;
  /** The reason of the error, such as `rateLimitExceeded`. */
  readonly reason?: string | undefined;
  /** The message of the error. */
  readonly message?: string | undefined;
  /** The delay before the mock processes the request, in milliseconds. */
  readonly latencyMs?: number | undefined;
  /** True closes the connection without a response. In memory, `fetch` rejects. */
  readonly drop?: boolean | undefined;
  /** The number of matching requests to which the rule applies. Default: all. */
  readonly times?: number | undefined;
  /** The share of matching requests to which the rule applies, from 0 to 1. Default: 1. */
  readonly probability?: number | undefined;
  /** Accepts the call and fails its operation with these errors. */
  readonly operation?:
    | {
        readonly errors: readonly JsonObject[];
        readonly httpErrorStatusCode?: number | undefined;
        readonly httpErrorMessage?: string | undefined;
      }
    | undefined;
  /** Scopes, such as `regions/r` or `global`, that a list reports as unreachable. */
  readonly unreachable?: readonly string[] | undefined;
}

/** A request or a response in the journal. */
export interface JournalMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  /** Present if the body is larger than 1 MiB. `body` then contains the first 1 MiB as text, and `bytes` is the size of the whole body. */
  readonly truncated?: { readonly bytes: number };
}

/** A request with its response, as the journal records it. */
export interface JournalEntry {
  /** The time of the request on the mock's clock (RFC 3339). */
  readonly time: string;
  /** Absent if no route matched. */
  readonly methodId?: string;
  readonly method: string;
  readonly path: string;
  /** The HTTP status. 0 if a fault closed the connection. */
  readonly status: number;
  readonly request: JournalMessage;
  readonly response: JournalMessage;
  /** The rule that rejected the request, with the reason and the message of the error. */
  readonly rejection?: { readonly rule: string; readonly reason: string; readonly message: string };
  /** True if a repeated request id returned the original operation. */
  readonly replayed?: true;
  /** True if a handler handled the request. */
  readonly handler?: true;
  /** Set for a request that the mock has sent, whose `path` is its URL: the API, and why there is no response. */
  readonly delivery?: { readonly api: string; readonly error?: string };
  /** The id, or else the index, of the fault rule that applied. */
  readonly fault?: string;
  /** The internal error of the mock, if it responded with 500. */
  readonly failure?: string;
  /** Parameters, fields of the body (`requestBody.x`), and headers that had no effect. */
  readonly ignored?: readonly string[];
}

/**
 * The options of a mock. `allowedHosts`, `allowedOrigins`, and `trustProxy` are the defaults of `listen`.
 *
 * @typeParam Methods - The methods of the API by id.
 * @typeParam Seed - The type of the seed document.
 */
export interface MockOptions<Methods = Record<string, MethodTypes>, Seed = SeedDocument>
  extends MockLimits, Pick<ListenOptions, 'allowedHosts' | 'allowedOrigins' | 'trustProxy'> {
  // An array in this union would make the compiler report an invalid resource path at `seed` instead of at its key.
  /**
   * The initial state, which `reset` restores: a document, or several of them in the order in which they apply. If it is a single document,
   * the compiler checks each resource against the type that its path identifies.
   */
  readonly seed?: Seed | Iterable<SeedDocument> | undefined;
  /** `on` requires a token of the seed with the scopes and permissions of the method. `off` accepts every call. Default: `off`. */
  readonly auth?: 'off' | 'on' | undefined;
  /** The time from the acceptance of a change to its completion, in milliseconds. Default: 0. */
  readonly operationDelay?: number | undefined;
  /** How long the mock keeps a completed operation, in milliseconds. Default: 14 days. */
  readonly operationRetention?: number | undefined;
  /** Returns the current time in milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** The seed of the random numbers, such as generated ids. The same seed and the same requests produce the same ids. Default: 1. */
  readonly randomSeed?: number | undefined;
  /**
   * Which of the parameters, fields, and headers that the mock doesn't implement lead to 501. `select`: those that select what the response
   * contains or what the request changes, such as a filter. `warn`: none. `all`: all of them. A session can have another setting. Default:
   * `select`.
   */
  readonly ignored?: IgnoredMode | undefined;
  /** Receives each warning, such as the first use of an ignored parameter of a method. Default: `console.warn`. */
  readonly warn?: ((message: string) => void) | undefined;
  /**
   * Receives the cause of each response that reports a failure of the mock itself or of a handler, the first 501 of each method, and the first
   * 404 of each path without a route. Default: `console.error`.
   */
  readonly reportError?: ((message: string) => void) | undefined;
  /** Functions that replace or wrap the default behavior of methods, by method ID. A reset doesn't remove them. */
  readonly handlers?: Handlers<Methods> | undefined;
  /**
   * How long the handlers of a call may take, in milliseconds of real time. After that, the mock responds with 500, undoes the changes of the
   * call, and continues with the next request of the session. Default: 30 seconds.
   */
  readonly handlerTimeout?: number | undefined;
  /**
   * The hosts to which the mock sends requests in place of the service, such as pushed messages and due tasks: `localhost` for all ports, or
   * `localhost:3000`. It never sends any to control routes. The journal contains the results. Default: none.
   */
  readonly deliver?: readonly string[] | undefined;
  /** Keeps the states of the sessions, durably or shared with other processes. Default: in memory. */
  readonly store?: MockStore | undefined;
  /** Parses the YAML body of a control request. Default: control routes accept only JSON. */
  readonly parseYaml?: ((text: string) => unknown) | undefined;
  /**
   * The token that control routes require, except the health route, in `Authorization: Bearer TOKEN` or `x-mock-admin-token: TOKEN`:
   * printable ASCII characters without spaces. The members of the mock need no token, apart from `handle` and `fetch`. Default: none.
   */
  readonly adminToken?: string | undefined;
}

/** The options that are numbers or words. */
export type MockSettingName = {
  [Name in keyof MockOptions]-?: NonNullable<MockOptions[Name]> extends number
    ? Name
    : string extends NonNullable<MockOptions[Name]>
      ? never
      : NonNullable<MockOptions[Name]> extends string
        ? Name
        : never;
}[keyof MockOptions];

/** Their values, with the defaults of absent options. */
export type MockSettingValues = { readonly [Name in MockSettingName]: NonNullable<MockOptions[Name]> };

/** The clock of a session. It determines when operations complete, and the timestamps of resources. */
export interface MockClock {
  /** Returns the time in milliseconds since 1970. */
  now(): Promise<number>;
  /** Advances the clock by a number of milliseconds. Changes that are due in that time happen in order. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the time, in milliseconds since 1970 or as RFC 3339 text. */
  set(time: number | string): Promise<void>;
  /** Stops the clock. `advance` and `set` still change it. */
  freeze(): Promise<void>;
  /** Starts the clock again. */
  unfreeze(): Promise<void>;
}

/** The fault rules of a session. */
export interface MockFaults<MethodId extends string = string> {
  /** Returns the rules that still apply. `times` is the number of remaining requests. */
  list(): Promise<readonly FaultRule<MethodId>[]>;
  /** Rejects with a `TypeError` if the rule is malformed, or if no request can match it. */
  add(rule: FaultRule<MethodId>): Promise<void>;
  /** Removes all rules. */
  clear(): Promise<void>;
}

/** A copy of the journal, oldest entry first. */
export interface MockRequests extends ReadonlyArray<JournalEntry> {
  /** Deletes all entries of the journal. */
  clear(): Promise<void>;
}

/** The members of a session that don't depend on the types of resources. */
interface SessionControls<MethodId extends string> extends SessionVersions {
  /** The name of the session: the value of the header `x-mock-session` that selects it over HTTP. */
  readonly name: string;
  /** The APIs of the mock. */
  readonly apis: readonly MockApi[];
  /**
   * Handles one request. `fetch` and `listen` use this function. Rejects only if a fault closes the connection, with `ConnectionCut`.
   * `handle` and `fetch` don't restrict hosts and origins of control requests, because the caller is your own code; `listen` does. The
   * option `adminToken` applies to all three.
   */
  handle(request: MockRequest): Promise<MockResponse>;
  /** Handles a request in memory, with the signature of `fetch`. It is bound, so you can pass it to a client. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Restores the initial state, including the clock, the faults, and the journal. */
  reset(): Promise<void>;
  /** Returns a copy of the state as a seed document. Each resource is as a GET on `http://localhost` returns it. */
  state(): Promise<SeedDocument>;
  /**
   * Returns the seed document that a person would write for the state, or for a part of it: without operations and internal members, and
   * without the values that the mock fills in itself. It is sorted, so that equal states have equal documents.
   */
  exportSeed(options?: SeedExportOptions): Promise<SeedDocument>;
  readonly clock: MockClock;
  readonly faults: MockFaults<MethodId>;
  /** The journal: all requests with their responses. */
  readonly requests: MockRequests;
  readonly settings: MockSettingsControl;
  /**
   * Returns what a client loads as its application default credentials: by default, the key file of a service account. The client exchanges
   * it at the mock for tokens with the scopes and permissions of its user.
   *
   * @throws HttpError With the reason `notFound` for an unknown user if `auth` is `on`.
   * @throws ParameterError If an option is invalid.
   */
  credentials<Type extends CredentialsType = 'service_account'>(
    options?: CredentialsOptions & { readonly type?: Type | undefined },
  ): Promise<CredentialsFile<Type>>;
  /**
   * Serves the session over HTTP. Requests to the URL of the default session can select another one with the header `x-mock-session`; the
   * URL of another session is for that session only.
   */
  listen(options?: ListenOptions): Promise<RunningServer>;
  /** Deletes the session with its state and its journal. The next use creates it again from the initial seed. */
  delete(): Promise<void>;
}

/** An isolated session of a mock, with its own state, clock, faults, and journal. The header `x-mock-session` selects it over HTTP. */
export interface MockSession<MethodId extends string = string, Resources = unknown> extends SessionControls<MethodId> {
  /**
   * Merges a seed document into the state. The compiler checks each resource against the type that its path identifies. Rejects with
   * `SeedError`, and changes nothing, if the document is invalid.
   */
  seed<Paths extends object = Record<string, unknown>>(document: TypedSeed<Resources, Paths>): Promise<void>;
  /**
   * Returns the session with this name. The first use creates it from the initial seed.
   *
   * @param options - Settings of the session. A reset keeps them.
   */
  session(name: string, options?: MockSettingsChange): MockSession<MethodId, Resources>;
  /**
   * Creates a session with the state of this one or of another: resources, operations, tokens, the clock, faults, generated ids, and
   * settings. Later changes of one don't affect the other, and neither does deleting one. Takes constant time. The new session has no
   * journal entries and no snapshots. As in any session, a reset restores the initial seed. `rewind(1)` restores the state that the fork
   * started from, unless the fork replaces a session that was deleted from a store: its sequence numbers continue.
   *
   * @param name - 1 to 100 letters, digits, dots, underscores, and hyphens.
   * @throws HttpError If the name is invalid (`invalid`) or a session has it (`alreadyExists`), or if `from` or `at` doesn't exist.
   */
  fork(name: string, options?: ForkOptions): Promise<MockSession<MethodId, Resources>>;
}

/** A session of a mock of any API. */
export interface AnySession extends SessionControls<string> {
  seed(document: SeedDocument): Promise<void>;
  session(name: string, options?: MockSettingsChange): AnySession;
  fork(name: string, options?: ForkOptions): Promise<AnySession>;
}

/** A mock of any API, without the members that depend on its methods and resources. */
export interface AnyMock extends AnySession {
  support(): Promise<MockSupport>;
}

/**
 * A mock server, with the members of its default session.
 *
 * @typeParam Methods - The methods by id.
 * @typeParam Resources - The types of the resources by path template.
 */
export interface Mock<Methods = Record<string, MethodTypes>, Resources = unknown> extends MockSession<keyof Methods & string, Resources> {
  /** Never set. Its type passes the methods of a mock to `compose`. */
  readonly '~methods'?: Methods;
  /** Never set. Its type passes the resources of a mock to `compose`. */
  readonly '~resources'?: Resources;
  /** Returns how the mock supports each method, and the parameters that it ignores. */
  support(): Promise<MockSupport>;
  /**
   * Registers a handler for a method in all sessions. It wraps the default behavior and the handlers that are already registered. A reset
   * doesn't remove it.
   *
   * @returns A function that removes the handler.
   * @throws ParameterError If the method ID is unknown.
   */
  on<Id extends keyof Methods & string>(methodId: Id, handler: NonNullable<Handlers<Methods>[Id]>): () => void;
}
