/** The reasons of errors, and their names in the other forms of error bodies. */

/** The reasons that a canonical code (AIP-193) tells by itself. */
const reasonsByStatus: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'invalid',
  UNAUTHENTICATED: 'authError',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'notFound',
  ALREADY_EXISTS: 'alreadyExists',
  RESOURCE_EXHAUSTED: 'rateLimitExceeded',
  INTERNAL: 'internalError',
  UNIMPLEMENTED: 'notImplemented',
  UNAVAILABLE: 'backendError',
};

/** The reasons whose `ErrorInfo` reason isn't their own name in capitals. */
const sharedReasons: Readonly<Record<string, string>> = {
  CREDENTIALS_MISSING: 'authError',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'insufficientPermissions',
  IAM_PERMISSION_DENIED: 'forbidden',
};

/** The other reasons that an `ErrorInfo` can state, in capitals. */
const otherReasons = [
  'required',
  'parseError',
  'resourceNotReady',
  'resourceInUseByAnotherResource',
  'containerNotEmpty',
  'methodNotAllowed',
  'conditionNotMet',
  'uploadTooLarge',
  'rateLimitExceeded',
];

const toCapitals = (reason: string): string => reason.replace(/[A-Z]/g, '_$&').toUpperCase();

const reasonsByName: Readonly<Record<string, string>> = {
  ...reasonsByStatus,
  ...sharedReasons,
  ...Object.fromEntries(otherReasons.map((reason) => [toCapitals(reason), reason])),
};

/** Returns the reason that an `ErrorInfo` reason or a canonical code stands for, or else the name itself. */
export function toReason(name: string): string {
  return Object.hasOwn(reasonsByName, name) ? (reasonsByName[name] as string) : name;
}

/** Returns the reason of an `ErrorInfo`: `CONTAINER_NOT_EMPTY`. */
export function toErrorInfoReason(reason: string): string {
  return Object.keys(sharedReasons).find((name) => sharedReasons[name] === reason) ?? toCapitals(reason);
}

/** Returns whether a body without `errors` needs an `ErrorInfo` to state the reason. */
export function needsErrorInfo(reason: string, status: string): boolean {
  return toReason(status) !== reason;
}
