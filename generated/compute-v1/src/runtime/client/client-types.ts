/** Public types of the client. */
import type { ApiDescriptor, HttpMethod, MethodDescriptor } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';
import type { Fields, FieldsParameter, Masked, MaskedItem, MaskedPage } from './field-mask-types.js';
import type { AttemptSummary, Hooks } from './hooks.js';
import type { CallContext } from './exchange.js';
import type { Retry } from './retry-types.js';
import type { Validate } from './validation.js';

/** The property of a client that holds its transport. */
export const transportKey: unique symbol = Symbol.for('discogen.transport');

/** The property of a client that holds the function that binds its methods to another transport. */
export const bindKey: unique symbol = Symbol.for('discogen.bind');

/** The first argument of a method function: a generated client or a bare transport. */
export interface Client {
  readonly [transportKey]: Transport;
  /** Returns a client with the same methods and another transport. */
  readonly [bindKey]?: (transport: Transport) => Client;
}

/** Sends the requests of one API. A transport is the smallest possible client. */
export interface Transport extends Client {
  readonly api: ApiDescriptor;
  /** The base URL of the service. Ends in a slash. */
  readonly rootUrl: string;
  readonly clock: Clock;
  /** Sends one call and retries it. Rejects with a `DiscogenError`, or with the reason of the aborted signal. */
  call(method: CallableDescriptor, params: object | undefined, options?: CallOptions): Promise<ApiResponse>;
  /** Sends a prepared request. Throws `ParameterError` if a timeout is invalid. */
  send(request: PreparedRequest, options?: CallOptions): Promise<ApiResponse>;
}

/** A method together with the middleware that its calls need. */
export interface CallableDescriptor extends MethodDescriptor {
  readonly middleware?: readonly Middleware[] | undefined;
  /** The response is media, not JSON, so validators don't apply. */
  readonly media?: true;
  /** The options that its calls accept in addition to `CallOptions`. */
  readonly options?: OptionNames<object>;
}

/** 1, or the members of an option that is an object with known members. */
type OptionShape = 1 | { readonly [member: string]: OptionShape };

/** The name of each option in `Options`. */
export type OptionNames<Options extends object> = { readonly [Name in keyof Options]-?: OptionShape };

/** Changes a call before the client sends it. */
export type Middleware = (builder: RequestBuilder) => void;

/** A call under preparation. */
export interface RequestBuilder {
  method: CallableDescriptor;
  /** Sends the call. Middleware may replace it with one that wraps `send`. */
  transport: Transport;
  readonly options: CallOptions;
  /** The options of the client. */
  readonly clientOptions: ClientOptions;
  /** The parameters of the call. Middleware may set members, but must not change their values in place. */
  readonly values: Record<string, unknown>;
  /** Values that errors must not contain. */
  secrets?: readonly string[];
  /** The `JSON.stringify` replacer for the body. */
  replacer?: (name: string, value: unknown) => unknown;
  /** True if the call carries a request id, so that the client can retry it whatever its HTTP method is. */
  safe?: boolean;
}

/** A request that lacks only the base URL, the credentials, and the headers of the client. */
export interface PreparedRequest {
  /** The id of the method, for messages. */
  readonly id: string;
  readonly httpMethod: HttpMethod;
  /** The percent-encoded path and query, without a leading slash. */
  readonly path: string;
  /** The path template. */
  readonly route?: string;
  /** JSON text or bytes. */
  readonly body?: string | ArrayBuffer;
  /** Override the headers of the client and of the call. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Makes one attempt. Default: sends the request and reads the response. */
  readonly attempt?: (call: CallContext, summary: AttemptSummary, signal: AbortSignal | undefined) => Promise<ApiResponse>;
  /** Values that errors must not contain. */
  readonly secrets?: readonly string[] | undefined;
  /** True if the request can be retried: its method is idempotent, or it carries a request id. */
  readonly safe: boolean;
}

/** The options of a client. Times are in milliseconds. */
export interface ClientOptions extends Hooks {
  /** The base URL of the service, optionally with a path prefix. Must not contain credentials, a query, or a fragment. Required if the API has no default. */
  readonly rootUrl?: string | undefined;
  /** The credentials. Default: the client sends none. */
  readonly auth?: Auth | undefined;
  /** The `fetch` implementation, such as that of a mock or `undiciFetch`. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** When to retry a failed attempt. Default: `{ attempts: 3 }`. */
  readonly retry?: Retry | undefined;
  /** The time limit of a call. Default: none. */
  readonly timeout?: Timeout | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** The `User-Agent` header. Browsers don't allow a program to set it. */
  readonly userAgent?: string | undefined;
  /** Generates the request id of a call whose method accepts one, unless the call already has one. `false` generates none. Default: a random UUID. */
  readonly requestId?: false | (() => string) | undefined;
  /** Hooks to call after those of this object. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** Validates requests before the client sends them, and responses. Default: no validation. */
  readonly validate?: Validate | undefined;
  /** The clock, for tests. Default: the clock of the platform. */
  readonly clock?: Clock | undefined;
  /** Returns a number from 0 up to, but not including, 1 for the jitter of retries. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/**
 * The options of one call. An option replaces that of the client as a whole: `{ attempts: 2 }` has the default delays. Only `headers` are
 * merged with those of the client.
 */
export interface CallOptions {
  /**
   * Aborts the call, which then rejects with the reason of the signal. The client removes its listener when the call ends. Node.js warns if
   * more than ten concurrent calls share one signal; call `setMaxListeners` of `node:events` to raise that limit.
   */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the call. */
  readonly timeout?: Timeout | undefined;
  /** When to retry a failed attempt. */
  readonly retry?: Retry | undefined;
  /** Headers to add to those of the client. `undefined` removes a header. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Generates the request id of the call. `false` generates none. */
  readonly requestId?: false | (() => string) | undefined;
}

/** Time limits in milliseconds. A number limits the whole call with all its attempts. `Infinity` means no limit. */
export type Timeout = number | { readonly total?: number | undefined; readonly attempt?: number | undefined };

/** A bearer token, or a source of credentials. The client calls the source before each attempt, and once more after status 401. */
export type Auth = string | (() => string | Promise<string>) | RequestHeadersSource;

/** A source of credentials that returns headers, such as a client of `google-auth-library`. */
export interface RequestHeadersSource {
  getRequestHeaders(url: string): HeadersLike | Promise<HeadersLike>;
}

/** A `Headers` object or a plain object. */
export type HeadersLike = { forEach(callback: (value: string, name: string) => void): void } | Readonly<Record<string, string | undefined>>;

/** The functions of time that the client uses. */
export interface Clock {
  /** Returns the milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  redirect: 'manual';
  body?: string | ArrayBuffer;
  signal?: AbortSignal;
}

export interface FetchResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: { get(name: string): string | null; forEach(callback: (value: string, name: string) => void): void };
  text(): Promise<string>;
  /** The body as a stream. Downloads read it. */
  readonly body?: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
}

/** A running call. Resolves with the response body. */
export interface Call<Result> extends Promise<Result> {
  /** Resolves with the status, the headers, and the body. Doesn't send a second request. */
  withResponse(): Promise<ApiResponse<Result>>;
}

/**
 * A list call. It sends nothing until you await or iterate it. Awaiting it twice sends one request.
 *
 * ```ts
 * for await (const zone of dns.managedZones.list({ project: 'p' })) console.log(zone.name); // items of all pages
 * const page = await dns.managedZones.list({ project: 'p' }); // the first page
 * ```
 */
export interface PagedCall<Item, Page> extends PromiseLike<Page>, AsyncIterable<Item> {
  /** Resolves with the first page. */
  then<Fulfilled = Page, Rejected = never>(
    fulfilled?: ((page: Page) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected>;
  catch<Rejected = never>(rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null): Promise<Page | Rejected>;
  finally(settled?: (() => void) | null): Promise<Page>;
  /** Iterates over the items of all pages. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>;
  /** Iterates over the pages. */
  pages(): AsyncGenerator<Page, void, undefined>;
  /** Resolves with the status, the headers, and the body of the first page. */
  withResponse(): Promise<ApiResponse<Page>>;
}

/** The options of a list call. `timeout` and `retry` apply to the request of each page, `signal` to the whole iteration. */
export interface ListOptions extends CallOptions {
  /** The maximum number of items. `pages()` ends with the page that contains the last of them. Default: all items. */
  readonly maxItems?: number | undefined;
  /** True requests the next page while you process the current one. Leaving the loop aborts that request. Default: false. */
  readonly prefetch?: boolean | undefined;
}

/** A method as a function of a client, with the members of its descriptor (`id`, `scopes`, …). */
export interface Method<Params, Result, Options extends CallOptions = CallOptions> extends MethodDescriptor {
  <const Mask extends Fields<Result> = '*'>(
    client: Client,
    params: Params & FieldsParameter<Result, Mask>,
    options?: Options,
  ): Call<Masked<Result, Mask>>;
}

/** A method that needs no parameters. */
export interface ParameterlessMethod<Params, Result, Options extends CallOptions = CallOptions> extends MethodDescriptor {
  <const Mask extends Fields<Result> = '*'>(
    client: Client,
    params?: Params & FieldsParameter<Result, Mask>,
    options?: Options,
  ): Call<Masked<Result, Mask>>;
}

/** A list method as a function of a client, with the members of its descriptor. `Items` is the field of a page that holds the items, `Token` the field that holds the next page token. */
export interface ListMethod<
  Params,
  Page,
  Item,
  Items extends string = string,
  Token extends string = 'nextPageToken',
> extends MethodDescriptor {
  <const Mask extends Fields<Page> = '*'>(
    client: Client,
    params: Params & FieldsParameter<Page, Mask>,
    options?: ListOptions,
  ): PagedCall<MaskedItem<Item, Mask, Items>, MaskedPage<Page, Mask, Token>>;
}

/** A list method that needs no parameters. */
export interface ParameterlessListMethod<
  Params,
  Page,
  Item,
  Items extends string = string,
  Token extends string = 'nextPageToken',
> extends MethodDescriptor {
  <const Mask extends Fields<Page> = '*'>(
    client: Client,
    params?: Params & FieldsParameter<Page, Mask>,
    options?: ListOptions,
  ): PagedCall<MaskedItem<Item, Mask, Items>, MaskedPage<Page, Mask, Token>>;
}

/** A function whose first parameter is the client. */
export type ClientFunction = (client: Client, ...args: never[]) => unknown;

/** Nested collections of methods, as `bindMethods` takes them. */
export interface MethodTree {
  readonly [name: string]: ClientFunction | MethodTree;
}
