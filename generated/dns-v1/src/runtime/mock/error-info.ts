/** Details of refusals as services made of protobuf descriptions give them: `google.rpc.ErrorInfo`, and `google.rpc.BadRequest` where fields are at fault. */
import type { Refusal } from './errors.js';
import type { Json, JsonObject } from './types.js';

/** What stands before a service checks anything itself has names of its own. */
const shared: ReadonlyMap<string, { readonly reason: string; readonly domain: string }> = new Map([
  ['authError', { reason: 'CREDENTIALS_MISSING', domain: 'googleapis.com' }],
  ['insufficientPermissions', { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', domain: 'googleapis.com' }],
  ['forbidden', { reason: 'IAM_PERMISSION_DENIED', domain: 'iam.googleapis.com' }],
  ['rateLimitExceeded', { reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com' }],
]);

/** `service`: the domain in which reasons of the service's own are unique. */
export function errorDetails(refusal: Refusal, service: string): readonly JsonObject[] {
  const { reason, domain } = shared.get(refusal.reason) ?? { reason: snakeCase(refusal.reason), domain: service };
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain, metadata: { service, ...refusal.metadata } };
  const fieldViolations = refusal.details.flatMap(({ location, message }): Json[] =>
    location === undefined ? [] : [{ field: location, description: message }],
  );
  if (refusal.code !== 400 || fieldViolations.length === 0) return [info];
  return [info, { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
}

function snakeCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
