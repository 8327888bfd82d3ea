/** Codes of `google.rpc.Status`, which the errors of long-running operations use. */

/** The name and the HTTP status of each code, by number, starting with 1. */
const codes: readonly (readonly [name: string, status: number])[] = [
  ['CANCELLED', 499],
  ['UNKNOWN', 500],
  ['INVALID_ARGUMENT', 400],
  ['DEADLINE_EXCEEDED', 504],
  ['NOT_FOUND', 404],
  ['ALREADY_EXISTS', 409],
  ['PERMISSION_DENIED', 403],
  ['RESOURCE_EXHAUSTED', 429],
  ['FAILED_PRECONDITION', 400],
  ['ABORTED', 409],
  ['OUT_OF_RANGE', 400],
  ['UNIMPLEMENTED', 501],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DATA_LOSS', 500],
  ['UNAUTHENTICATED', 401],
];

/** Returns the name and the HTTP status of a code. If the code is itself an HTTP status, the name is empty. */
export function lookUpCode(code: unknown): readonly [name: string, status: number | undefined] {
  const number = typeof code === 'number' ? code : 0;
  return codes[number - 1] ?? ['', number >= 400 && number < 600 ? number : undefined];
}
