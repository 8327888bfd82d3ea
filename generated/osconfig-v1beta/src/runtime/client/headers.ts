/** Headers as plain objects with lower-case names, and credentials. */
import { ParameterError, describeValue } from '../errors.js';
import { describeType } from '../type-text.js';
import type { Auth, ClientOptions, HeadersLike } from './client-types.js';

export const jsonContentType = 'application/json';

/** One object of several, the later ones winning; `undefined` takes a header away. A value that no header can hold is refused without being shown; the first ones are known to be fine. */
export function mergeHeaders(
  fine: Readonly<Record<string, string>>,
  ...sources: readonly (HeadersLike | undefined)[]
): Record<string, string> {
  const merged = { ...fine };
  const add = (value: unknown, name: string): void => {
    const key = name.toLowerCase();
    if (value === undefined) delete merged[key];
    else if (typeof value === 'string' && /^[!#-'*+.^_`|~\w-]+:[\t -~\x80-\xff]*$/.test(`${key}:${value}`)) merged[key] = value;
    else throw new ParameterError(`headers.${name}`, 'a Latin-1 line', describeType(value));
  };
  for (const source of sources) {
    if (typeof source?.forEach === 'function') source.forEach(add);
    else if (source) for (const [name, value] of Object.entries(source)) add(value, name);
  }
  return merged;
}

/** What a client sends with every request, or with every one whose body is of a type. */
export function createClientHeaders({ headers, userAgent }: ClientOptions, type?: string): Record<string, string> {
  // Browsers set the user agent themselves, and setting it makes some of them ask the server's leave first.
  const browser = /Mozilla/.test(`${(globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent}`);
  return mergeHeaders({}, { accept: jsonContentType, 'content-type': type, 'user-agent': browser ? undefined : userAgent }, headers);
}

/** Headers that carry the credentials, asked for anew. */
export async function getCredentials(auth: Auth, url: string): Promise<HeadersLike> {
  if (typeof auth === 'object') return auth.getRequestHeaders(url);
  const token: unknown = typeof auth === 'function' ? await auth() : auth;
  if (typeof token === 'string' && token) return { authorization: `Bearer ${token}` };
  throw new ParameterError('auth', 'a token', describeValue(token));
}
