/** The admin token of a mock, which protects its control routes. */

/** Carries the token for a client that needs `Authorization` for other credentials. */
export const adminTokenHeader = 'x-mock-admin-token';

type Headers = Readonly<Record<string, string>>;

/** What `isAdminToken` expects, for error messages. */
export const adminTokenForm = 'one or more printable ASCII characters without spaces';

/** Returns whether a value is a token that a header can carry. */
export function isAdminToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}

export function hasAdminToken(headers: Headers, token: string): boolean {
  const authorization = headers['authorization'] ?? '';
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
  const candidates = [bearer, readPassword(authorization), headers[adminTokenHeader] ?? ''];
  return candidates.some((candidate) => isSameToken(candidate, token));
}

/** Returns the password of Basic credentials, in which a browser sends the token: it asks for it once. Returns an empty text without one. */
function readPassword(authorization: string): string {
  const encoded = /^Basic +([\w+/]+=*) *$/i.exec(authorization)?.[1] ?? '';
  try {
    return /:(.*)/s.exec(atob(encoded))?.[1] ?? '';
  } catch {
    return '';
  }
}

/** Removes the token from headers that are stored. `token` is undefined for a mock without one. */
export function redactAdminToken(headers: Headers, token: string | undefined): Headers {
  const { authorization } = headers;
  const words = authorization === undefined ? [] : [readPassword(authorization), ...authorization.split(/[\s,]+/)];
  const isCredential = token !== undefined && words.some((word) => isSameToken(word, token));
  if (!isCredential && headers[adminTokenHeader] === undefined) return headers;
  return {
    ...headers,
    ...(isCredential && { authorization: '[hidden]' }),
    ...(headers[adminTokenHeader] !== undefined && { [adminTokenHeader]: '[hidden]' }),
  };
}

/** Compares in constant time: it depends only on the length of what was received. */
function isSameToken(received: string, token: string): boolean {
  let difference = received.length ^ token.length;
  for (let index = 0; index < received.length; index++) difference |= received.charCodeAt(index) ^ token.charCodeAt(index % token.length);
  return difference === 0;
}
