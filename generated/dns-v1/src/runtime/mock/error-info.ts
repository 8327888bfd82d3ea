/** Details of refusals as services made of protobuf descriptions give them: `google.rpc.ErrorInfo`, and `google.rpc.BadRequest` where fields are at fault. */
import type { HttpError } from './http-error.js';
import type { Json, JsonObject } from './mock-types.js';

/** Reasons that all services share. */
const sharedReasons: ReadonlyMap<string, { readonly reason: string; readonly domain: string }> = new Map([
  ['authError', { reason: 'CREDENTIALS_MISSING', domain: 'googleapis.com' }],
  ['insufficientPermissions', { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', domain: 'googleapis.com' }],
  ['forbidden', { reason: 'IAM_PERMISSION_DENIED', domain: 'iam.googleapis.com' }],
  ['rateLimitExceeded', { reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com' }],
]);

/** Details, where there are any; what is simply not there has none. */
export function toErrorDetails(error: HttpError, service: string): readonly JsonObject[] {
  const known = sharedReasons.get(error.reason);
  const info = known && { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...known, metadata: { service, ...error.metadata } };
  const fieldViolations = error.details.flatMap(({ location, message }): Json[] =>
    location === undefined ? [] : [{ field: location, description: message }],
  );
  const faults = error.code === 400 && fieldViolations.length > 0;
  return [...(info ? [info] : []), ...(faults ? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }] : [])];
}
