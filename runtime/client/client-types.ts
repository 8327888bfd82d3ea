/** Types of a client: its options, its transport, and a call on the way from a descriptor to a request. */
import type { ApiDescriptor, HttpMethod, MethodDescriptor, RetryDescriptor, ValidationError } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';
import type { AttemptSummary, Auth, CallOptions, Clock, Fetch, FetchResponse, Hooks, Retry, Timeout } from './call-options.js';

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

/** A method together with the steps that prepare its calls. */
export interface CallableDescriptor extends MethodDescriptor {
  readonly steps?: readonly CallStep[] | undefined;
  /** The response is media, not JSON, so validators don't apply. */
  readonly media?: true;
  /** The options that its calls accept in addition to `CallOptions`. */
  readonly options?: OptionNames<object>;
}

/** 1, or the members of an option that is an object with known members. */
type OptionShape = 1 | { readonly [member: string]: OptionShape };

export type OptionNames<Options extends object> = { readonly [Name in keyof Options]-?: OptionShape };

/** Changes a call before the client sends it. */
export type CallStep = (builder: RequestBuilder) => void;

/** A call under preparation. */
export interface RequestBuilder {
  method: CallableDescriptor;
  /** Sends the call. A step may replace it with one that wraps `send`. */
  transport: Transport;
  readonly options: CallOptions;
  /** The options of the client. */
  readonly clientOptions: ClientOptions;
  /** The parameters of the call. A step may set members, but must not change their values in place. */
  readonly values: Record<string, unknown>;
  /** Values that errors must not contain. */
  secrets?: readonly string[];
  /** The `JSON.stringify` replacer for the body. */
  replacer?: (name: string, value: unknown) => unknown;
  /** True if the call carries a request id, so that the client can retry it whatever its HTTP method is. */
  safe?: boolean;
}

/** Wraps the function that sends the call. */
export function wrapSend(builder: RequestBuilder, wrap: (send: Transport['send']) => Transport['send']): void {
  builder.transport = { ...builder.transport, send: wrap(builder.transport.send) };
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
  /**
   * Replaces a response before the client reads its body, which can have at most `maxBytes`. `undefined` keeps the response. `redact` removes
   * the secrets of the request from data.
   */
  readonly transformResponse?: (
    response: FetchResponse,
    maxBytes: number,
    redact: <Data>(data: Data) => Data,
  ) => ReplacedResponse | undefined;
  /** Makes one attempt. Default: sends the request and reads the response. */
  readonly attempt?: (call: CallContext, summary: AttemptSummary, signal: AbortSignal | undefined) => Promise<ApiResponse>;
  /** Values that errors must not contain. */
  readonly secrets?: readonly string[] | undefined;
  /** True if the request can be retried: its method is idempotent, or it carries a request id. */
  readonly safe: boolean;
  /** How clients of the publisher retry the method. */
  readonly retry?: RetryDescriptor | undefined;
}

/** A response whose text the client parses. */
export interface ReplacedResponse extends Pick<FetchResponse, 'status' | 'headers'> {
  /** Returns `undefined` if the body is larger than the maximum. */
  text(): Promise<string | undefined>;
}

/** A call: its request, its options, and the options of its client. */
export interface CallContext {
  readonly request: PreparedRequest;
  readonly url: string;
  readonly options: CallOptions;
  readonly clientOptions: ClientOptions;
  readonly clock: Clock;
  readonly maxResponseBytes: number;
  /** The headers that the client adds to the request. */
  readonly headers: Readonly<Record<string, string>>;
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
  /**
   * The maximum size of a response in bytes, after decompression, or of each event of a stream. A larger response results in an `ApiError` with
   * the reason `responseTooLarge`. Doesn't apply to downloads. Default: 268,435,456 (256 MiB).
   */
  readonly maxResponseBytes?: number | undefined;
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

/** The option that a client needs if its API has no default base URL. */
export interface RootUrlOption {
  /** The base URL of the service, optionally with a path prefix. */
  readonly rootUrl: string;
}

/** Wraps the calls of a client with validation. A package exports it as `validators` from `./validators`. */
export type Validation = (call: Transport['call'], options: ValidationOptions) => Transport['call'];

/** `validators`, or the module that exports it, optionally with `ValidationOptions`. */
export type Validate = Validation | ({ readonly validators: Validation } & ValidationOptions);

/**
 * What happens to invalid responses. An invalid request always throws `ParameterError`.
 *
 * ```ts
 * import { validators } from '@discogen/dns-v1/validators';
 * const dns = createDnsClient({ validate: { validators, fatal: true } });
 * ```
 */
export interface ValidationOptions {
  /** Called for each response that doesn't match the description. Default: writes a warning to the console. */
  readonly onInvalid?: ((invalid: InvalidResponse) => void) | undefined;
  /** True rejects the call with an `ApiError` with the reason `invalidResponse`. Default: false. */
  readonly fatal?: boolean | undefined;
}

/** A response that doesn't match the description. */
export interface InvalidResponse {
  readonly methodId: string;
  readonly errors: readonly ValidationError[];
}
