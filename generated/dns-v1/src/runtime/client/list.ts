/** Lists: pages and the items in them. */
import type { MethodDescriptor } from '../descriptor.js';
import { DiscogenError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { transportKey } from './types.js';
import type { Client, FreeListMethod, ListMethod, ListOptions, PagedCall, Step } from './types.js';

type Values = Readonly<Record<string, unknown>>;
type Send = (token?: string) => Promise<ApiResponse>;

/** The function that calls a list method. Items of a list that is keyed by scope are pairs of scope and value. */
/* @__NO_SIDE_EFFECTS__ */
export function defineListMethod<Params extends object, Page, Item, Items extends string = string>(
  descriptor: MethodDescriptor,
  ...steps: readonly Step[]
): ListMethod<Params, Page, Item, Items> & FreeListMethod<Params, Page, Item, Items> {
  const method = { ...descriptor, steps };
  const call = (client: Client, given?: object, options: ListOptions = {}): PagedCall<unknown, unknown> => {
    const params = withPageToken(method, { ...given });
    return pagedCall(method, options, (token) => client[transportKey].call(method, withToken(method, params, token), options));
  };
  return Object.assign(call, descriptor) as unknown as ListMethod<Params, Page, Item, Items> & FreeListMethod<Params, Page, Item, Items>;
}

function pagedCall(method: MethodDescriptor, options: ListOptions, send: Send): PagedCall<unknown, unknown> {
  let first: Promise<ApiResponse> | undefined;
  const start = (): Promise<ApiResponse> => (first ??= send());
  const page = async (): Promise<unknown> => (await start()).body;
  const chunks = (): AsyncGenerator<Chunk, void, undefined> => eachChunk(method, options, (token) => (token ? send(token) : start()));
  return {
    then: (fulfilled, rejected) => page().then(fulfilled, rejected),
    catch: (rejected) => page().catch(rejected),
    finally: (settled) => page().finally(settled),
    withResponse: start,
    async *pages() {
      for await (const chunk of chunks()) yield chunk.page;
    },
    async *[Symbol.asyncIterator]() {
      for await (const { items } of chunks()) {
        for (const item of items) {
          options.signal?.throwIfAborted();
          yield item;
        }
      }
    },
  };
}

/** A page and those of its items that are wanted. */
interface Chunk {
  readonly page: unknown;
  readonly items: readonly unknown[];
}

async function* eachChunk(
  { id, list }: MethodDescriptor,
  { maxItems: left = Infinity, prefetch }: ListOptions,
  send: Send,
): AsyncGenerator<Chunk, void, undefined> {
  if (!(left > 0)) return;
  let pending = send();
  for (let token: unknown; ;) {
    const page = (await pending).body as Values;
    const items = itemsOf(page[list?.items ?? 'items']).slice(0, left);
    left -= items.length;
    const next = left > 0 && (page[list?.nextPageToken ?? 'nextPageToken'] as string | undefined);
    if (prefetch && next && next !== token) {
      pending = send(next);
      // It is looked at when its turn comes, if it comes.
      pending.catch(() => undefined);
    }
    yield { page, items };
    if (!next) return;
    if (next === token) throw new DiscogenError(`${id}: expected a new page token, received the same one again`);
    if (!prefetch) pending = send(next);
    token = next;
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
