/** Lists: pages and the items in them. */
import type { ListDescriptor, MethodDescriptor } from '../descriptor.js';
import { DiscogenError, ParameterError, describeValue } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { transportKey } from './client-types.js';
import type {
  CallOptions,
  Client,
  ParameterlessListMethod,
  ListMethod,
  ListOptions,
  OptionNames,
  PagedCall,
  Middleware,
} from './client-types.js';

type Values = Readonly<Record<string, unknown>>;
type Send = (more?: object, options?: object) => Promise<ApiResponse>;

const listOptions = { maxItems: 1, prefetch: 1 } as const satisfies OptionNames<Omit<ListOptions, keyof CallOptions>>;

/** The function that calls a list method. Items of a list that is keyed by scope are pairs of scope and value. */
/* @__NO_SIDE_EFFECTS__ */
export function defineListMethod<Params extends object, Page, Item, Items extends string = string, Token extends string = 'nextPageToken'>(
  descriptor: MethodDescriptor,
  ...steps: readonly Middleware[]
): ListMethod<Params, Page, Item, Items, Token> & ParameterlessListMethod<Params, Page, Item, Items, Token> {
  const list = { pageToken: 'pageToken', nextPageToken: 'nextPageToken', ...(descriptor.list as ListDescriptor) };
  const method = { ...descriptor, steps, list, options: listOptions };
  const call = (client: Client, given: Record<string, unknown> = {}, options: ListOptions = {}): PagedCall<unknown, unknown> => {
    const params = { ...given };
    // A mask without the next page's token would end the list with its first page.
    if (params.fields && params.fields !== '*') params.fields = [params.fields, list.nextPageToken].flat();
    let first: Promise<ApiResponse> | undefined;
    const send: Send = (more, own) =>
      more ? client[transportKey].call(method, { ...params, ...more }, { ...options, ...own }) : (first ??= send(params));
    const page = async (): Promise<unknown> => (await send()).body;
    return {
      then: (fulfilled, rejected) => page().then(fulfilled, rejected),
      catch: (rejected) => page().catch(rejected),
      finally: (settled) => page().finally(settled),
      withResponse: async () => ({ ...(await send()) }),
      pages: () => walk(method, send, { ...options, whole: true }),
      [Symbol.asyncIterator]: () => walk(method, send, options),
    };
  };
  return Object.assign(call, descriptor) as unknown as ListMethod<Params, Page, Item, Items, Token> &
    ParameterlessListMethod<Params, Page, Item, Items, Token>;
}

/** All items, or all pages. */
async function* walk(
  { id, list }: { readonly id: string; readonly list: Required<Pick<ListDescriptor, 'items' | 'pageToken' | 'nextPageToken'>> },
  send: Send,
  { maxItems: left = Infinity, prefetch, signal, whole }: ListOptions & { readonly whole?: true },
): AsyncGenerator<unknown, void, undefined> {
  if (!(left >= 0)) throw new ParameterError('maxItems', 'a number from 0', describeValue(left), id);
  signal?.throwIfAborted();
  // What is under way when the loop is left ends with it.
  const loop = new AbortController();
  const own = { signal: loop.signal };
  signal?.addEventListener('abort', () => loop.abort(signal.reason), own);
  const ask = (token: unknown): Promise<ApiResponse> => send(token ? { [list.pageToken]: token } : undefined, own);
  try {
    for (let pending: Promise<ApiResponse> | undefined, token: unknown; left >= 1;) {
      const page = (await (pending ?? ask(token))).body as Values;
      const found = itemsOf(page[list.items]).slice(0, left);
      const next = page[list.nextPageToken];
      left = next ? left - found.length : 0;
      if (prefetch && left >= 1) {
        // It is looked at when its turn comes, if it comes.
        (pending = ask(next)).catch(() => undefined);
      }
      for (const one of whole ? [page] : found) {
        signal?.throwIfAborted();
        yield one;
      }
      if (left >= 1 && next === token) throw new DiscogenError(`${id}: expected a new page token`);
      token = next;
    }
  } finally {
    loop.abort();
  }
}

/** Of a list keyed by scope, pairs. */
function itemsOf(items: unknown): readonly unknown[] {
  return Array.isArray(items) ? items : Object.entries(items ?? {});
}
