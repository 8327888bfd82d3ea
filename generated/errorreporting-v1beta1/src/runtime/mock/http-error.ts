/** Refusals: every way the mock says no, with one table of reasons and one envelope. */
import { toErrorDetails } from './error-info.js';
import type { Json, JsonObject } from './mock-types.js';

interface ReasonFacts {
  readonly code: number;
  readonly status: string;
  readonly message: string;
}

export type Reason =
  | 'invalid'
  | 'required'
  | 'parseError'
  | 'resourceNotReady'
  | 'resourceInUseByAnotherResource'
  | 'containerNotEmpty'
  | 'authError'
  | 'forbidden'
  | 'insufficientPermissions'
  | 'notFound'
  | 'methodNotAllowed'
  | 'alreadyExists'
  | 'conditionNotMet'
  | 'uploadTooLarge'
  | 'rateLimitExceeded'
  | 'internalError'
  | 'notImplemented'
  | 'backendError';

/** What each reason answers where a refusal says nothing else. */
const reasons: Readonly<Record<Reason, ReasonFacts>> = {
  invalid: { code: 400, status: 'INVALID_ARGUMENT', message: 'The request is not valid.' },
  required: { code: 400, status: 'INVALID_ARGUMENT', message: 'A required value is missing.' },
  parseError: { code: 400, status: 'INVALID_ARGUMENT', message: 'The body is not JSON.' },
  resourceNotReady: { code: 400, status: 'FAILED_PRECONDITION', message: 'The resource is not ready.' },
  resourceInUseByAnotherResource: { code: 400, status: 'FAILED_PRECONDITION', message: 'The resource is in use by another one.' },
  containerNotEmpty: { code: 400, status: 'FAILED_PRECONDITION', message: 'The resource is not empty.' },
  authError: { code: 401, status: 'UNAUTHENTICATED', message: 'The request has no valid credential.' },
  forbidden: { code: 403, status: 'PERMISSION_DENIED', message: 'The caller is not allowed to do this.' },
  insufficientPermissions: {
    code: 403,
    status: 'PERMISSION_DENIED',
    message: 'The credential has none of the scopes that the method accepts.',
  },
  notFound: { code: 404, status: 'NOT_FOUND', message: 'The resource was not found.' },
  methodNotAllowed: { code: 405, status: 'INVALID_ARGUMENT', message: 'The path does not take this method.' },
  alreadyExists: { code: 409, status: 'ALREADY_EXISTS', message: 'The resource exists already.' },
  conditionNotMet: { code: 412, status: 'FAILED_PRECONDITION', message: 'A precondition does not hold.' },
  uploadTooLarge: { code: 413, status: 'INVALID_ARGUMENT', message: 'The body is too large.' },
  rateLimitExceeded: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Too many requests.' },
  internalError: { code: 500, status: 'INTERNAL', message: 'The service failed.' },
  notImplemented: { code: 501, status: 'UNIMPLEMENTED', message: 'The mock does not implement this.' },
  backendError: { code: 503, status: 'UNAVAILABLE', message: 'The service is not available.' },
};

/** One place in the request that is at fault. */
export interface ErrorDetail {
  readonly reason: Reason;
  readonly message: string;
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'field';
}

export interface HttpErrorOptions {
  readonly message?: string;
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'field';
  /** The rule that refused, for the journal. */
  readonly rule?: string;
  /** Other than the reason's own. */
  readonly code?: number;
  readonly status?: string;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What else tells of the refusal, where the service gives details. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Thrown inside a request to refuse it; the transaction is rolled back and the envelope answered. */
export class HttpError extends Error {
  /** Every package has a class of its own, and mocks of several are made one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'HttpError';
  }

  readonly reason: string;
  readonly code: number;
  readonly status: string;
  readonly rule: string;
  readonly details: readonly (Omit<ErrorDetail, 'reason'> & { readonly reason: string })[];
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;

  constructor(reason: Reason, options: HttpErrorOptions = {}) {
    const facts: ReasonFacts = reasons[reason];
    super(options.message ?? options.details?.[0]?.message ?? facts.message);
    this.name = 'HttpError';
    this.reason = reason;
    this.code = options.code ?? facts.code;
    this.status = options.status ?? (options.code === undefined ? facts.status : statusName(options.code));
    this.rule = options.rule ?? reason;
    this.headers = options.headers ?? {};
    this.metadata = options.metadata ?? {};
    this.details = options.details ?? [
      {
        reason,
        message: this.message,
        ...(options.location === undefined ? {} : { location: options.location, locationType: options.locationType ?? 'field' }),
      },
    ];
  }
}

const reasonByCode: ReadonlyMap<number, Reason> = new Map<number, Reason>([
  [401, 'authError'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [405, 'methodNotAllowed'],
  [409, 'alreadyExists'],
  [412, 'conditionNotMet'],
  [413, 'uploadTooLarge'],
  [429, 'rateLimitExceeded'],
  [501, 'notImplemented'],
  [503, 'backendError'],
]);

/** The reason that a status stands for where none is given. */
export function reasonForStatus(code: number): Reason {
  return reasonByCode.get(code) ?? (code >= 500 ? 'internalError' : 'invalid');
}

/** The name that a status has in the envelope. */
export function statusName(code: number): string {
  return reasons[reasonForStatus(code)].status;
}

/** What a reason answers where nothing else is said; `undefined` for one that is not in the table. */
export function reasonDefaults(reason: string): ReasonFacts | undefined {
  return Object.hasOwn(reasons, reason) ? reasons[reason as Reason] : undefined;
}

export interface ErrorBodyOptions {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly errors: readonly JsonObject[];
  readonly details?: readonly JsonObject[];
}

/** The body of a synchronous failure. */
export function toErrorBody(facts: ErrorBodyOptions): JsonObject {
  const { code, message, status, errors, details } = facts;
  return { error: { code, message, status, errors, ...(details && { details }) } };
}

/** The envelope of a refusal; `service`: the domain of a service that gives details of its refusals. */
export function httpErrorBody(refusal: HttpError, service?: string): JsonObject {
  const errors = refusal.details.map((detail): JsonObject => {
    const member: Record<string, Json> = { domain: 'global', reason: detail.reason, message: detail.message };
    if (detail.location !== undefined) {
      member['location'] = detail.location;
      member['locationType'] = detail.locationType ?? 'field';
    }
    return member;
  });
  const details = service === undefined ? [] : toErrorDetails(refusal, service);
  return toErrorBody({
    code: refusal.code,
    message: refusal.message,
    status: refusal.status,
    errors,
    ...(details.length > 0 && { details }),
  });
}

/** `PRECONDITION FAILED` and its like, as operations spell them. */
export function httpErrorMessage(code: number): string {
  return httpMessages.get(code) ?? statusName(code).replaceAll('_', ' ');
}

const httpMessages: ReadonlyMap<number, string> = new Map([
  [400, 'BAD REQUEST'],
  [403, 'FORBIDDEN'],
  [404, 'NOT FOUND'],
  [409, 'CONFLICT'],
  [412, 'PRECONDITION FAILED'],
  [500, 'INTERNAL SERVER ERROR'],
  [503, 'SERVICE UNAVAILABLE'],
]);

/** A fault of the mock cut the connection. */
export class ConnectionCut extends TypeError {
  constructor() {
    super('fetch failed');
    this.name = 'ConnectionCut';
  }
}
