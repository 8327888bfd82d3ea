/** Types of the client that users and generated code see. */
import type { ApiDescriptor, HttpMethod, MethodDescriptor } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';
import type { Fields, FieldsParameter, Masked, MaskedItem, MaskedPage } from './field-mask-types.js';
import type { AttemptSummary, Hooks } from './hooks.js';
import type { CallContext } from './exchange.js';
import type { Validate } from './validation.js';

/** Where a client keeps its transport. */
export const transportKey: unique symbol = Symbol.for('discogen.transport');

/** Where a client keeps how it is made of a transport. */
export const bindKey: unique symbol = Symbol.for('discogen.bind');

/** Whatever methods can be called with: a generated client, or a transport by itself. */
export interface Client {
  readonly [transportKey]: Transport;
  /** The same methods with another transport. */
  readonly [bindKey]?: (transport: Transport) => Client;
}

/** Sends requests of one API. The smallest client there is. */
export interface Transport extends Client {
  readonly api: ApiDescriptor;
  /** Ends in a slash. */
  readonly rootUrl: string;
  readonly clock: Clock;
  /** Sends one call, with retries. Rejects with the errors of `errors.ts`, or with the signal's reason. */
  call(method: CallableDescriptor, params: object | undefined, options?: CallOptions): Promise<ApiResponse>;
  /** The same for a request that is not made from a descriptor. Throws `ParameterError` where a timeout is none. */
  send(request: PreparedRequest, options?: CallOptions): Promise<ApiResponse>;
}

/** A method with what has to be done to its calls beyond the ordinary. */
export interface CallableDescriptor extends MethodDescriptor {
  readonly steps?: readonly Middleware[] | undefined;
  /** What it answers is no JSON: nothing that a validator could judge. */
  readonly media?: true;
  /** Names of the options that its calls take besides those of every call. */
  readonly options?: OptionNames<object>;
}

/** What is known of an option by its name: 1, or the names of its members if it is an object whose members are known. */
type OptionName = 1 | { readonly [member: string]: OptionName };

/** The names of all options of a kind. */
export type OptionNames<Options extends object> = { readonly [Name in keyof Options]-?: OptionName };

/** Changes a call before it is sent. */
export type Middleware = (draft: RequestBuilder) => void;

/** A call that is being prepared. */
export interface RequestBuilder {
  method: CallableDescriptor;
  /** What it is sent with. A step may put one in whose `send` does more. */
  transport: Transport;
  readonly options: CallOptions;
  /** Of the client. */
  readonly shared: ClientOptions;
  /** Its parameters; the object may be changed, what is in it not. */
  readonly values: Record<string, unknown>;
  /** Texts that no error may show. */
  secrets?: readonly string[];
  /** Sees each field of the body as it is written. */
  replacer?: (name: string, value: unknown) => unknown;
  /** It may be repeated, whatever its method: it carries a request id. */
  safe?: boolean;
}

/** A request that is ready but for the address, credentials and headers. */
export interface PreparedRequest {
  /** Id of the method, for messages. */
  readonly id: string;
  readonly httpMethod: HttpMethod;
  /** Percent-encoded, with the query, without a leading slash. */
  readonly path: string;
  /** Template of the path. */
  readonly route?: string;
  /** JSON, or bytes. */
  readonly body?: string | ArrayBuffer;
  /** They win over those of the client and the call. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Makes one attempt. Default: sends the request and reads its answer. */
  readonly attempt?: (call: CallContext, summary: AttemptSummary, signal: AbortSignal | undefined) => Promise<ApiResponse>;
  /** Texts that no error may show. */
  readonly secrets?: readonly string[] | undefined;
  /** May be sent again: its method is idempotent or it carries a request id. */
  readonly safe: boolean;
}

/** What a client is made with. Times are milliseconds. */
export interface ClientOptions extends Hooks {
  /** Address of the service; may hold a path prefix. Needed where the API has no default. No credentials, query or fragment. */
  readonly rootUrl?: string | undefined;
  readonly auth?: Auth | undefined;
  /** Instead of the global `fetch`: another implementation, a mock's, or a faster transport (`undiciFetch`). */
  readonly fetch?: Fetch | undefined;
  /** Default: `{ attempts: 3 }`. */
  readonly retry?: Retry | undefined;
  /** Of a call. Default: none. */
  readonly timeout?: Timeout | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sent as `User-Agent` where the platform lets a program set it (not in browsers). */
  readonly userAgent?: string | undefined;
  /** Makes the request id where a method takes one and the caller gave none; `false`: none is made. Default: a random UUID. */
  readonly requestId?: false | (() => string) | undefined;
  /** More hooks, beside those of this object. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** Judges requests before they leave, and answers. Default: no judge. */
  readonly validate?: Validate | undefined;
  /** Time, for tests. Default: the platform's. */
  readonly clock?: Clock | undefined;
  /** At least 0 and below 1, for the jitter of retries. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** What one call can differ in. What is given here stands in the place of the client's as a whole (`{ attempts: 2 }` has the default delays), but for headers, which are added. */
export interface CallOptions {
  /** Ends the call, whatever it is doing; it then rejects with the signal's reason. Node warns of one that more than ten calls watch at once (`setMaxListeners` of `node:events` silences that); none stays watched. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: Timeout | undefined;
  readonly retry?: Retry | undefined;
  /** Added to the client's; a name with `undefined` leaves that header out. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** `false`: no request id is made for this call. */
  readonly requestId?: false | (() => string) | undefined;
}

/** A number: for the whole call with all its attempts. Milliseconds; `Infinity` for none. */
export type Timeout = number | { readonly total?: number | undefined; readonly attempt?: number | undefined };

/** A token, or where to get one: asked before each attempt, and once more after a 401. */
export type Auth = string | (() => string | Promise<string>) | RequestHeadersSource;

/** What the vendor's auth library offers. */
export interface RequestHeadersSource {
  getRequestHeaders(url: string): HeadersLike | Promise<HeadersLike>;
}

/** Headers or a plain object. */
export type HeadersLike = { forEach(callback: (value: string, name: string) => void): void } | Readonly<Record<string, string | undefined>>;

export type Retry = false | RetryOptions | RetryPolicy;

/** Only what is safe to repeat is repeated: GET, HEAD, PUT, DELETE and what carries a request id, after 408, 429, 500, 502, 503, 504, a network error or the timeout of an attempt. */
export interface RetryOptions {
  /** Including the first. Default 3. */
  readonly attempts?: number | undefined;
  /** Upper bound of the wait after the first attempt; doubles with each. Default 500. */
  readonly delay?: number | undefined;
  /** No wait is longer, but for `Retry-After`. Default 30,000. */
  readonly maxDelay?: number | undefined;
  /** `Retry-After` counts up to this. Default 60,000. */
  readonly maxRetryAfter?: number | undefined;
}

/** What a policy decides on. */
export interface RetryContext {
  readonly error: unknown;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly methodId: string;
  readonly httpMethod: HttpMethod;
  /** Its method is idempotent or it carries a request id. */
  readonly safe: boolean;
  /** The kind of failure is one that can pass. */
  readonly transient: boolean;
  /** The wait that would be kept by default, in milliseconds. */
  readonly delay: number;
}

/** True: again after `context.delay`; a number: again after so many milliseconds; false: no more. It is asked whatever the failure, and decides alone: `context.safe` and `context.transient` say what the default would look at. */
export type RetryPolicy = (context: RetryContext) => boolean | number | Promise<boolean | number>;

/** Time as the client uses it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** The part of `fetch` that is used. */
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
  /** Names are in lower case. */
  readonly headers: { get(name: string): string | null; forEach(callback: (value: string, name: string) => void): void };
  text(): Promise<string>;
  /** The body as it comes: what media are read from. */
  readonly body?: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
}

/** A call under way. */
export interface Call<Result> extends Promise<Result> {
  /** Status and headers beside the body, of the same call. */
  withResponse(): Promise<ApiResponse<Result>>;
}

/** A list call. Sends nothing before it is awaited or iterated; awaited twice, it sends once. */
export interface PagedCall<Item, Page> extends PromiseLike<Page>, AsyncIterable<Item> {
  /** The first page. */
  then<Fulfilled = Page, Rejected = never>(
    fulfilled?: ((page: Page) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected>;
  catch<Rejected = never>(rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null): Promise<Page | Rejected>;
  finally(settled?: (() => void) | null): Promise<Page>;
  /** The items of all pages. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>;
  /** All pages. */
  pages(): AsyncGenerator<Page, void, undefined>;
  /** The first page with status and headers. */
  withResponse(): Promise<ApiResponse<Page>>;
}

/** What a list call can differ in; `timeout` and `retry` hold for the request of each page, `signal` for all of them and between items. */
export interface ListOptions extends CallOptions {
  /** Iteration ends after so many items (`pages()`: with the page that holds the last of them). */
  readonly maxItems?: number | undefined;
  /** True: the next page is asked for while the items of one are used; that request ends, as aborted, with a loop that is left. Default: when its first item is wanted. */
  readonly prefetch?: boolean | undefined;
}

/** A method as a function of a client, with its descriptor's data (`scopes`, `id`, …). */
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

/** A list method as a function of a client, with its descriptor's data. `Items` is the field of a page that holds the items, `Token` the one that leads to the next page. */
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
