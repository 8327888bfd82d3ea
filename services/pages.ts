/** Pages of lists that modules compute. */
import { fromBase64, hashHex, type HandlerCall } from '../mock/service.js';
import { toBase64Url } from './base64-url.js';

export interface ListPage<T> {
  readonly items: readonly T[];
  /** The token of the next page, if there is more. */
  readonly nextPageToken?: string;
}

interface PageOptions<T> {
  /** The maximum number of items. */
  readonly size: number;
  /** Returns the identity of an item. */
  readonly getKey: (item: T) => string;
}

/** Returns the page of a sorted list that a call requests. Throws 400 for a page token of another list. */
export function selectPage<T>(call: HandlerCall, items: readonly T[], { size, getKey }: PageOptions<T>): ListPage<T> {
  const { pageToken, maxResults: _, pageSize: __, ...query } = call.parameters as Readonly<Record<string, unknown>>;
  const digest = hashHex(JSON.stringify([call.methodId, query])).slice(0, 16);
  const start = typeof pageToken === 'string' && pageToken !== '' ? findStart(call, items, { getKey, pageToken, digest }) : 0;
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  const end = start + page.length;
  return {
    items: page,
    ...(end < items.length && last !== undefined && { nextPageToken: encode([digest, end, getKey(last)]) }),
  };
}

/** Returns the position after the last item of the page before. If it no longer exists, the position that it had decides. */
function findStart<T>(
  call: HandlerCall,
  items: readonly T[],
  { getKey, pageToken, digest }: Pick<PageOptions<T>, 'getKey'> & { readonly pageToken: string; readonly digest: string },
): number {
  const [list, position, key] = decode(pageToken) ?? [];
  if (list !== digest || typeof position !== 'number')
    return call.reject('invalid', 'Invalid page token.', { location: 'pageToken', locationType: 'parameter' });
  const index = items.findIndex((item) => getKey(item) === key);
  return index < 0 ? position - 1 : index + 1;
}

const encode = (value: unknown): string => toBase64Url(new TextEncoder().encode(JSON.stringify(value))).replace(/=+$/, '');

function decode(token: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(token)));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
