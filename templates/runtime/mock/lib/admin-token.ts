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
  const bearer = /^Bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  return isSameToken(bearer, token) || isSameToken(headers[adminTokenHeader] ?? '', token);
}

/** Removes the token from headers that are stored. `token` is undefined for a mock without one. */
export function redactAdminToken(headers: Headers, token: string | undefined): Headers {
  const { authorization } = headers;
  const isCredential = token !== undefined && authorization?.split(/[\s,]+/).some((word) => isSameToken(word, token)) === true;
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
