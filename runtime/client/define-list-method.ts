/** Defines list methods, which return pages and their items. */
import type { ListDescriptor, MethodDescriptor } from '../descriptor.js';
import { describeValue } from '../error-text.js';
import { DiscogenError, ParameterError, type ApiResponse } from '../errors.js';
import type { CallOptions } from './call-options.js';
import { transportKey, type Client, type OptionNames, type CallStep } from './client-types.js';
import type { ParameterlessListMethod, ListMethod, ListOptions, PagedCall } from './method-types.js';

type ResponseFields = Readonly<Record<string, unknown>>;
type Send = (nextPage?: object, options?: object) => Promise<ApiResponse>;

const listOptionNames = { maxItems: 1, prefetch: 1 } as const satisfies OptionNames<Omit<ListOptions, keyof CallOptions>>;

/** Creates the function that calls a list method. The items of a list that is keyed by scope are pairs of scope and value. */
/* @__NO_SIDE_EFFECTS__ */
export function defineListMethod<Params extends object, Page, Item, Items extends string = string, Token extends string = 'nextPageToken'>(
  descriptor: MethodDescriptor,
  ...steps: readonly CallStep[]
): ListMethod<Params, Page, Item, Items, Token> & ParameterlessListMethod<Params, Page, Item, Items, Token> {
  const list = { pageToken: 'pageToken', nextPageToken: 'nextPageToken', ...(descriptor.list as ListDescriptor) };
  const method = { ...descriptor, steps, list, options: listOptionNames };
  const call = (client: Client, parameters: Record<string, unknown> = {}, options: ListOptions = {}): PagedCall<unknown, unknown> => {
    const params = { ...parameters };
    // Without the next page token the list would end after its first page.
    if (params.fields && !selectsField(params.fields, list.nextPageToken)) params.fields = [params.fields, list.nextPageToken].flat();
    let first: Promise<ApiResponse> | undefined;
    const send: Send = (nextPage, ownOptions) =>
      nextPage ? client[transportKey].call(method, { ...params, ...nextPage }, { ...options, ...ownOptions }) : (first ??= send(params));
    const page = async (): Promise<unknown> => (await send()).body;
    return {
      then: (fulfilled, rejected) => page().then(fulfilled, rejected),
      catch: (rejected) => page().catch(rejected),
      finally: (settled) => page().finally(settled),
      withResponse: async () => ({ ...(await send()) }),
      pages: () => iterate(method, send, { ...options, whole: true }),
      [Symbol.asyncIterator]: () => iterate(method, send, options),
    };
  };
  return Object.assign(call, descriptor) as unknown as ListMethod<Params, Page, Item, Items, Token> &
    ParameterlessListMethod<Params, Page, Item, Items, Token>;
}

/** Returns whether a mask selects a field of the response. */
function selectsField(fields: unknown, name: string): boolean {
  let mask = String(fields).replace(/\s|`[^`]*`/g, '');
  // Without quoted names, which can contain any character, and without the selections inside of fields, from the innermost on.
  for (let whole = ''; whole !== mask;) [whole, mask] = [mask, mask.replace(/\([^()]*\)/g, '')];
  return mask.split(',').some((field) => field === name || field === '*');
}

/** The maximum number of page tokens that an iteration keeps. */
const maxSeenTokens = 1024;

/** Iterates over all items, or over all pages if `whole` is true. */
async function* iterate(
  { id, list }: { readonly id: string; readonly list: Required<Pick<ListDescriptor, 'items' | 'pageToken' | 'nextPageToken'>> },
  send: Send,
  { maxItems: remaining = Infinity, prefetch, signal, whole }: ListOptions & { readonly whole?: true },
): AsyncGenerator<unknown, void, undefined> {
  if (!(remaining >= 0)) throw new ParameterError('maxItems', 'a number >= 0', describeValue(remaining), id);
  signal?.throwIfAborted();
  // Leaving the loop aborts a pending request.
  const loop = new AbortController();
  const loopOptions = { signal: loop.signal };
  signal?.addEventListener('abort', () => loop.abort(signal.reason), loopOptions);
  const fetchPage = (token: unknown): Promise<ApiResponse> => send(token ? { [list.pageToken]: token } : undefined, loopOptions);
  // Repeated page tokens would make the iteration endless. A new window of tokens starts at each page whose number is a power of two, from
  // the maximum on, so a cycle of any length is found in bounded memory.
  const seen = new Set<unknown>();
  let pages = 0;
  try {
    for (let pending: Promise<ApiResponse> | undefined, token: unknown; remaining >= 1;) {
      const page = (await (pending ?? fetchPage(token))).body as ResponseFields;
      const items = toItems(page[list.items]).slice(0, remaining);
      const next = page[list.nextPageToken];
      remaining = next ? remaining - items.length : 0;
      const isRepeated = seen.has(next);
      pages += 1;
      if (pages >= maxSeenTokens && !(pages & (pages - 1))) seen.clear();
      if (seen.size < maxSeenTokens) seen.add(next);
      if (prefetch && remaining >= 1 && !isRepeated) {
        // The next iteration handles a failure. If there is none, nobody needs to know about it.
        (pending = fetchPage(next)).catch(() => undefined);
      }
      for (const entry of whole ? [page] : items) {
        signal?.throwIfAborted();
        yield entry;
      }
      if (remaining >= 1 && isRepeated) throw new DiscogenError(`${id}: the response repeats a page token`);
      token = next;
    }
  } finally {
    loop.abort();
  }
}

/** Returns the elements of a list, or the pairs of a list that is keyed by scope. */
function toItems(items: unknown): readonly unknown[] {
  return Array.isArray(items) ? items : Object.entries(items ?? {});
}
