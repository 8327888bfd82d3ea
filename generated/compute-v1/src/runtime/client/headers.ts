/** Headers as plain objects with lower-case names, and credentials. */
import { ParameterError, shown } from '../errors.js';
import type { Auth, FetchResponse, HeadersLike } from './types.js';

/** Adds headers to `target`; `undefined` takes one away. A value that no header can hold is refused without being shown. */
export function addHeaders(target: Record<string, string>, headers: HeadersLike | undefined): void {
  if (typeof headers?.forEach === 'function') headers.forEach((value: string, name: string) => addHeader(target, name, value));
  else for (const [name, value] of Object.entries(headers ?? {})) addHeader(target, name, value);
}

/** Headers that carry the credentials, asked for anew. */
export async function credentials(auth: Auth | undefined, url: string): Promise<HeadersLike> {
  if (auth === undefined) return {};
  if (typeof auth === 'object') return auth.getRequestHeaders(url);
  const token: unknown = typeof auth === 'string' ? auth : await auth();
  if (typeof token === 'string' && token !== '') return { authorization: `Bearer ${token}` };
  throw new ParameterError({ parameter: 'auth', expected: 'a token', received: shown(token) });
}

/** An answer's headers. Cookies are left out: they are credentials, and errors carry this. */
export function plainHeaders(headers: FetchResponse['headers']): Record<string, string> {
  const plain: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (name.toLowerCase() !== 'set-cookie') plain[name.toLowerCase()] = value;
  });
  return plain;
}

function addHeader(target: Record<string, string>, name: string, value: unknown): void {
  const key = name.toLowerCase();
  if (value === undefined) delete target[key];
  else if (typeof value === 'string' && /^[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*$/.test(`${key}:${value}`)) target[key] = value;
  else
    throw new ParameterError({ parameter: `headers.${name}`, expected: 'a name and one line of Latin-1 text', received: 'something else' });
}
