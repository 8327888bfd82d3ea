/** The resources that a scenario created on a server that has others, too. Only they are compared in lists. */
import { isObject, type Json, type JsonObject } from '../../generator/lib/json.js';
import type { CompleteExchange } from '../recordings/exchange.js';
import type { MatchedCall } from '../recordings/match-exchange.js';
import type { ActualResponse } from './exchange-result.js';
import { findWrite } from './list-writes.js';
import { locateItems } from './locate-resources.js';
import { getJson } from './resource-path.js';

export class OwnResources {
  /** Paths, as recorded and as on the server. */
  readonly #created = new Set<string>();

  /** Adds the resource that an exchange created. */
  add(exchange: CompleteExchange, match: MatchedCall, actual: ActualResponse): void {
    if (actual.status >= 400) return;
    for (const each of [exchange, replaceBody(exchange, actual)]) {
      const write = findWrite(each, match);
      if (write?.kind === 'created') this.#created.add(write.path);
    }
  }

  /** Returns a list and its response with only the items that the scenario created, or `undefined` if the recorded list has none of them. */
  selectItems(
    exchange: CompleteExchange,
    match: MatchedCall,
    actual: ActualResponse,
  ): { readonly exchange: CompleteExchange; readonly actual: ActualResponse } | undefined {
    const recorded = this.#select(exchange, match);
    const own = this.#select(replaceBody(exchange, actual), match);
    if (recorded === undefined || own === undefined) return { exchange, actual };
    if (recorded.kept === 0 && recorded.count > 0) return undefined;
    return {
      exchange: replaceBody(exchange, { ...actual, body: { kind: 'json', value: recorded.body } }),
      actual: { ...actual, body: { kind: 'json', value: own.body } },
    };
  }

  #select(
    exchange: CompleteExchange,
    match: MatchedCall,
  ): { readonly body: JsonObject; readonly count: number; readonly kept: number } | undefined {
    const { method } = match;
    const field = (method.list ?? method.listItems)?.items;
    const body = getJson(exchange.response.body);
    if (method.action.kind !== 'list' || field === undefined || !isObject(body)) return undefined;
    const items = locateItems(exchange, match);
    const own = new Set(items.filter(({ path }) => this.#isOwn(path)).map(({ body: item }) => item));
    const keep = (value: Json): Json => {
      if (Array.isArray(value)) return (value as readonly Json[]).filter((item) => isObject(item) && own.has(item));
      return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, keep(member)])) : value;
    };
    const kept = body[field] === undefined ? undefined : keep(body[field]);
    const { [field]: _, ...others } = body;
    // An empty list is often absent.
    return { body: { ...others, ...(kept !== undefined && own.size > 0 && { [field]: kept }) }, count: items.length, kept: own.size };
  }

  #isOwn(path: string): boolean {
    return [...this.#created].some((created) => path === created || path.startsWith(`${created}/`));
  }
}

function replaceBody(exchange: CompleteExchange, { body }: ActualResponse): CompleteExchange {
  const { body: _, ...response } = exchange.response;
  return { ...exchange, response: { ...response, ...(body?.kind === 'json' && { body: { ...body, text: '' } }) } };
}
