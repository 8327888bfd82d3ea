/** Errors of the mock: the table of reasons, and the standard error body. */
import type { ErrorForm, ErrorReason, StatedError } from '../../runtime/behavior.js';
import { toReason } from '../../runtime/error-reasons.js';
import { describeValue, findNearest } from '../../runtime/error-text.js';
import type { Json, JsonObject } from './json.js';

interface ReasonDefaults {
  readonly code: number;
  readonly status: string;
  readonly message: string;
}

/** The default status and message of each reason. */
const reasons = {
  invalid: { code: 400, status: 'INVALID_ARGUMENT', message: 'The request is not valid.' },
  required: { code: 400, status: 'INVALID_ARGUMENT', message: 'A required value is missing.' },
  parseError: { code: 400, status: 'INVALID_ARGUMENT', message: 'The request body is not valid JSON.' },
  resourceNotReady: { code: 400, status: 'FAILED_PRECONDITION', message: 'The resource is not ready.' },
  resourceInUseByAnotherResource: { code: 400, status: 'FAILED_PRECONDITION', message: 'Another resource uses the resource.' },
  containerNotEmpty: { code: 400, status: 'FAILED_PRECONDITION', message: 'The resource is not empty.' },
  failedPrecondition: { code: 400, status: 'FAILED_PRECONDITION', message: 'The state of the resource does not allow the request.' },
  authError: { code: 401, status: 'UNAUTHENTICATED', message: 'The request has no valid credential.' },
  forbidden: { code: 403, status: 'PERMISSION_DENIED', message: 'The caller does not have the required permission.' },
  insufficientPermissions: {
    code: 403,
    status: 'PERMISSION_DENIED',
    message: 'The credential has none of the scopes that the method accepts.',
  },
  notFound: { code: 404, status: 'NOT_FOUND', message: 'The resource was not found.' },
  methodNotAllowed: { code: 405, status: 'INVALID_ARGUMENT', message: 'The path does not support this HTTP method.' },
  alreadyExists: { code: 409, status: 'ALREADY_EXISTS', message: 'The resource already exists.' },
  conditionNotMet: { code: 412, status: 'FAILED_PRECONDITION', message: 'A precondition is not met.' },
  uploadTooLarge: { code: 413, status: 'INVALID_ARGUMENT', message: 'The request body is too large.' },
  rateLimitExceeded: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Too many requests.' },
  internalError: { code: 500, status: 'INTERNAL', message: 'The service failed.' },
  notImplemented: { code: 501, status: 'UNIMPLEMENTED', message: 'The mock does not implement this.' },
  backendError: { code: 503, status: 'UNAVAILABLE', message: 'The service is not available.' },
} as const satisfies Readonly<Record<ErrorReason, ReasonDefaults>>;

/** One invalid part of the request. */
export interface ErrorDetail {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'field';
}

/** The maximum number of details of an error. */
export const maxDetails = 20;
/** The maximum number of characters of a text in an error, because names and values of the request can be much longer. */
const maxTextLength = 4096;

export interface HttpErrorOptions extends Partial<Omit<ErrorDetail, 'reason'>> {
  /** The rule that rejected the request, for the journal. */
  readonly rule?: string;
  /** Replaces the status code of the reason. */
  readonly code?: number;
  readonly status?: string;
  readonly details?: readonly ErrorDetail[];
  /** The number of details that the caller found, or a text for it, if there are more than `details` contains. */
  readonly detailCount?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The metadata of `google.rpc.ErrorInfo`, if the service sends error details. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** What the specification states about the error, without placeholders. */
  readonly stated?: StatedError;
}

/** Rejects a request. The transaction is rolled back, and the response has the standard error body. */
export class HttpError extends Error {
  /** Each package has its own copy of the class, and `compose` mixes packages. */
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
  /** Absent if it isn't known yet. */
  readonly stated: StatedError | undefined;

  constructor(reason: ErrorReason, options: HttpErrorOptions = {}) {
    const defaults = getReasonDefaults(reason);
    if (!defaults) throw createUnknownReasonError(reason);
    const { stated } = options;
    const code = stated?.code ?? options.code;
    const count = options.detailCount ?? options.details?.length ?? 0;
    const isCut = typeof count === 'string' || count > maxDetails;
    const summary =
      isCut && options.message === undefined ? ` (the first of ${count} errors; the response contains ${maxDetails} of them)` : '';
    const message = stated?.message ?? options.message ?? options.details?.[0]?.message ?? defaults.message;
    super(`${cutText(message)}${stated?.message === undefined ? summary : ''}`);
    this.name = 'HttpError';
    this.reason = reason;
    this.code = code ?? defaults.code;
    this.status = stated?.status ?? options.status ?? (code === undefined ? defaults.status : getStatusName(code));
    this.rule = options.rule ?? reason;
    this.headers = options.headers ?? {};
    this.metadata = options.metadata ?? {};
    this.stated = stated;
    this.details = options.details?.slice(0, maxDetails).map(cutTexts) ?? [
      cutTexts({
        reason,
        message: this.message,
        ...(options.location === undefined ? {} : { location: options.location, locationType: options.locationType ?? 'field' }),
      }),
    ];
  }
}

function createUnknownReasonError(reason: unknown): TypeError {
  const known = Object.keys(reasons);
  const near = typeof reason === 'string' ? findNearest(reason, known) : undefined;
  const suggestion = near === undefined ? '' : `; did you mean "${near}"?`;
  return new TypeError(`unknown reason ${describeValue(reason)}${suggestion} Expected one of ${known.join(', ')}`);
}

function cutTexts(detail: ErrorDetail): ErrorDetail {
  const { message, location = '' } = detail;
  if (message.length <= maxTextLength && location.length <= maxTextLength) return detail;
  return { ...detail, message: cutText(message), location: cutText(location) };
}

function cutText(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`;
}

/** Returns the default reason of a status: the first one with the status. */
export function getDefaultReason(code: number): ErrorReason {
  const names = Object.keys(reasons) as readonly ErrorReason[];
  return names.find((name) => reasons[name].code === code) ?? (code >= 500 ? 'internalError' : 'invalid');
}

export function getStatusName(code: number): string {
  return reasons[getDefaultReason(code)].status;
}

/** Returns the default status and message of a reason, or `undefined` for an unknown reason. */
export function getReasonDefaults(reason: string): ReasonDefaults | undefined {
  return Object.hasOwn(reasons, reason) ? reasons[reason as ErrorReason] : undefined;
}

/** The form of errors that don't belong to an API. */
const defaultForm: ErrorForm = { envelope: 'both' };

/** Creates the body of an error in the form of its API. */
export function toHttpErrorBody(
  error: Pick<HttpError, 'code' | 'message' | 'status' | 'reason' | 'details' | 'metadata'> & { readonly stated?: StatedError | undefined },
  form: ErrorForm = defaultForm,
): JsonObject {
  const { stated = {} } = error;
  const { envelope, domain } = { ...form, ...(stated.envelope && { envelope: stated.envelope }) };
  const errors = error.details.map(({ reason, message, location, locationType = 'field' }): JsonObject => {
    return {
      domain: stated.domain ?? 'global',
      reason: stated.reason ?? reason,
      message: stated.message ?? message,
      ...(location !== undefined && { location, locationType }),
    };
  });
  const details = stated.details ?? (domain === undefined ? [] : toErrorDetails(error, { envelope }, domain));
  const { code, message, status } = error;
  return {
    error: {
      code,
      message,
      ...((stated.status === undefined ? envelope !== 'errors' : stated.status !== null) && { status }),
      ...(envelope !== 'status' && { errors }),
      ...(details.length > 0 && { details: details as readonly Json[] }),
    },
  };
}

/** The `ErrorInfo` reasons that all services share, and their domain at Google. */
const sharedReasons: ReadonlyMap<string, { readonly reason: string; readonly domain: string }> = new Map([
  ['authError', { reason: 'CREDENTIALS_MISSING', domain: 'googleapis.com' }],
  ['insufficientPermissions', { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', domain: 'googleapis.com' }],
  ['forbidden', { reason: 'IAM_PERMISSION_DENIED', domain: 'iam.googleapis.com' }],
  ['rateLimitExceeded', { reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com' }],
]);

/**
 * Returns the details of an error in the format of AIP-193: `google.rpc.ErrorInfo` for the reasons that services share and, if the body has no
 * `errors`, for those that the canonical code doesn't identify; and `google.rpc.BadRequest` for invalid fields. A "not found" error has none.
 */
function toErrorDetails(
  error: Pick<HttpError, 'code' | 'status' | 'reason' | 'details' | 'metadata'>,
  { envelope }: ErrorForm,
  domain: string,
): readonly JsonObject[] {
  const { reason } = error;
  const isToldByCode = envelope !== 'status' || toReason(error.status) === reason;
  const shared = sharedReasons.get(reason);
  const ownInfo = shared || !isToldByCode ? { reason: shared?.reason ?? toCapitals(reason), domain } : undefined;
  const info = shared && /(?:^|\.)googleapis\.com$/.test(domain) ? shared : ownInfo;
  const metadata = { service: domain, ...error.metadata };
  const fieldViolations = error.details.flatMap(({ location, message }) =>
    location === undefined ? [] : [{ field: location, description: message }],
  );
  const hasFieldViolations = error.code === 400 && fieldViolations.length > 0;
  return [
    ...(info ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...info, metadata }] : []),
    ...(hasFieldViolations ? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }] : []),
  ];
}

const toCapitals = (reason: string): string => reason.replace(/[A-Z]/g, '_$&').toUpperCase();

/** Returns the reason phrase of a status as operations spell it: `PRECONDITION FAILED`. */
export function getOperationErrorMessage(code: number): string {
  return reasonPhrases.get(code)?.toUpperCase() ?? getStatusName(code).replaceAll('_', ' ');
}

/** The reason phrases of statuses. */
export const reasonPhrases: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [204, 'No Content'],
  [304, 'Not Modified'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [409, 'Conflict'],
  [412, 'Precondition Failed'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [503, 'Service Unavailable'],
]);

/** A fault of the mock cut the connection. */
export class ConnectionCut extends TypeError {
  constructor() {
    super('fetch failed');
    this.name = 'ConnectionCut';
  }
}

/** Returns the error if it is one of HTTP, and throws it otherwise. */
export function requireHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}
