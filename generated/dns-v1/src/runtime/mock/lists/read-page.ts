/** One page of a collection. */
import type { CallContext } from '../call.js';
import { getTextMember, type JsonObject } from '../json.js';
import { renderResource } from '../links.js';
import { listBuiltInMembers, findBuiltInRule } from '../rules/built-in-resources.js';
import type { Member } from '../state/state.js';
import { escapeSegment, type Resource } from '../world/resource.js';
import { isAcrossParents, listAcrossParents } from './across-parents.js';
import type { ListQuery, NameSelection } from './list-query.js';

/** Members that a selective filter may look at in one request; then a token is given early. */
const maxScanned = 5000;
const chunkSize = 500;

export interface Source {
  readonly resource: Resource;
  readonly segments: readonly string[];
  /** Canonical path of the collection. */
  readonly collection: string;
  readonly query: Pick<ListQuery, 'limit' | 'order' | 'filter' | 'after' | 'names'>;
  /** Where names hold slashes: only members whose names are this and one more segment. */
  readonly below?: string;
}
export interface Page {
  readonly items: readonly JsonObject[];
  /** Beginnings that several names may share, each counted as one item. */
  readonly prefixes?: readonly string[];
  /** Where the next page begins; absent on the last one. */
  readonly cursor?: string;
}

/** Members after a cursor. */
type Read = (size: number, after: string | undefined) => readonly Member[];

function createReader(call: CallContext, { resource, segments, collection, below, query: { order } }: Source): Read {
  const all = findBuiltInRule(resource)
    ? listBuiltInMembers(call, { resource, segments, order })
    : isAcrossParents(call, resource, segments)
      ? listAcrossParents(call, resource, segments)
      : undefined;
  if (all) return (size, after) => all.filter(({ cursor }) => after === undefined || cursor > after).slice(0, size);
  const range = { ...(order && { order }), ...(below !== undefined && { prefix: escapeSegment(below) }) };
  return (limit, after) => call.state.page({ resource, collection, limit, ...range, ...(after !== undefined && { after }) });
}

export function readPage(call: CallContext, source: Source): Page {
  const { limit, filter, names, after: start } = source.query;
  const { below } = source;
  const read = createReader(call, source);
  const items: JsonObject[] = [];
  const prefixes = new Set<string>();
  const endPage = (cursor: string | undefined): Page => ({
    items,
    ...(names?.prefixes !== undefined && { prefixes: [...prefixes] }),
    ...(cursor !== undefined && { cursor }),
  });
  let after = start;
  let scannedCount = 0;
  for (;;) {
    const size = filter || names || below !== undefined ? chunkSize : limit + 1;
    const members = read(size, after);
    for (const member of members) {
      const shown = renderResource(member.place, member.entity.body, call.origin);
      const entry = !isDirectlyBelow(member, below) || (filter && !filter(shown)) ? undefined : toListEntry(names, shown);
      // What is in a group that the page has already is passed over, so that the next page begins behind it.
      if (entry !== undefined && !(typeof entry === 'string' && prefixes.has(entry))) {
        if (items.length + prefixes.size === limit) return endPage(after);
        if (typeof entry === 'string') prefixes.add(entry);
        else items.push(entry);
      }
      scannedCount += 1;
      after = member.cursor;
    }
    if (members.length < size) return endPage(undefined);
    if (scannedCount >= maxScanned) return endPage(after);
  }
}

/** What a list shows of a resource: the resource, the beginning of its name that groups it, or nothing. */
function toListEntry(names: NameSelection | undefined, shown: JsonObject): JsonObject | string | undefined {
  if (!names) return shown;
  const name = getTextMember(shown, names.field) ?? '';
  if (!name.startsWith(names.prefix)) return undefined;
  const at = names.delimiter === undefined ? -1 : name.indexOf(names.delimiter, names.prefix.length);
  return at < 0 ? shown : name.slice(0, at + (names.delimiter?.length ?? 0));
}

function isDirectlyBelow({ place }: Member, below: string | undefined): boolean {
  return below === undefined || !(place.ids.at(-1) ?? '').slice(below.length).includes('/');
}
