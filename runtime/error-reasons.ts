/** The reasons of errors, and their names in bodies without a list of errors. */

/** The canonical codes (AIP-193) and shared `ErrorInfo` reasons whose reason has another name. */
const reasonsByName: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'invalid',
  UNAUTHENTICATED: 'authError',
  CREDENTIALS_MISSING: 'authError',
  PERMISSION_DENIED: 'forbidden',
  IAM_PERMISSION_DENIED: 'forbidden',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'insufficientPermissions',
  RESOURCE_EXHAUSTED: 'rateLimitExceeded',
  INTERNAL: 'internalError',
  UNIMPLEMENTED: 'notImplemented',
  UNAVAILABLE: 'backendError',
};

/** Returns the reason of a canonical code or an `ErrorInfo` reason: `notFound` for `NOT_FOUND`. Returns other text unchanged. */
export function toReason(name: string): string {
  if (Object.hasOwn(reasonsByName, name)) return reasonsByName[name] as string;
  return /^[A-Z\d_]+$/.test(name) ? name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : name;
}
