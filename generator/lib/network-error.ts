/** Describes why a `fetch` failed. The reason is in the cause of its error. */
export function describeFetchError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : '';
  return descriptions.get(code) ?? (cause.message || code);
}

const descriptions: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the host name cannot be resolved'],
]);
