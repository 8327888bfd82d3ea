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

/** The headers whose value is hidden as a whole if it contains the token. Only the first two grant access with it. */
const credentialHeaders: ReadonlySet<string> = new Set([adminTokenHeader, 'authorization', 'proxy-authorization']);

/** Removes the token from headers that are stored. `token` is undefined for a mock without one. */
export function redactAdminToken(headers: RequestHeaders, token: string | undefined): RequestHeaders {
  if (token === undefined) return headers[adminTokenHeader] === undefined ? headers : { ...headers, [adminTokenHeader]: hidden };
  const redacted: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const stored = redactHeader(name, value, token);
    if (stored !== value) redacted[name] = stored;
  }
  return Object.keys(redacted).length === 0 ? headers : { ...headers, ...redacted };
}

function redactHeader(name: string, value: string, token: string): string {
  if (name === adminTokenHeader) return hidden;
  if (credentialHeaders.has(name)) return containsToken(value, token) ? hidden : value;
  if (name === 'cookie') return redactPairs(value, ';', token);
  if (value.includes('?')) return redactUrl(value, token);
  const result = hideToken(value, token);
  return containsToken(result, token) ? hidden : result;
}

/** Removes the token from a URL or a path that is stored. `token` is undefined for a mock without one. */
export function redactUrl(url: string, token: string | undefined): string {
  if (token === undefined) return url;
  const start = url.indexOf('?') + 1;
  if (start === 0) return redactPairs(url, '/', token);
  return `${redactPairs(url.slice(0, start - 1), '/', token)}?${redactPairs(url.slice(start), '&', token)}`;
}

/** Removes the token from a text, such as a body, or an error that repeats the value of a parameter. */
export function redactText(text: string, token: string): string {
  const escaped = JSON.stringify(token).slice(1, -1);
  return hideToken(escaped === token ? text : hideToken(text, escaped), token);
}

/** Replaces the token in each part of a path, or of a list of `NAME=VALUE`. A value that contains it in any form is hidden as a whole. */
function redactPairs(text: string, separator: string, token: string): string {
  const pairs = text.split(separator).map((pair) => {
    const start = separator === '/' ? 0 : pair.indexOf('=') + 1;
    return containsToken(pair.slice(start), token) ? pair.slice(0, start) + hidden : hideToken(pair, token);
  });
  return pairs.join(separator);
}

/** Shorter tokens can occur in ordinary words, and are only found as words. */
const minTextLength = 8;

function hideToken(text: string, token: string): string {
  if (!text.includes(token)) return text;
  return token.length >= minTextLength
    ? text.replaceAll(token, hidden)
    : text.replaceAll(/[\w.~+-]+/g, (word) => (word === token ? hidden : word));
}

/** Whether a text contains the token: as it is, percent-encoded up to twice, in quotes, or in base64, as in Basic credentials. */
function containsToken(text: string, token: string): boolean {
  const decoded = text.includes('%') || text.includes('+') ? decode(text) : text;
  const forms = [text, decoded, decode(decoded), decode(text.replaceAll('+', ' '))];
  if (forms.some((form) => hideToken(form, token) !== form || form.split(/[\s,"']+/).includes(token))) return true;
  return (decoded.match(/[\w+/-]{8,}={0,2}/g) ?? []).some((word) => hideToken(decodeBase64(word), token) !== decodeBase64(word));
}

function decodeBase64(word: string): string {
  try {
    return atob(word.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
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
