/** The public types of a mock. */
import type { MockSettingsChange, MockSettingsControl } from './settings-types.js';
import type { Handlers, MethodTypes } from './handlers.js';
import type { TypedSeed } from './seed-types.js';
import type { MockSupport } from './support-types.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export interface MockRequest {
  readonly method: string;
  /** The absolute URL. The selfLinks of the response start with its origin. */
  readonly url: string;
  /** Header names are case-insensitive. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface MockResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body: string;
  /** The body of a media response. `body` is its decoded text. */
  readonly bytes?: Uint8Array;
}

/** The permissions of a bearer token, if `auth` is on. */
export interface SeedToken {
  readonly scopes?: readonly string[];
  readonly permissions?: readonly string[];
  /** Default `anonymous@example.com`. */
  readonly user?: string;
}

/** A state or a part of one. The members after `tokens` are the internal state of a running mock. */
export interface SeedDocument<Resources = Readonly<Record<string, JsonObject>>> {
  /**
   * The resources by URL path. The server fills in absent output-only fields, and links of a resource to itself get the origin of each
   * request.
   */
  readonly resources?: Resources;
  readonly iamPolicies?: Readonly<Record<string, JsonObject>>;
  /** The error events by owner (`projects/p`, `projects/p/locations/l`). */
  readonly events?: Readonly<Record<string, readonly JsonObject[]>>;
  /** The content by resource, in base64. */
  readonly media?: Readonly<Record<string, { readonly type: string; readonly data: string }>>;
  /** The ancestors by resource, nearest first. */
  readonly ancestors?: Readonly<Record<string, readonly string[]>>;
  readonly tokens?: Readonly<Record<string, SeedToken>>;
  /** The results of requests by request ID: the path of an operation, or a response. */
  readonly requestIds?: Readonly<Record<string, string | { readonly response: JsonObject }>>;
  /** Scheduled effects by key, in order. */
  readonly tasks?: Readonly<Record<string, Json>>;
  /** The projects' logs. */
  readonly log?: Readonly<Record<string, readonly JsonObject[]>>;
  /** The clock. `now` is an RFC 3339 time. */
  readonly clock?: { readonly now: string; readonly frozen: boolean };
  /** The state of the id generator. */
  readonly ids?: readonly number[];
  /** Unfinished resumable uploads by id. */
  readonly uploads?: Readonly<Record<string, JsonObject>>;
  /** The stored body by resource, if `resources` doesn't determine it. Ignored if it contradicts `resources`. */
  readonly stored?: Readonly<Record<string, JsonObject>>;
  /** The number of changes by resource, if it isn't one. */
  readonly versions?: Readonly<Record<string, number>>;
  /** The counters of the server. */
  readonly counters?: Readonly<Record<string, number>>;
}

/** An injected fault. A request must match all selecting members. `MethodId` lists the known method IDs. */
export interface FaultRule<MethodId extends string = string> {
  readonly id?: string | undefined;
  /** A method id, or a prefix of one with `*` at its end: `dns.managedZones.*`. */
  readonly method?: MethodId | `${string}*` | undefined;
  /** A path, or a prefix of one with `*` at its end. */
  readonly path?: string | undefined;
  /** 400 to 599. Default: the status of `reason`, or 500 for an unknown reason. */
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** Milliseconds to wait before anything else happens. */
  readonly latencyMs?: number | undefined;
  /** Cut the connection (in memory: reject as fetch does). */
  readonly drop?: boolean | undefined;
  /** The number of matching requests to which the rule applies. Default: all. */
  readonly times?: number | undefined;
  /** The probability from 0 to 1 that the rule applies. Default: 1. */
  readonly probability?: number | undefined;
  /** Accepts the call and fails its operation with these errors. */
  readonly operation?:
    | {
        readonly errors: readonly JsonObject[];
        readonly httpErrorStatusCode?: number | undefined;
        readonly httpErrorMessage?: string | undefined;
      }
    | undefined;
  /** Scopes (`regions/r`, `global`) that a list can't reach. */
  readonly unreachable?: readonly string[] | undefined;
}

/** A request or a response in the journal. */
export interface JournalMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  /** Present if the body is larger than 1 MiB. Then `body` is the text of its beginning, and `bytes` its total size. */
  readonly truncated?: { readonly bytes: number };
}

export interface JournalEntry {
  /** The RFC 3339 time on the mock's clock. */
  readonly time: string;
  /** Absent if no route matched. */
  readonly methodId?: string;
  readonly method: string;
  readonly path: string;
  /** 0 if a fault closed the connection. */
  readonly status: number;
  readonly request: JournalMessage;
  readonly response: JournalMessage;
  /** The rule that rejected the request, and the reason. */
  readonly rejection?: { readonly rule: string; readonly reason: string; readonly message: string };
  /** True if a repeated request id returned the original operation. */
  readonly replayed?: true;
  /** True if a user-defined handler responded. */
  readonly handler?: true;
  /** The ID or index of the fault that applied. */
  readonly fault?: string;
  /** The internal error of the mock behind a response with status 500. */
  readonly failure?: string;
  /** Parameters, fields of the body (`requestBody.x`), and headers that had no effect. */
  readonly ignored?: readonly string[];
}

/** The options of a mock. `Methods` maps method IDs to methods. `Seed` is the type of a seed document. */
export interface MockOptions<Methods = Record<string, MethodTypes>, Seed = SeedDocument> {
  /** The initial state. The compiler checks the resources of a single document against the types of their paths. */
  readonly seed?: Seed | readonly SeedDocument[] | undefined;
  /** Whether the mock checks authorization. Default: `off`, which allows every call. */
  readonly auth?: 'off' | 'on' | undefined;
  /** The milliseconds from the acceptance of a change to its completion. Default: 0. */
  readonly operationDelay?: number | undefined;
  /** The milliseconds for which a completed operation is stored. Default: 14 days. */
  readonly operationRetention?: number | undefined;
  /** Returns milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** The seed of generated IDs. The same seed generates the same IDs. Default: 1. */
  readonly randomSeed?: number | undefined;
  /** The maximum size of a request body in bytes. Default: 10 MiB. */
  readonly maxBody?: number | undefined;
  /** The maximum nesting depth of a JSON body. Default: 100. */
  readonly maxDepth?: number | undefined;
  /** Whether the mock rejects a request with ignored parts with 501. Each session can have its own setting. Default: false. */
  readonly strict?: boolean | undefined;
  /** Receives each warning, such as the first use of an ignored parameter of a method. Default: `console.warn`. */
  readonly warn?: ((message: string) => void) | undefined;
  /** The functions that respond instead of the mock or around its default behavior, by method ID. */
  readonly handlers?: Handlers<Methods> | undefined;
  /**
   * The maximum number of sessions that requests create by their header `x-mock-session`. A new session evicts the least recently used one.
   * Sessions whose state, clock, or faults were set are evicted last, with a warning. Default: 1,000.
   */
  readonly maxSessions?: number | undefined;
  /** The maximum number of journal entries per session; the newest stay. Default: 10,000. */
  readonly journal?: number | undefined;
  /** Parses the YAML body of a control request. Default: control routes accept only JSON. */
  readonly parseYaml?: ((text: string) => unknown) | undefined;
  /** The default of `listen`. */
  readonly allowedHosts?: ListenOptions['allowedHosts'];
  /** The default of `listen`. */
  readonly allowedOrigins?: ListenOptions['allowedOrigins'];
  /** The default of `listen`. */
  readonly trustProxy?: boolean | undefined;
}

export interface MockClock {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  /** Advances the clock by milliseconds, and runs the tasks that fall due in order. */
  advance(milliseconds: number): Promise<void>;
  /** Milliseconds since 1970, or RFC 3339. */
  set(time: number | string): Promise<void>;
  freeze(): Promise<void>;
  unfreeze(): Promise<void>;
}

export interface MockFaults<MethodId extends string = string> {
  /** Returns the remaining faults, with their remaining `times`. */
  list(): Promise<readonly FaultRule<MethodId>[]>;
  /** Rejects with a `TypeError` if the rule is malformed, or if no request can match it. */
  add(rule: FaultRule<MethodId>): Promise<void>;
  clear(): Promise<void>;
}

/** A copy of the journal, oldest entry first. */
export interface MockRequests extends ReadonlyArray<JournalEntry> {
  /** Clears the journal. Doesn't change anything else. */
  clear(): Promise<void>;
}

export interface ListenOptions {
  /** The port. Default: 0, which selects a free port. */
  readonly port?: number | undefined;
  /** The host to listen on. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /**
   * Additional hosts for which control routes respond: `mock.example.com`, or `*.example.com` for all its subdomains. `localhost`, its
   * subdomains, and loopback addresses are always allowed.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Additional origins whose pages can use the control routes, such as `https://app.example.com`. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Whether the origin of selfLinks comes from the proxy headers `X-Forwarded-Proto` and `X-Forwarded-Host`. Default: false. */
  readonly trustProxy?: boolean | undefined;
}

export interface Listening {
  /** The URL without a trailing slash: `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Completes the requests in progress, then closes. Connections that are still open after four seconds are cut. */
  close(): Promise<void>;
}

/** The controls of a session, which don't depend on the resources of its mock. */
interface SessionControls<MethodId extends string> {
  /**
   * Handles one request, like `fetch` and `listen`. Rejects only with `ConnectionCut`, if a fault cuts the connection. Callers of `handle`
   * and `fetch` are trusted: only `listen` checks access to the control routes.
   */
  handle(request: MockRequest): Promise<MockResponse>;
  /** Like the global `fetch`, and bound to the mock, so that you can pass it to a client. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Restores the initial state, including the clock, the faults, and the journal. */
  reset(): Promise<void>;
  /** Returns a copy of the state as a seed document, each resource as a GET on `http://localhost` shows it. */
  state(): Promise<SeedDocument>;
  readonly clock: MockClock;
  readonly faults: MockFaults<MethodId>;
  readonly requests: MockRequests;
  readonly settings: MockSettingsControl;
}

/** A session of a mock (header `x-mock-session`), with its own state, clock, faults, and journal. */
export interface MockSession<MethodId extends string = string, Resources = unknown> extends SessionControls<MethodId> {
  /**
   * Merges a document into the state, completely or not at all. The compiler checks each resource against the type that its path
   * identifies. Rejects with `SeedError` if the document is invalid.
   */
  seed<Paths extends object = Record<string, unknown>>(document: TypedSeed<Resources, Paths>): Promise<void>;
  /**
   * Returns the session with this name.
   *
   * @param options - Settings of the session, which a reset keeps.
   */
  session(name: string, options?: MockSettingsChange): MockSession<MethodId, Resources>;
}

/** A session of a mock of any API. */
interface AnySession extends SessionControls<string> {
  seed(document: SeedDocument): Promise<void>;
  session(name: string, options?: MockSettingsChange): AnySession;
}

/** A mock of any API, without the parts that depend on its methods and resources. */
export interface AnyMock extends AnySession {
  listen(options?: ListenOptions): Promise<Listening>;
  support(): Promise<MockSupport>;
}

/** A mock server and its default session. `Methods` maps method IDs to methods. `Resources` maps path templates to resource types. */
export interface Mock<Methods = Record<string, MethodTypes>, Resources = unknown> extends MockSession<keyof Methods & string, Resources> {
  /** Never set. Lets `compose` infer the methods of a mock at the type level. */
  readonly '~methods'?: Methods;
  /** Never set. Lets `compose` infer the resources of a mock at the type level. */
  readonly '~resources'?: Resources;
  listen(options?: ListenOptions): Promise<Listening>;
  /** Returns what the mock implements, infers, and doesn't implement, and the parameters that it ignores. */
  support(): Promise<MockSupport>;
  /**
   * Registers a handler of a method for all sessions, around the default behavior and the handlers registered before. `reset` keeps it.
   *
   *
   * @returns A function that removes the handler.
   * @throws `ParameterError` for an unknown method ID.
   */
  on<Id extends keyof Methods & string>(methodId: Id, handler: NonNullable<Handlers<Methods>[Id]>): () => void;
}
