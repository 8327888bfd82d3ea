/** Lists: pages and the items in them. */
import type { ListDescriptor, MethodDescriptor } from '../descriptor.js';
import { DiscogenError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { transportKey } from './types.js';
import type { Client, ListMethod, ListOptions, PagedCall } from './types.js';

type Values = Readonly<Record<string, unknown>>;

/** One list call: where it goes and with what. */
interface Listing {
  readonly client: Client;
  readonly method: MethodDescriptor;
  readonly params: Values;
  readonly options: ListOptions;
}

/** The function that calls a list method. Items of a list that is keyed by scope are pairs of scope and value. */
/* @__NO_SIDE_EFFECTS__ */
export function defineListMethod<Params extends object, Page, Item>(descriptor: MethodDescriptor): ListMethod<Params, Page, Item> {
  const call = (client: Client, params?: Params, options: ListOptions = {}): PagedCall<Item, Page> =>
    pagedCall<Item, Page>({ client, method: descriptor, params: { ...params }, options });
  return Object.assign(call, descriptor);
}

function pagedCall<Item, Page>(listing: Listing): PagedCall<Item, Page> {
  let first: Promise<ApiResponse<Page>> | undefined;
  const start = (): Promise<ApiResponse<Page>> => (first ??= requestPage<Page>(listing));
  const page = async (): Promise<Page> => (await start()).body;
  const pages = (): AsyncGenerator<Page, void, undefined> => eachPage(listing, start);
  return {
    then: (fulfilled, rejected) => page().then(fulfilled, rejected),
    catch: (rejected) => page().catch(rejected),
    finally: (settled) => page().finally(settled),
    withResponse: start,
    pages,
    [Symbol.asyncIterator]: () => eachItem<Item, Page>(listing, pages()),
  };
}

async function* eachPage<Page>(listing: Listing, start: () => Promise<ApiResponse<Page>>): AsyncGenerator<Page, void, undefined> {
  let page = (await start()).body;
  let token: string | undefined;
  for (;;) {
    yield page;
    const next = nextToken(page, listing.method.list);
    if (next === undefined) return;
    if (next === token) throw new DiscogenError(`${listing.method.id}: expected a new page token, received the same one again`);
    token = next;
    page = (await requestPage<Page>(listing, next)).body;
  }
}

async function* eachItem<Item, Page>(listing: Listing, pages: AsyncIterable<Page>): AsyncGenerator<Item, void, undefined> {
  const { maxItems = Infinity, signal } = listing.options;
  let left = maxItems;
  if (left <= 0) return;
  for await (const page of pages) {
    for (const item of itemsOf(page, listing.method.list)) {
      signal?.throwIfAborted();
      yield item as Item;
      left -= 1;
      if (left <= 0) return;
    }
  }
}

function requestPage<Page>({ client, method, params, options }: Listing, token?: string): Promise<ApiResponse<Page>> {
  const values = token === undefined ? params : withToken(params, token, method.list);
  return client[transportKey].call(method, values, options) as Promise<ApiResponse<Page>>;
}

function withToken(params: Values, token: string, list: ListDescriptor | undefined): Values {
  const added = { [list?.pageToken ?? 'pageToken']: token };
  return list?.in === 'body'
    ? { ...params, requestBody: { ...(params['requestBody'] as object | undefined), ...added } }
    : { ...params, ...added };
}

function nextToken(page: unknown, list: ListDescriptor | undefined): string | undefined {
  const token = (page as Values)[list?.nextPageToken ?? 'nextPageToken'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

function itemsOf(page: unknown, list: ListDescriptor | undefined): readonly unknown[] {
  const items = (page as Values)[list?.items ?? 'items'];
  if (Array.isArray(items)) return items;
  return list?.map && typeof items === 'object' && items !== null ? Object.entries(items) : [];
}
