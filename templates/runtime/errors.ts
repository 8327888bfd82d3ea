/** What is thrown: one class per kind of failure, every text in this file. No error holds a request header or a body that was sent, and secrets in addresses are redacted. */
import type { HttpMethod, ValidationError } from './descriptor.js';
import { formatSuggestion } from './suggest.js';
import { describeType } from './type-text.js';

/** An answer as plain data. Header names are in lower case; `set-cookie` is left out. */
export interface ApiResponse<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** One entry of an error's list, as the service sent it. */
export interface ErrorItem {
  readonly reason?: string;
  readonly code?: string;
  readonly message?: string;
  readonly domain?: string;
  readonly location?: string;
  readonly locationType?: string;
  readonly [member: string]: unknown;
}

/** What an error's prototype shows of itself. */
interface ErrorPrototype {
  readonly name?: unknown;
  readonly isDiscogenError?: true;
}

/** A class of them. */
type ErrorClass = (abstract new (...args: never[]) => ErrorPrototype) & { readonly prototype: ErrorPrototype };

/** Base of all errors thrown here. */
export class DiscogenError extends Error {
  /** Every package has classes of its own; an error of one is an instance of the class of the same name of another. */
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

/** What a `ParameterError` says. `received` is text for people; secrets are never put there. `where`: a method id or the name of an option's owner. */
export type ParameterErrorArguments = readonly [
  parameter: string,
  expected: string,
  received: string,
  where?: string | undefined,
  options?: ErrorOptions & { readonly message?: string },
];

/** A parameter or option is missing or malformed; nothing was sent. */
export class ParameterError extends DiscogenError {
  declare readonly parameter: string;
  declare readonly expected: string;
  declare readonly received: string;
  /** What a validator found, where one was asked. */
  declare readonly errors?: readonly ValidationError[];

  constructor(...[parameter, expected, received, where, options]: ParameterErrorArguments) {
    const { message = `${parameter} must be ${expected} (received ${received})` } = options ?? {};
    super(where ? `${where}: ${message}` : message, options);
    Object.assign(this, { parameter, expected, received });
  }

  override get name(): string {
    return 'ParameterError';
  }
}

/** A name that isn't known, and those that are. */
interface UnknownName {
  /** What it is a name of: `option`, `parameter`. */
  readonly kind: string;
  readonly name: string;
  /** The type of its value, in words. */
  readonly received?: string;
  readonly known: readonly string[];
}

/** The error for a parameter or an option that isn't known: it suggests the name that was probably meant. */
export function createUnknownNameError(where: string, { kind, name, received, known }: UnknownName): ParameterError {
  const message = `unknown ${kind} "${name}"${received ? ` (received ${received})` : ''}${formatSuggestion(name, known)}`;
  return new ParameterError(name, `one of ${known.join(', ')}`, 'an unknown name', where, { message });
}

/** The request that an error is about. */
export interface FailedRequest {
  readonly methodId: string;
  readonly httpMethod: HttpMethod;
  /** Without credentials; the values of secret query parameters and other secrets are `[hidden]`. */
  readonly url: string;
}

/** No complete answer came: the connection failed, was cut, or ended early. `cause` has the message and the `code` (`ECONNREFUSED`, …) of what fetch threw, without its other parts: they may hold what was sent. */
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

/** What a `TimeoutError` says. */
export interface TimeoutFailure extends FailedRequest {
  readonly milliseconds: number;
  /** What was under way: `the call`, `attempt 2`, `the operation (last state RUNNING)`. */
  readonly subject: string;
}

/** A time limit was reached. `cause` is the last failure before it, if there was one. */
export class TimeoutError extends DiscogenError implements FailedRequest {
  declare readonly methodId: string;
  declare readonly httpMethod: HttpMethod;
  /** Without secrets. */
  declare readonly url: string;
  /** The limit, in milliseconds. */
  declare readonly milliseconds: number;

  constructor({ subject, ...fault }: TimeoutFailure, options?: ErrorOptions) {
    super(`${fault.methodId}: ${subject} took longer than ${fault.milliseconds} ms`, options);
    Object.assign(this, fault);
  }

  override get name(): string {
    return 'TimeoutError';
  }
}

/** What an `ApiError` is made of. */
export interface ApiFailure extends FailedRequest {
  readonly response: ApiResponse;
  readonly reason: string;
  readonly message: string;
  readonly errors: readonly ErrorItem[];
  readonly details: readonly unknown[];
}

/** The service answered with an error. */
export class ApiError extends DiscogenError implements FailedRequest {
  /** HTTP status. */
  declare readonly status: number;
  /** Machine-readable: `conditionNotMet`, `notFoundError`, …; else the canonical code (`NOT_FOUND`); empty where the answer names none. */
  declare readonly reason: string;
  declare readonly errors: readonly ErrorItem[];
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

/** What an `OperationError` is made of. */
export interface OperationFailure extends ApiFailure {
  /** Default: those of `errors`. */
  readonly codes?: readonly string[];
}

/** An operation ended with an error. `status` is its HTTP status where it tells one, else that of the answer that told of it. */
export class OperationError<Operation = unknown> extends ApiError {
  declare readonly operation: Operation;
  /** Codes of its errors: `QUOTA_EXCEEDED`, …; of a long-running operation the canonical one: `RESOURCE_EXHAUSTED`, … */
  declare readonly codes: readonly string[];

  constructor(operation: Operation, failure: OperationFailure) {
    super(failure);
    const { codes = failure.errors.flatMap((item?: ErrorItem) => toText(item?.code) || []) } = failure;
    Object.assign(this, { operation, codes });
  }

  override get name(): string {
    return 'OperationError';
  }
}

/** Reads an answer that is not a success: both envelopes of the services, an OAuth error, or a body that is no error at all. */
export function toApiError(request: FailedRequest, response: ApiResponse): ApiError {
  const read = readError(getMember(response.body, 'error'), getMember(response.body, 'error_description'));
  return new ApiError({ ...read, ...request, response, message: read.message || describeStatus(request.methodId, response) });
}

/** An answer of success whose body is not JSON. */
export function invalidJsonError(request: FailedRequest, response: ApiResponse): ApiError {
  const message = `${request.methodId}: the response must be JSON (received ${response.headers['content-type'] ?? 'no content type'})`;
  return new ApiError({ ...readError(undefined), ...request, response, message, reason: 'invalidResponse' });
}

/** Message, reason and lists of an `error` member: `{ errors: [...] }`, `{ status, details }`, both, or a mere string. */
export function readError(error: unknown, description?: unknown): Pick<ApiFailure, 'message' | 'reason' | 'errors' | 'details'> {
  const errors = toList(getMember(error, 'errors')) as readonly ErrorItem[];
  const details = toList(getMember(error, 'details'));
  const informative = details.find((detail) => toText(getMember(detail, 'reason')));
  return {
    message: toText(description) || toText(error) || toText(getMember(error, 'message')) || toText(getMember(errors[0], 'message')),
    reason:
      toText(error) ||
      toText(getMember(errors[0], 'reason')) ||
      toText(getMember(errors[0], 'code')) ||
      toText(getMember(informative, 'reason')) ||
      toText(getMember(error, 'status')),
    errors,
    details,
  };
}

/** A rejected value in words: its type, and the value itself if it is short. */
export function describeValue(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
      : /^(n|b)/.test(typeof value) && String(value);
  return text ? `the ${typeof value} ${text}` : describeType(value);
}

function describeStatus(methodId: string, { status, body }: ApiResponse): string {
  // Without a status it is a redirect that a browser hides.
  const said = status < 400 ? ' (a redirect)' : /^[^<]{1,200}$/.test(toText(body)) ? `: ${toText(body).trim()}` : '';
  return `${methodId}: the service returned status ${status}${said}`;
}

/** The innermost message says most (`connect ECONNREFUSED …` under `fetch failed`), its code is what programs look at. */
export function describeNetworkFailure(cause: unknown): { readonly message: string; readonly code: string | undefined } {
  const inner = getMember(cause, 'cause') ?? cause;
  const code = toText(getMember(inner, 'code')) || undefined;
  return { message: toText(getMember(inner, 'message')) || code || toText(getMember(cause, 'message')) || 'no message', code };
}

/** A member of plain data or of an error, whatever it is. */
function getMember(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
