/** Codes of `google.rpc.Status`, in which long-running operations tell how they failed. */

/** By number, from 1: the name of the code, and the HTTP status that it comes with. */
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

/** Name and HTTP status of a code; of a number that is an HTTP status itself, the status alone. */
export function lookUpCode(code: unknown): readonly [name: string, status: number | undefined] {
  const number = typeof code === 'number' ? code : 0;
  return codes[number - 1] ?? ['', number >= 400 && number < 600 ? number : undefined];
}
