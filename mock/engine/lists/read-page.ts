/** Reads one page of a collection. */
import type { EngineCall } from '../call.js';
import { compareText, getTextMember, type JsonObject } from '../../lib/json.js';
import { renderComplete, renderResource } from '../../catalog/links.js';
import { listBuiltInMembers, findBuiltInRule } from '../rule-kinds/built-in.js';
import type { Member } from '../../state/entity.js';
import { escapeName } from '../../state/keys.js';
import { toCollectionPath, type CompiledResource } from '../../catalog/resource.js';
import { isAcrossParents, listAcrossParents } from './across-parents.js';
import type { ListQuery, NameSelection } from './list-query.js';

/** The maximum number of resources to test in one request. A selective filter can therefore return a page token early. */
const maxScanned = 5000;
const chunkSize = 500;

export interface PageSource {
  readonly resource: CompiledResource;
  readonly segments: readonly string[];
  readonly query: Pick<ListQuery, 'limit' | 'order' | 'filter' | 'after' | 'names' | 'compare'>;
  /** A prefix of IDs that contain slashes. Only members with one more segment are included. */
  readonly idPrefix?: string;
}
export interface CollectionPage {
  readonly items: readonly JsonObject[];
  /** The name prefixes that group several resources. Each counts as one item. */
  readonly prefixes?: readonly string[];
  /** The start of the next page. Absent on the last page. */
  readonly cursor?: string;
}

/** Reads members after a cursor. */
type MemberReader = (size: number, after: string | undefined) => readonly Member[];

function createReader(call: EngineCall, { resource, segments, idPrefix, query: { order } }: PageSource): MemberReader {
  const members = findBuiltInRule(resource)
    ? listBuiltInMembers(call, { resource, segments, order })
    : isAcrossParents(call, resource, segments)
      ? listAcrossParents(call, { resource, segments, order })
      : undefined;
  if (members) return (size, after) => members.filter(({ cursor }) => after === undefined || compareText(cursor, after) > 0).slice(0, size);
  const range = { ...(order && { order }), ...(idPrefix !== undefined && { prefix: escapeName(idPrefix) }) };
  const collection = toCollectionPath(resource, segments);
  return (limit, after) => call.state.readPage({ resource, collection, limit, ...range, ...(after !== undefined && { after }) });
}

export function readPage(call: EngineCall, source: PageSource): CollectionPage {
  const { compare } = source.query;
  return compare ? readSortedPage(call, source, compare) : readStoredPage(call, source);
}

/** Sorts all items, because only a function knows their order. The cursor is the number of the items on earlier pages. */
function readSortedPage(call: EngineCall, source: PageSource, compare: NonNullable<ListQuery['compare']>): CollectionPage {
  const { after: start, limit, ...query } = source.query;
  const items: JsonObject[] = [];
  let after: string | undefined;
  do {
    const page = readStoredPage(call, { ...source, query: { ...query, limit: Infinity, ...(after !== undefined && { after }) } });
    items.push(...page.items);
    after = page.cursor;
  } while (after !== undefined);
  const begin = Number(start ?? 0);
  const end = begin + limit;
  return { items: items.sort(compare).slice(begin, end), ...(end < items.length && { cursor: String(end) }) };
}

function readStoredPage(call: EngineCall, source: PageSource): CollectionPage {
  const { limit, filter, names, after: start } = source.query;
  const { idPrefix } = source;
  const read = createReader(call, source);
  const items: JsonObject[] = [];
  const prefixes = new Set<string>();
  const endPage = (cursor: string | undefined): CollectionPage => ({
    items,
    ...(names?.prefixes !== undefined && { prefixes: [...prefixes] }),
    ...(cursor !== undefined && { cursor }),
  });
  let after = start;
  let scannedCount = 0;
  for (;;) {
    const size = filter || names || idPrefix !== undefined ? chunkSize : limit + 1;
    const members = read(size, after);
    for (const member of members) {
      const visible = renderResource(member.place, member.entity.body, call.origin);
      const entry =
        !isDirectlyBelow(member, idPrefix) || (filter && !filter(renderComplete(member.place, member.entity.body, call.origin)))
          ? undefined
          : toListEntry(names, visible);
      // Members of a group that is already on the page are skipped, so that the next page begins after them.
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

/** Returns the list entry of a resource: the resource, the name prefix that groups it, or nothing if the prefix doesn't match. */
function toListEntry(names: NameSelection | undefined, visible: JsonObject): JsonObject | string | undefined {
  if (!names) return visible;
  const name = getTextMember(visible, names.field) ?? '';
  if (!name.startsWith(names.prefix)) return undefined;
  const at = names.delimiter === undefined ? -1 : name.indexOf(names.delimiter, names.prefix.length);
  return at < 0 ? visible : name.slice(0, at + (names.delimiter?.length ?? 0));
}

function isDirectlyBelow({ place }: Member, idPrefix: string | undefined): boolean {
  return idPrefix === undefined || !(place.ids.at(-1) ?? '').slice(idPrefix.length).includes('/');
}
