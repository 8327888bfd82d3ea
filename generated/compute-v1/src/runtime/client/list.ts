/** Lists: pages and the items in them. */
import type { MethodDescriptor } from '../descriptor.js';
import { DiscogenError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { transportKey } from './types.js';
import type { Client, FreeListMethod, ListMethod, ListOptions, PagedCall, Step } from './types.js';

type Values = Readonly<Record<string, unknown>>;
type Send = (token?: string, signal?: AbortSignal) => Promise<ApiResponse>;

/** The function that calls a list method. Items of a list that is keyed by scope are pairs of scope and value. */
/* @__NO_SIDE_EFFECTS__ */
export function defineListMethod<Params extends object, Page, Item, Items extends string = string>(
  descriptor: MethodDescriptor,
  ...steps: readonly Step[]
): ListMethod<Params, Page, Item, Items> & FreeListMethod<Params, Page, Item, Items> {
  const method = { ...descriptor, steps };
  const call = (client: Client, given?: object, options: ListOptions = {}): PagedCall<unknown, unknown> => {
    const params = withPageToken(method, { ...given });
    return pagedCall(method, options, (token, signal = options.signal) =>
      client[transportKey].call(method, withToken(method, params, token), { ...options, signal }),
    );
  };
  return Object.assign(call, descriptor) as unknown as ListMethod<Params, Page, Item, Items> & FreeListMethod<Params, Page, Item, Items>;
}

function pagedCall(method: MethodDescriptor, options: ListOptions, send: Send): PagedCall<unknown, unknown> {
  let first: Promise<ApiResponse> | undefined;
  const start: Send = (token, signal) => (token ? send(token, signal) : (first ??= send()));
  const page = async (): Promise<unknown> => (await start()).body;
  return {
    then: (fulfilled, rejected) => page().then(fulfilled, rejected),
    catch: (rejected) => page().catch(rejected),
    finally: (settled) => page().finally(settled),
    withResponse: () => start(),
    pages: () => walk(method, options, start, true),
    [Symbol.asyncIterator]: () => walk(method, options, start),
  };
}

/** All items, or all pages. */
async function* walk(
  { id, list }: MethodDescriptor,
  { maxItems: left = Infinity, prefetch, signal }: ListOptions,
  send: Send,
  whole?: boolean,
): AsyncGenerator<unknown, void, undefined> {
  // What is under way when the loop is left ends with it.
  const loop = new AbortController();
  signal?.addEventListener('abort', () => loop.abort(signal.reason), { signal: loop.signal });
  try {
    let pending: Promise<ApiResponse> | undefined;
    for (let token: string | undefined; left > 0; ) {
      const page = (await (pending ?? send(token, loop.signal))).body as Values;
      const items = itemsOf(page[list?.items ?? 'items']).slice(0, left);
      left -= items.length;
      const next = page[list?.nextPageToken ?? 'nextPageToken'] as string | undefined;
      if (!next) left = 0;
      if (prefetch && left > 0) {
        pending = send(next, loop.signal);
        // It is looked at when its turn comes, if it comes.
        pending.catch(() => undefined);
      }
      for (const one of whole ? [page] : items) {
        signal?.throwIfAborted();
        yield one;
      }
      if (left > 0 && next === token) throw new DiscogenError(`${id}: expected a new page token, received the same one again`);
      token = next;
    }
  } finally {
    loop.abort();
  }
}

/** A mask without the next page's token would end the list with its first page. */
function withPageToken({ list }: MethodDescriptor, params: Values): Values {
  const { fields = '*' } = params;
  const token = list?.nextPageToken ?? 'nextPageToken';
  const paths = String(fields).split(/,(?![^(]*\))/);
  return paths.includes('*') || paths.includes(token) ? params : { ...params, fields: [...paths, token] };
}

function withToken({ list }: MethodDescriptor, params: Values, token: string | undefined): Values {
  const added = token && { [list?.pageToken ?? 'pageToken']: token };
  return { ...params, ...(added && list?.in ? { requestBody: { ...(params['requestBody'] as object | undefined), ...added } } : added) };
}

/** Of a list keyed by scope, pairs. */
function itemsOf(items: unknown): readonly unknown[] {
  return Array.isArray(items) ? items : Object.entries(items ?? {});
}
