/** Merges headers into plain objects with lower-case names, and gets credentials. */
import { ParameterError } from '../errors.js';
import { describeValue, describeType } from '../error-text.js';
import type { Auth, ClientOptions, HeadersLike } from './client-types.js';

export const jsonContentType = 'application/json';

/**
 * Merges headers. Later sources override earlier ones, and `undefined` removes a header.
 *
 * @param base Headers that are known to be valid.
 * @throws ParameterError If a header is invalid. The message doesn't contain the value.
 */
export function mergeHeaders(
  base: Readonly<Record<string, string>>,
  ...sources: readonly (HeadersLike | undefined)[]
): Record<string, string> {
  const merged = { ...base };
  const add = (value: unknown, name: string): void => {
    const key = name.toLowerCase();
    if (value === undefined) delete merged[key];
    else if (typeof value === 'string' && /^[!#-'*+.^_`|~\w-]+:[\t -~\x80-\xff]*$/.test(`${key}:${value}`)) merged[key] = value;
    else throw new ParameterError(`headers.${name}`, 'one line of Latin-1 text', describeType(value));
  };
  for (const source of sources) {
    if (typeof source?.forEach === 'function') source.forEach(add);
    else if (source) for (const [name, value] of Object.entries(source)) add(value, name);
  }
  return merged;
}

/** Returns the headers of every request of a client, or of every request with a body of the content type. */
export function createClientHeaders({ headers, userAgent }: ClientOptions, contentType?: string): Record<string, string> {
  // Browsers set the user agent themselves. A custom one causes a CORS preflight request in some of them.
  const isBrowser = /Mozilla/.test(`${(globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent}`);
  return mergeHeaders(
    {},
    { accept: jsonContentType, 'content-type': contentType, 'user-agent': isBrowser ? undefined : userAgent },
    headers,
  );
}

/** Gets the headers with the current credentials. */
export async function getCredentials(auth: Auth, url: string): Promise<HeadersLike> {
  if (typeof auth === 'object') return auth.getRequestHeaders(url);
  const token: unknown = typeof auth === 'function' ? await auth() : auth;
  if (typeof token === 'string' && token) return { authorization: `Bearer ${token}` };
  throw new ParameterError('auth', 'a non-empty token', describeValue(token));
}
