/** Error classes of the client, one for each kind of failure. Errors contain no request headers and no request body, and URLs in them are redacted. */
import type { HttpMethod, ValidationError } from './descriptor.js';
import { toReason } from './error-reasons.js';
import { formatSuggestion } from './error-text.js';

/** A response as plain data. Header names are in lower case. `set-cookie` is omitted. */
export interface ApiResponse<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** One entry of `errors` in an error response, as the service sent it. */
export interface ErrorItem {
  readonly reason?: string;
  readonly code?: string;
  readonly message?: string;
  readonly domain?: string;
  readonly location?: string;
  readonly locationType?: string;
  readonly [member: string]: unknown;
}

/** The members of an error class that `instanceof` compares. */
interface ErrorPrototype {
  readonly name?: unknown;
  readonly isDiscogenError?: true;
}

type ErrorClass = (abstract new (...args: never[]) => ErrorPrototype) & { readonly prototype: ErrorPrototype };

/**
 * The base class of all errors of the client.
 *
 * ```ts
 * try {
 *   await dns.managedZones.get({ project: 'p', managedZone: 'z' });
 * } catch (error) {
 *   if (error instanceof ApiError && error.status === 404) return undefined;
 *   throw error;
 * }
 * ```
 */
export class DiscogenError extends Error {
  /** Compares names, because each package has its own classes: an error of one package is also an instance of the class with the same name in another. */
  static override [Symbol.hasInstance](this: ErrorClass, value: unknown): boolean {
    const own = this.prototype;
    return (
      !!value &&
      (value === own ||
        ((value as ErrorPrototype).isDiscogenError && Object.hasOwn(own, 'name') && (value as ErrorPrototype).name === own.name) ||
        Object.getPrototypeOf(value) instanceof this)
    );
  }

  get isDiscogenError(): true {
    return true;
  }

  override get name(): string {
    return 'DiscogenError';
  }
}

/** A parameter or an option is missing or malformed. The client sent nothing. */
export class ParameterError extends DiscogenError {
  /** The name of the parameter or option. */
  declare readonly parameter: string;
  /** The expected value, in words. */
  declare readonly expected: string;
  /** The received value, in words. */
  declare readonly received: string;
  /** The errors of the validator, if the client validates requests. */
  declare readonly errors?: readonly ValidationError[];

  /** `received` is text without secrets. `caller` is a method ID or the function that takes an option. */
  constructor(
    ...[parameter, expected, received, caller, options]: readonly [
      parameter: string,
      expected: string,
      received: string,
      caller?: string | undefined,
      options?: ErrorOptions & { readonly message?: string },
    ]
  ) {
    const { message = `${parameter} must be ${expected} (received ${received})` } = options ?? {};
    super(caller ? `${caller}: ${message}` : message, options);
    Object.assign(this, { parameter, expected, received });
  }

  override get name(): string {
    return 'ParameterError';
  }
}

/** An unknown name, and the known ones. */
interface UnknownName {
  /** What the name denotes: `option` or `parameter`. */
  readonly kind: string;
  readonly name: string;
  /** The type of the value, in words. */
  readonly received?: string;
  readonly known: readonly string[];
}

/** Creates the error for an unknown parameter or option. The message suggests the most similar known name. */
export function createUnknownNameError(caller: string, { kind, name, received, known }: UnknownName): ParameterError {
  const message = `unknown ${kind} "${name}"${received ? ` (received ${received})` : ''}${formatSuggestion(name, known)}`;
  return new ParameterError(name, `one of ${known.join(', ')}`, 'an unknown name', caller, { message });
}

/** The request of a failed call. */
export interface FailedRequest {
  readonly methodId: string;
  readonly httpMethod: HttpMethod;
  /** The URL without credentials. The values of secret query parameters and other secrets are replaced with `[hidden]`. */
  readonly url: string;
}

/**
 * The client received no complete response: the connection failed, was cut, or ended early. `cause` has the message and the `code`
 * (`ECONNREFUSED`, …) of the error of `fetch`, but not its other members, which may contain the request.
 */
export class NetworkError extends DiscogenError implements FailedRequest {
  declare readonly methodId: string;
  declare readonly httpMethod: HttpMethod;
  /** Without secrets. */
  declare readonly url: string;

  constructor({ methodId, httpMethod, url }: FailedRequest, cause: unknown) {
    super(`${methodId}: the request failed: ${describeNetworkFailure(cause).message}`, { cause });
    Object.assign(this, { methodId, httpMethod, url });
  }

  override get name(): string {
    return 'NetworkError';
  }
}

/** The data of a `TimeoutError`. */
export interface TimeoutFailure extends FailedRequest {
  readonly milliseconds: number;
  /** What took too long: `the call`, `an attempt`, `operation o (last state RUNNING)`. */
  readonly subject: string;
}

/** A time limit was exceeded. `cause` is the previous failure, if any. */
export class TimeoutError extends DiscogenError implements FailedRequest {
  declare readonly methodId: string;
  declare readonly httpMethod: HttpMethod;
  /** Without secrets. */
  declare readonly url: string;
  /** The time limit in milliseconds. */
  declare readonly milliseconds: number;

  constructor({ subject, ...fault }: TimeoutFailure, options?: ErrorOptions) {
    super(`${fault.methodId}: ${subject} took longer than ${fault.milliseconds} ms`, options);
    Object.assign(this, fault);
  }

  override get name(): string {
    return 'TimeoutError';
  }
}

/** The data of an `ApiError`. */
export interface ApiFailure extends FailedRequest {
  readonly response: ApiResponse;
  readonly reason: string;
  readonly message: string;
  readonly errors: readonly ErrorItem[];
  readonly details: readonly unknown[];
}

/** The service responded with an error. */
export class ApiError extends DiscogenError implements FailedRequest {
  /** The HTTP status. */
  declare readonly status: number;
  /** The machine-readable reason: `conditionNotMet`, …, whatever the form of the body, or else its own reason or code. Empty if it has none. */
  declare readonly reason: string;
  /** The `errors` of the response. */
  declare readonly errors: readonly ErrorItem[];
  /** The `details` of the response (AIP-193). */
  declare readonly details: readonly unknown[];
  declare readonly response: ApiResponse;
  declare readonly methodId: string;
  declare readonly httpMethod: HttpMethod;
  /** Without secrets. */
  declare readonly url: string;

  constructor(failure: ApiFailure) {
    super(failure.message);
    Object.assign(this, failure, { status: failure.response.status });
  }

  override get name(): string {
    return 'ApiError';
  }
}

/** The data of an `OperationError`. */
export interface OperationFailure extends ApiFailure {
  /** Default: the codes of `errors`. */
  readonly codes?: readonly string[];
}

/** An operation failed. `status` is the HTTP status in the operation, or else that of the response that contains the operation. */
export class OperationError<Operation = unknown> extends ApiError {
  /** The failed operation. */
  declare readonly operation: Operation;
  /** The codes of its errors (`QUOTA_EXCEEDED`, …), or the canonical code of a long-running operation (`RESOURCE_EXHAUSTED`, …). */
  declare readonly codes: readonly string[];

  constructor(operation: Operation, failure: OperationFailure) {
    super(failure);
    const { codes = failure.errors.flatMap((item?: ErrorItem) => toTextOrEmpty(item?.code) || []) } = failure;
    Object.assign(this, { operation, codes });
  }

  override get name(): string {
    return 'OperationError';
  }
}

/**
 * Creates the error for an error response. Understands both error formats of the services, OAuth errors, and bodies of any other kind.
 *
 * @param problem What is wrong with a response that isn't an error response.
 */
export function toApiError(request: FailedRequest, response: ApiResponse, problem?: Pick<ApiFailure, 'message' | 'reason'>): ApiError {
  // Some services respond with an array, which contains the error.
  const body = [response.body].flat().find((each: unknown) => readProperty(each, 'error'));
  const read = readError(readProperty(body, 'error'), readProperty(body, 'error_description'));
  return new ApiError({
    ...read,
    ...request,
    response,
    reason: read.reason || (response.status === 304 ? 'notModified' : ''),
    message: read.message || describeStatus(request.methodId, response),
    ...problem,
  });
}

/**
 * Returns the error that a message of a stream, or a message in an array, reports. A message may also have a field `error`, so it reports an
 * error only if that is its only member, or if `isError` is true.
 */
export function findReportedError(message: unknown, isError?: boolean): object | undefined {
  return [message]
    .flat()
    .filter((each: unknown) => each && (isError || (typeof each === 'object' && Object.keys(each).join() === 'error')))
    .map((each) => readProperty(each, 'error'))
    .find((error): error is object => Object(error) === error);
}

/** Creates the error that a successful response reports. Its status is the code of the error, if that is an HTTP status. */
export function toReportedError(request: FailedRequest, response: ApiResponse, error: unknown): ApiError {
  const code = readProperty(error, 'code');
  return toApiError(request, { ...response, status: typeof code === 'number' && code >= 400 && code < 600 ? code : response.status });
}

/** Creates the error for a response that isn't of the expected kind (`JSON`) or, if `expected` is a number, that has more bytes. */
export function createInvalidResponseError(request: FailedRequest, response: ApiResponse, expected: string | number): ApiError {
  const [reason, problem] =
    typeof expected === 'number'
      ? ['responseTooLarge', `at most ${expected} bytes (received more; see maxResponseBytes)`]
      : ['invalidResponse', `${expected} (received ${response.headers['content-type'] ?? 'no content type'})`];
  return toApiError(request, response, { reason, message: `${request.methodId}: the response must be ${problem}` });
}

/** Reads message, reason, and lists of an `error` member: `{ errors: [...] }`, `{ status, details }`, both, or only a string. */
export function readError(error: unknown, description?: unknown): Pick<ApiFailure, 'message' | 'reason' | 'errors' | 'details'> {
  const errors = toList(readProperty(error, 'errors')) as readonly ErrorItem[];
  const details = toList(readProperty(error, 'details'));
  const informative = details.find((detail) => toTextOrEmpty(readProperty(detail, 'reason')));
  return {
    message:
      toTextOrEmpty(description) ||
      toTextOrEmpty(error) ||
      toTextOrEmpty(readProperty(error, 'message')) ||
      toTextOrEmpty(readProperty(errors[0], 'message')),
    reason:
      toTextOrEmpty(error) ||
      toTextOrEmpty(readProperty(errors[0], 'reason')) ||
      toTextOrEmpty(readProperty(errors[0], 'code')) ||
      toReason(toTextOrEmpty(readProperty(informative, 'reason')) || toTextOrEmpty(readProperty(error, 'status'))),
    errors,
    details,
  };
}

function describeStatus(methodId: string, { status, body }: ApiResponse): string {
  // Browsers hide redirects: the status is 0.
  const suffix =
    status === 304
      ? ' (not modified)'
      : status === 0 || (status > 299 && status < 400)
        ? ' (a redirect)'
        : /^[^<]{1,200}$/.test(toTextOrEmpty(body))
          ? `: ${toTextOrEmpty(body).trim()}`
          : '';
  return `${methodId}: the service returned status ${status}${suffix}`;
}

/** Returns the innermost message (`connect ECONNREFUSED …` rather than `fetch failed`) and its code. */
export function describeNetworkFailure(cause: unknown): { readonly message: string; readonly code: string | undefined } {
  const inner = readProperty(cause, 'cause') ?? cause;
  const code = toTextOrEmpty(readProperty(inner, 'code')) || undefined;
  return {
    message: toTextOrEmpty(readProperty(inner, 'message')) || code || toTextOrEmpty(readProperty(cause, 'message')) || 'no message',
    code,
  };
}

/** Returns a member of plain data or of an error, if it exists. */
function readProperty(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

/** Returns text unchanged, and the empty text for any other value. */
export function toTextOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
