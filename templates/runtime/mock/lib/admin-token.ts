/** The admin token of a mock, which protects its control routes. */

/** Carries the token for a client that needs `Authorization` for other credentials. */
export const adminTokenHeader = 'x-mock-admin-token';

type RequestHeaders = Readonly<Record<string, string>>;

/** What `isAdminToken` expects, for error messages. */
export const adminTokenForm = 'one or more printable ASCII characters without spaces';

/** Returns whether a value is a token that a header can carry. */
export function isAdminToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}

export function hasAdminToken(headers: RequestHeaders, token: string): boolean {
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

const hidden = '[hidden]';

/** Removes the token from headers that are stored. `token` is undefined for a mock without one. */
export function redactAdminToken(headers: RequestHeaders, token: string | undefined): RequestHeaders {
  if (token === undefined) return headers[adminTokenHeader] === undefined ? headers : { ...headers, [adminTokenHeader]: hidden };
  const redacted: Record<string, string> = {};
  for (const [name, redact] of redactors) {
    const value = headers[name];
    if (value === undefined) continue;
    const stored = redact(value, token);
    if (stored !== value) redacted[name] = stored;
  }
  return Object.keys(redacted).length === 0 ? headers : { ...headers, ...redacted };
}

/** The headers that can carry the token. Only the admin token header and `authorization` grant access with it. */
const redactors: readonly (readonly [header: string, redact: (value: string, token: string) => string])[] = [
  [adminTokenHeader, () => hidden],
  ['authorization', redactCredentials],
  ['proxy-authorization', redactCredentials],
  ['cookie', redactCookies],
  ['referer', redactQuery],
];

function redactCredentials(value: string, token: string): string {
  const words = [readPassword(value), ...value.split(/[\s,]+/)];
  return words.some((word) => isSameToken(word, token)) ? hidden : value;
}

function redactCookies(value: string, token: string): string {
  return redactPairs(value, ';', token);
}

/** Removes the token from the query of a URL or of a path that is stored. `token` is undefined for a mock without one. */
export function redactQuery(url: string, token: string | undefined): string {
  const start = url.indexOf('?') + 1;
  return token === undefined || start === 0 ? url : url.slice(0, start) + redactPairs(url.slice(start), '&', token);
}

/** Removes the token from JSON text. An error repeats the value of a parameter. */
export function redactJson(text: string, token: string): string {
  return text.replaceAll(JSON.stringify(token).slice(1, -1), hidden);
}

/** Replaces each value with the token in a list of `NAME=VALUE`, which may be encoded or in quotes. */
function redactPairs(text: string, separator: string, token: string): string {
  const pairs = text.split(separator).map((pair) => {
    const start = pair.indexOf('=') + 1;
    const value = pair.slice(start).trim();
    const forms = [value, decode(value), decode(value.replaceAll('+', ' '))].map((form) => form.replace(/^"(.*)"$/s, '$1'));
    const words = forms.flatMap((form) => [form, ...form.split(/[\s,]+/)]);
    return words.some((word) => isSameToken(word, token)) ? pair.slice(0, start) + hidden : pair;
  });
  return pairs.join(separator);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Compares in constant time: it depends only on the length of what was received. */
function isSameToken(received: string, token: string): boolean {
  let difference = received.length ^ token.length;
  for (let index = 0; index < received.length; index++) difference |= received.charCodeAt(index) ^ token.charCodeAt(index % token.length);
  return difference === 0;
}
