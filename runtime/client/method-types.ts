/** Types of methods as functions, and of their calls. */
import type { MethodDescriptor } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';
import type { CallOptions } from './call-options.js';
import type { Client } from './client-types.js';
import type { Fields, FieldsParameter, Masked, MaskedItem, MaskedPage } from './field-mask-types.js';
import type { MediaOptions, UploadOptions } from './media-content.js';

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
export interface UnaryMethod<Params, Result, Options extends CallOptions = CallOptions> extends MethodDescriptor {
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

/**
 * The messages of a streaming method. The client sends the request when you begin to iterate. You can iterate once. Leaving the loop cancels
 * the response. If the service reports an error in the stream, the iteration throws an `ApiError`.
 *
 * ```ts
 * for await (const message of client.models.streamAnswer({ alt: 'sse', requestBody })) console.log(message.text);
 * ```
 */
export interface EventStream<Message> extends AsyncIterable<Message> {
  [Symbol.asyncIterator](): AsyncGenerator<Message, void, undefined>;
}

/** The result of a streaming method without `alt: 'sse'`: a `Call`, or either form if the type of `alt` includes `sse`. */
export type StreamingCall<Result, Alt> = 'sse' extends Alt ? Call<Result> | EventStream<Result> : Call<Result>;

/** The parameter that selects the format of the response. */
export interface AltParameter<Alt> {
  readonly alt?: Alt | undefined;
}

/** The parameter that selects server-sent events. */
export interface EventsParameter {
  /** Returns the messages while they arrive, as an `EventStream`. */
  readonly alt: 'sse';
}

/** A streaming method as a function of a client, with the members of its descriptor. It can return its response as server-sent events. */
export interface StreamingMethod<Params, Result> extends MethodDescriptor {
  <const Mask extends Fields<Result> = '*'>(
    client: Client,
    params: Params & FieldsParameter<Result, Mask> & EventsParameter,
    options?: CallOptions,
  ): EventStream<Masked<Result, Mask>>;
  <const Mask extends Fields<Result> = '*', const Alt extends string | undefined = undefined>(
    client: Client,
    params: Params & FieldsParameter<Result, Mask> & AltParameter<Alt>,
    options?: CallOptions,
  ): StreamingCall<Masked<Result, Mask>, Alt>;
}

/** A streaming method that needs no parameters. */
export interface ParameterlessStreamingMethod<Params, Result> extends MethodDescriptor {
  <const Mask extends Fields<Result> = '*'>(
    client: Client,
    params: Params & FieldsParameter<Result, Mask> & EventsParameter,
    options?: CallOptions,
  ): EventStream<Masked<Result, Mask>>;
  <const Mask extends Fields<Result> = '*', const Alt extends string | undefined = undefined>(
    client: Client,
    params?: Params & FieldsParameter<Result, Mask> & AltParameter<Alt>,
    options?: CallOptions,
  ): StreamingCall<Masked<Result, Mask>, Alt>;
}

/** A method that requires the body, or a field of it, only in calls without media. `MediaParams` are the parameters of a call with media. */
export interface UploadMethod<Params, MediaParams, Result> extends MethodDescriptor {
  <const Mask extends Fields<Result> = '*'>(
    client: Client,
    params: Params & FieldsParameter<Result, Mask>,
    options?: UploadOptions,
  ): Call<Masked<Result, Mask>>;
  <const Mask extends Fields<Result> = '*'>(
    client: Client,
    params: MediaParams & FieldsParameter<Result, Mask>,
    options: MediaOptions,
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
