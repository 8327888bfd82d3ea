/** One page of a collection. */
import type { Call } from '../call.js';
import type { JsonObject } from '../json.js';
import { view } from '../links.js';
import { allProvided, providedRule } from '../rules/provided.js';
import type { Member } from '../state/state.js';
import { escapeSegment, type Resource } from '../world/resource.js';
import type { ListQuery } from './query.js';

/** Members that a selective filter may look at in one request; then a token is given early. */
const scanned = 5000;
const chunk = 500;

export interface Source {
  readonly resource: Resource;
  readonly segments: readonly string[];
  /** Canonical path of the collection. */
  readonly collection: string;
  readonly query: Pick<ListQuery, 'limit' | 'order' | 'filter' | 'after'>;
  /** Where names hold slashes: only members whose names are this and one more segment. */
  readonly below?: string;
}
export interface Page {
  readonly items: readonly JsonObject[];
  /** Where the next page begins; absent on the last one. */
  readonly cursor?: string;
}

/** Members after a cursor. */
type Read = (size: number, after: string | undefined) => readonly Member[];

function readerOf(call: Call, { resource, segments, collection, below, query: { order } }: Source): Read {
  if (providedRule(resource)) {
    const all = allProvided(call, { resource, segments, order });
    return (size, after) => all.filter(({ cursor }) => after === undefined || cursor > after).slice(0, size);
  }
  const range = { ...(order && { order }), ...(below !== undefined && { prefix: escapeSegment(below) }) };
  return (limit, after) => call.state.page({ resource, collection, limit, ...range, ...(after !== undefined && { after }) });
}

export function readPage(call: Call, source: Source): Page {
  const { limit, filter, after: start } = source.query;
  const { below } = source;
  const read = readerOf(call, source);
  const found: { readonly shown: JsonObject; readonly cursor: string }[] = [];
  let after = start;
  let looked = 0;
  for (;;) {
    const size = filter || below !== undefined ? chunk : limit + 1;
    const members = read(size, after);
    for (const member of members) {
      const shown = view(member.place, member.entity.body, call.origin);
      if (isDirectlyBelow(member, below) && (!filter || filter(shown))) {
        if (found.length === limit) return pageOf(found, found.at(-1)?.cursor);
        found.push({ shown, cursor: member.cursor });
      }
      looked += 1;
      after = member.cursor;
    }
    if (members.length < size) return pageOf(found, undefined);
    if (looked >= scanned) return pageOf(found, members.at(-1)?.cursor);
  }
}

function isDirectlyBelow({ place }: Member, below: string | undefined): boolean {
  return below === undefined || !(place.ids.at(-1) ?? '').slice(below.length).includes('/');
}

function pageOf(found: readonly { readonly shown: JsonObject }[], cursor: string | undefined): Page {
  return { items: found.map(({ shown }) => shown), ...(cursor !== undefined && { cursor }) };
}
