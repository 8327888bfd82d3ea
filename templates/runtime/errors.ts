/** What is thrown: one class per kind of failure, every text in this file. No error holds a request header, a body that was sent, or a query. */

/** An answer as plain data. Header names are in lower case. */
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

/** Base of all errors thrown here. */
export class DiscogenError extends Error {
  override get name(): string {
    return 'DiscogenError';
  }
}

/** What a `ParameterError` says. `received` is text for people; secrets are never put there. */
export interface ParameterFault {
  readonly parameter: string;
  readonly expected: string;
  readonly received: string;
  /** A method id or the name of an option's owner. */
  readonly where?: string;
}

/** A parameter or option is missing or malformed; nothing was sent. */
export class ParameterError extends DiscogenError {
  readonly parameter: string;
  readonly expected: string;
  readonly received: string;

  constructor(fault: ParameterFault, options?: ErrorOptions) {
    super(`${prefix(fault.where)}parameter "${fault.parameter}" must be ${fault.expected}, received ${fault.received}`, options);
    this.parameter = fault.parameter;
    this.expected = fault.expected;
    this.received = fault.received;
  }

  override get name(): string {
    return 'ParameterError';
  }
}

/** No complete answer came: the connection failed, was cut, or ended early. `cause` is what fetch threw. */
export class NetworkError extends DiscogenError {
  readonly methodId: string;

  constructor(methodId: string, cause: unknown) {
    super(`${methodId}: expected an answer, received ${networkFault(cause)}`, { cause });
    this.methodId = methodId;
  }

  override get name(): string {
    return 'NetworkError';
  }
}

/** What a `TimeoutError` says. */
export interface TimeoutFault {
  readonly methodId: string;
  readonly milliseconds: number;
  /** What was under way: `the call`, `attempt 2`, `the operation (last state RUNNING)`. */
  readonly subject: string;
}

/** A time limit was reached. `cause` is the last failure before it, if there was one. */
export class TimeoutError extends DiscogenError {
  readonly methodId: string;
  /** The limit, in milliseconds. */
  readonly milliseconds: number;

  constructor(fault: TimeoutFault, options?: ErrorOptions) {
    super(`${fault.methodId}: expected ${fault.subject} to end within ${fault.milliseconds} ms, received no end`, options);
    this.methodId = fault.methodId;
    this.milliseconds = fault.milliseconds;
  }

  override get name(): string {
    return 'TimeoutError';
  }
}

/** What an `ApiError` is made of. */
export interface ApiFailure {
  readonly methodId: string;
  readonly response: ApiResponse;
  readonly reason: string;
  readonly message: string;
  readonly errors: readonly ErrorItem[];
  readonly details: readonly unknown[];
}

/** The service answered with an error. */
export class ApiError extends DiscogenError {
  /** HTTP status. */
  readonly status: number;
  /** Machine-readable: `conditionNotMet`, `notFound`, …; else the canonical code (`NOT_FOUND`); empty where the answer names none. */
  readonly reason: string;
  readonly errors: readonly ErrorItem[];
  readonly details: readonly unknown[];
  readonly response: ApiResponse;
  readonly methodId: string;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.status = failure.response.status;
    this.reason = failure.reason;
    this.errors = failure.errors;
    this.details = failure.details;
    this.response = failure.response;
    this.methodId = failure.methodId;
  }

  override get name(): string {
    return 'ApiError';
  }
}

/** An operation ended with an error. `status` is its HTTP status where it tells one, else that of the answer that told of it. */
export class OperationError<Operation = unknown> extends ApiError {
  readonly operation: Operation;

  constructor(operation: Operation, failure: ApiFailure) {
    super(failure);
    this.operation = operation;
  }

  override get name(): string {
    return 'OperationError';
  }
}

/** Reads an answer that is not a success: both envelopes of the services, an OAuth error, or a body that is no error at all. */
export function apiError(methodId: string, response: ApiResponse): ApiError {
  const { message, reason, errors, details } = readError(member(response.body, 'error'), member(response.body, 'error_description'));
  return new ApiError({ methodId, response, reason, errors, details, message: message || unexplained(methodId, response) });
}

/** An answer of success whose body is not JSON. */
export function unreadable(methodId: string, response: ApiResponse): ApiError {
  const type = response.headers['content-type'] ?? 'no content type';
  const message = `${methodId}: expected JSON, received ${response.status} with a body that is not (${type})`;
  return new ApiError({ methodId, response, message, reason: 'invalidResponse', errors: [], details: [] });
}

/** Message, reason and lists of an `error` member: `{ errors: [...] }`, `{ status, details }`, both, or a mere string. */
export function readError(error: unknown, description?: unknown): Pick<ApiFailure, 'message' | 'reason' | 'errors' | 'details'> {
  if (typeof error === 'string') return { message: text(description) || error, reason: error, errors: [], details: [] };
  const errors = list(member(error, 'errors')) as readonly ErrorItem[];
  const details = list(member(error, 'details'));
  const informed = details.find((detail) => text(member(detail, 'reason')));
  return {
    message: text(member(error, 'message')) || text(member(errors[0], 'message')),
    reason:
      text(member(errors[0], 'reason')) ||
      text(member(errors[0], 'code')) ||
      text(member(informed, 'reason')) ||
      text(member(error, 'status')),
    errors,
    details,
  };
}

/** A short text that tells a wrong value: its kind, and short text itself. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}

function unexplained(methodId: string, { status, body }: ApiResponse): string {
  const plain = typeof body === 'string' && body !== '' && body.length <= 200 && !body.includes('<') ? `: ${body.trim()}` : '';
  return `${methodId}: expected success, received ${status} without an explanation${plain}`;
}

/** The innermost message says most (`connect ECONNREFUSED …` under `fetch failed`). */
function networkFault(cause: unknown): string {
  const inner = member(cause, 'cause');
  return text(member(inner, 'message')) || text(member(cause, 'message')) || 'none';
}

function prefix(where: string | undefined): string {
  return where === undefined ? '' : `${where}: `;
}

/** An own member, whatever the value is. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
