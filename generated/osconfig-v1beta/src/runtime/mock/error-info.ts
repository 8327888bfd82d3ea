/** Error details in the format of protobuf-based services: `google.rpc.ErrorInfo`, and `google.rpc.BadRequest` for invalid fields. */
import type { HttpError } from './http-error.js';
import type { Json, JsonObject } from './mock-types.js';

/** The `ErrorInfo` reasons that all services share. */
const sharedReasons: ReadonlyMap<string, { readonly reason: string; readonly domain: string }> = new Map([
  ['authError', { reason: 'CREDENTIALS_MISSING', domain: 'googleapis.com' }],
  ['insufficientPermissions', { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', domain: 'googleapis.com' }],
  ['forbidden', { reason: 'IAM_PERMISSION_DENIED', domain: 'iam.googleapis.com' }],
  ['rateLimitExceeded', { reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com' }],
]);

/** Returns the details of an error. A "not found" error has none. */
export function toErrorDetails(error: HttpError, service: string): readonly JsonObject[] {
  const sharedReason = sharedReasons.get(error.reason);
  const info = sharedReason && {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    ...sharedReason,
    metadata: { service, ...error.metadata },
  };
  const fieldViolations = error.details.flatMap(({ location, message }): Json[] =>
    location === undefined ? [] : [{ field: location, description: message }],
  );
  const hasFieldViolations = error.code === 400 && fieldViolations.length > 0;
  return [
    ...(info ? [info] : []),
    ...(hasFieldViolations ? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }] : []),
  ];
}
