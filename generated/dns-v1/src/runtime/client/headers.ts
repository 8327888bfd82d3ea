/** Headers as plain objects with lower-case names, and credentials. */
import { ParameterError, shown } from '../errors.js';
import type { Auth, FetchResponse, HeadersLike } from './types.js';

/** One object of several, the later ones winning; `undefined` takes a header away. A value that no header can hold is refused without being shown. */
export function mergeHeaders(...sources: readonly (HeadersLike | undefined)[]): Record<string, string> {
  const merged: Record<string, string> = {};
  const add = (value: unknown, name: string): void => {
    const key = name.toLowerCase();
    if (value === undefined) delete merged[key];
    else if (typeof value === 'string' && /^[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*$/.test(`${key}:${value}`)) merged[key] = value;
    else
      throw new ParameterError({
        parameter: `headers.${name}`,
        expected: 'one line of Latin-1',
        received: 'something else',
      });
  };
  for (const source of sources) {
    if (typeof source?.forEach === 'function') source.forEach(add);
    else for (const [name, value] of Object.entries(source ?? {})) add(value, name);
  }
  return merged;
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
    if (name !== 'set-cookie') plain[name] = value;
  });
  return plain;
}
