/** The public types of a mock. */
import type { Handlers, MethodTypes } from './handlers.js';
import type { TypedSeed } from './seed-types.js';
import type { MockSupport } from './support-types.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export interface MockRequest {
  readonly method: string;
  /** Absolute. The selfLinks of the response start with its origin. */
  readonly url: string;
  /** Names in any case. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface MockResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text. */
  readonly body: string;
  /** The body of a media response. `body` is its decoded text. */
  readonly bytes?: Uint8Array;
}

/** What a bearer token may do, when `auth` is on. */
export interface SeedToken {
  readonly scopes?: readonly string[];
  readonly permissions?: readonly string[];
  /** Default `anonymous@example.com`. */
  readonly user?: string;
}

/** A state, or a part of one. The members after `tokens` are what a running mock remembers beyond what one would write by hand. */
export interface SeedDocument<Resources = Readonly<Record<string, JsonObject>>> {
  /** URL path of the resource to its body; output-only fields that are absent are filled in. Links to itself begin with the origin of each request, whatever origin they have here. */
  readonly resources?: Resources;
  readonly iamPolicies?: Readonly<Record<string, JsonObject>>;
  /** Owner (`projects/p`, `projects/p/locations/l`) to its error events. */
  readonly events?: Readonly<Record<string, readonly JsonObject[]>>;
  /** Resource to its content, in base64. */
  readonly media?: Readonly<Record<string, { readonly type: string; readonly data: string }>>;
  /** Resource to its ancestors, nearest first. */
  readonly ancestors?: Readonly<Record<string, readonly string[]>>;
  readonly tokens?: Readonly<Record<string, SeedToken>>;
  /** Request ids to what a repeated request returns: the operation at a path, or a response. */
  readonly requestIds?: Readonly<Record<string, string | { readonly response: JsonObject }>>;
  /** Scheduled effects by key, in order. */
  readonly tasks?: Readonly<Record<string, Json>>;
  /** The projects' logs. */
  readonly log?: Readonly<Record<string, readonly JsonObject[]>>;
  /** `now` is RFC 3339; a frozen clock stands still. */
  readonly clock?: { readonly now: string; readonly frozen: boolean };
  /** The state of the id generator. */
  readonly ids?: readonly number[];
  /** Unfinished resumable uploads by id. */
  readonly uploads?: Readonly<Record<string, JsonObject>>;
  /** Resource to its body as it is stored, if that can't be told from the body in `resources`: explicit defaults, write-only fields. Ignored if `resources` shows another one. */
  readonly stored?: Readonly<Record<string, JsonObject>>;
  /** Resource to the number of changes it has seen, where that is not one. */
  readonly versions?: Readonly<Record<string, number>>;
  /** The counters of the server. */
  readonly counters?: Readonly<Record<string, number>>;
}

/** An injected fault; every member that selects must match. `MethodId`: ids of the methods that there are. */
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
  /** 0 to 1; default 1. */
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
  /** Present if the body has more than 1 MiB: `body` is then the text of its beginning, and `bytes` the size of the whole. */
  readonly truncated?: { readonly bytes: number };
}

export interface JournalEntry {
  /** RFC 3339, by the mock's clock. */
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
  /** True if a handler of the user took part. */
  readonly handler?: true;
  /** Id or index of the fault that applied. */
  readonly fault?: string;
  /** The internal error of the mock behind a response with status 500. */
  readonly failure?: string;
  /** Parameters, fields of the body (`requestBody.x`), and headers that had no effect. */
  readonly ignored?: readonly string[];
}

/** How the mock treats what it does not implement; each session has its own. */
export interface MockSettings {
  /** Whether a request that carries something the mock ignores is rejected with 501. */
  readonly strict: boolean;
}

/** Settings to change. The others keep their values. */
export type MockSettingsChange = { readonly [Name in keyof MockSettings]?: MockSettings[Name] | undefined };

export interface MockSettingsControl {
  get(): Promise<MockSettings>;
  /** Changes the settings that are given. */
  set(settings: MockSettingsChange): Promise<void>;
}

/** `Methods`: the methods of the API by their ids. `Seed`: a seed document. */
export interface MockOptions<Methods = Record<string, MethodTypes>, Seed = SeedDocument> {
  /** The start-up state; `reset` returns to it. Of a single document, the compiler checks each resource against the type that its path identifies. */
  readonly seed?: Seed | readonly SeedDocument[] | undefined;
  /** Default `off`: every call is allowed. */
  readonly auth?: 'off' | 'on' | undefined;
  /** Milliseconds from the acceptance of a change to its completion; default 0. */
  readonly operationDelay?: number | undefined;
  /** Milliseconds that a completed operation is kept; default 14 days. */
  readonly operationRetention?: number | undefined;
  /** Milliseconds since 1970; default the system's clock. */
  readonly now?: (() => number) | undefined;
  /** Same number, same ids; default 1. */
  readonly randomSeed?: number | undefined;
  /** Greatest request body in bytes; default 10 MiB. */
  readonly maxBody?: number | undefined;
  /** Deepest nesting of a JSON body; default 100. */
  readonly maxDepth?: number | undefined;
  /** Whether a request that carries something the mock ignores is rejected with 501 (default: false). A session can have another setting. */
  readonly strict?: boolean | undefined;
  /** Receives each warning, such as the first use of an ignored parameter of a method. Default: `console.warn`. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Functions that respond in place of the mock, or around what it does, by method id. They stay when the mock is reset. */
  readonly handlers?: Handlers<Methods> | undefined;
  /**
   * The maximum number of sessions that requests create by their header `x-mock-session`. The least recently used one makes room for a
   * new one; a session whose state, clock, or faults were set goes last, with a warning. Default: 1,000.
   */
  readonly maxSessions?: number | undefined;
  /** The maximum number of journal entries per session; the newest stay. Default: 10,000. */
  readonly journal?: number | undefined;
  /** Reads the YAML body of a control request. Default: control routes take JSON only. */
  readonly parseYaml?: ((text: string) => unknown) | undefined;
  /** Of `listen`, unless it is given others. */
  readonly allowedHosts?: ListenOptions['allowedHosts'];
  /** Of `listen`, unless it is given others. */
  readonly allowedOrigins?: ListenOptions['allowedOrigins'];
  /** Of `listen`, unless it is given another. */
  readonly trustProxy?: boolean | undefined;
}

export interface MockClock {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  /** Lets so many milliseconds pass; what falls due happens in order. */
  advance(milliseconds: number): Promise<void>;
  /** Milliseconds since 1970, or RFC 3339. */
  set(time: number | string): Promise<void>;
  freeze(): Promise<void>;
  unfreeze(): Promise<void>;
}

export interface MockFaults<MethodId extends string = string> {
  /** The faults that are left, each with the `times` that are left of it. */
  list(): Promise<readonly FaultRule<MethodId>[]>;
  /** Rejects with a `TypeError` if the rule is malformed, or if no request can match it. */
  add(rule: FaultRule<MethodId>): Promise<void>;
  clear(): Promise<void>;
}

/** The journal, oldest entry first: a copy. */
export interface MockRequests extends ReadonlyArray<JournalEntry> {
  /** Empties the journal, and nothing else. */
  clear(): Promise<void>;
}

export interface ListenOptions {
  /** 0 (the default) picks a free one. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /**
   * Hosts under which control routes respond, beside `localhost`, names below it, and loopback addresses: `mock.example.com`, or
   * `*.example.com` for all names below one.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins such as `https://app.example.com` whose pages may use the control routes, beside the mock's own. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-Host` of a proxy say what selfLinks start with; default false: they are ignored. */
  readonly trustProxy?: boolean | undefined;
}

export interface Listening {
  /** `http://127.0.0.1:8787`, no trailing slash. */
  readonly url: string;
  /** Completes the requests in progress, then closes. Connections that are still open after four seconds are cut. */
  close(): Promise<void>;
}

/** What a session has, whatever the resources of its mock. */
interface SessionControls<MethodId extends string> {
  /** Handles one request: the core of `fetch` and `listen`. Rejects with `ConnectionCut` if a fault cuts the connection, and otherwise never. Who calls it or `fetch` is trusted, whatever the host of the URL: only `listen` checks who uses the control routes. */
  handle(request: MockRequest): Promise<MockResponse>;
  /** Like `fetch`, and bound: pass it to a client. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Restores the state right after the start: the clock, the faults, and the journal, too. */
  reset(): Promise<void>;
  /** Returns a copy of the state as a seed document, each resource as a GET on `http://localhost` shows it. */
  state(): Promise<SeedDocument>;
  readonly clock: MockClock;
  readonly faults: MockFaults<MethodId>;
  readonly requests: MockRequests;
  readonly settings: MockSettingsControl;
}

/** A mock as one session (header `x-mock-session`) sees it: with a state, a clock, faults, and a journal of its own. */
export interface MockSession<MethodId extends string = string, Resources = unknown> extends SessionControls<MethodId> {
  /**
   * Merges a document into the state, completely or not at all. The compiler checks each resource against the type that its path
   * identifies. Rejects with `SeedError` if the document is invalid.
   */
  seed<Paths extends object = Record<string, unknown>>(document: TypedSeed<Resources, Paths>): Promise<void>;
  /**
   * The same mock as the session of this name sees it.
   *
   * @param options - Settings that the session has from now on, also after a reset.
   */
  session(name: string, options?: MockSettingsChange): MockSession<MethodId, Resources>;
}

/** A session of a mock of any API. */
interface AnySession extends SessionControls<string> {
  seed(document: SeedDocument): Promise<void>;
  session(name: string, options?: MockSettingsChange): AnySession;
}

/** A mock of any API, without what depends on its methods and resources. */
export interface AnyMock extends AnySession {
  listen(options?: ListenOptions): Promise<Listening>;
  support(): Promise<MockSupport>;
}

/** A mock server, as its default session sees it. `Methods`: its methods by their ids. `Resources`: the types of its resources by path template. */
export interface Mock<Methods = Record<string, MethodTypes>, Resources = unknown> extends MockSession<keyof Methods & string, Resources> {
  /** Never set: lets `compose` tell the methods of a mock at the type level. */
  readonly '~methods'?: Methods;
  /** Never set: lets `compose` tell the resources of a mock at the type level. */
  readonly '~resources'?: Resources;
  listen(options?: ListenOptions): Promise<Listening>;
  /** What the mock implements, what it infers, what it does not implement, and the parameters that it ignores. */
  support(): Promise<MockSupport>;
  /**
   * Registers a handler around what the mock does for a method, and around the handlers registered before, for all sessions. It stays
   * when the mock is reset.
   *
   * @returns A function that removes the handler.
   * @throws `ParameterError` for an unknown method id.
   */
  on<Id extends keyof Methods & string>(methodId: Id, handler: NonNullable<Handlers<Methods>[Id]>): () => void;
}
