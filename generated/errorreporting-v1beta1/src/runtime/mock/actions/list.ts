import { answerOf, collectionOfCall, parameter, requireParent, resourceOf, type Call } from '../call.js';
import { Refusal } from '../errors.js';
import type { Json, JsonObject } from '../json.js';
import { linkTo, relativePath, view } from '../links.js';
import { readListQuery, type ListQuery } from '../lists/query.js';
import type { Member } from '../state/state.js';
import { allProvided, providedRule } from '../rules/provided.js';
import { ruleOf } from '../world/method.js';
import { canonicalPath, placeOf, type Resource } from '../world/resource.js';
import type { Perform } from './action.js';

/** Members that a selective filter may look at in one request; then a token is given early. */
const scanned = 5000;
const chunk = 500;

export const list: Perform<'list'> = async (call) => {
  const resource = resourceOf(call);
  const segments = collectionOfCall(call);
  const collection = canonicalPath(segments);
  const query = withSelection(call, resource, await readListQuery(call, resource, collection));
  await requireParent(call, placeOf(resource, [...segments, ...Array.from({ length: resource.idCount }, () => '-')]));
  const unreachable = unreachableScope(call, segments);
  const page = unreachable === undefined ? await readPage(call, { resource, segments, collection, query }) : { items: [] };
  return answerOf(listBody(call, { segments, query, page, unreachable }));
};

/** A query parameter that no rule reads and that is called like a field selects by it: `?type=A`. */
function withSelection(call: Call, { fields }: Resource, query: ListQuery): ListQuery {
  const wanted = Object.entries(call.parameters).filter(
    ([name, value]) =>
      typeof value === 'string' &&
      value !== '' &&
      value !== call.method.behaviour.defaults?.[name] &&
      Object.hasOwn(call.method.behaviour.method.query ?? {}, name) &&
      fields &&
      Object.hasOwn(fields, name),
  );
  if (wanted.length === 0) return query;
  const { filter } = query;
  return { ...query, filter: (shown) => wanted.every(([name, value]) => shown[name] === value) && (filter?.(shown) ?? true) };
}

interface Source {
  readonly resource: Resource;
  readonly segments: readonly string[];
  readonly collection: string;
  readonly query: ListQuery;
}
interface Page {
  readonly items: readonly JsonObject[];
  readonly next?: string;
}

/** Members after a cursor. */
type Read = (size: number, after: string | undefined) => Promise<readonly Member[]>;

async function readerOf(call: Call, { resource, segments, collection, query: { order } }: Source): Promise<Read> {
  if (providedRule(resource)) {
    const all = await allProvided(call, { resource, segments, order });
    return async (size, after) => all.filter(({ cursor }) => after === undefined || cursor > after).slice(0, size);
  }
  return (limit, after) => call.state.page({ resource, collection, limit, ...(order && { order }), ...(after !== undefined && { after }) });
}

async function readPage(call: Call, source: Source): Promise<Page> {
  const { query } = source;
  const { limit, filter } = query;
  const read = await readerOf(call, source);
  const found: { readonly shown: JsonObject; readonly cursor: string }[] = [];
  let after = query.after;
  let looked = 0;
  for (;;) {
    const size = filter ? chunk : limit + 1;
    const members = await read(size, after);
    for (const member of members) {
      const shown = view(member.place, member.entity.body, call.origin);
      if (!filter || filter(shown)) {
        if (found.length === limit) return pageOf(query, found, found.at(-1)?.cursor);
        found.push({ shown, cursor: member.cursor });
      }
      looked += 1;
      after = member.cursor;
    }
    if (members.length < size) return pageOf(query, found, undefined);
    if (looked >= scanned) return pageOf(query, found, lastOf(members));
  }
}

function lastOf(members: readonly Member[]): string | undefined {
  return members.at(-1)?.cursor;
}

function pageOf(query: ListQuery, found: readonly { readonly shown: JsonObject }[], cursor: string | undefined): Page {
  return { items: found.map(({ shown }) => shown), ...(cursor !== undefined && { next: query.token(cursor) }) };
}

/** The scope of the list that a fault makes unreachable. Throws 503 where the caller does not take partial results. */
function unreachableScope(call: Call, segments: readonly string[]): string | undefined {
  const path = `/${relativePath(segments)}/`;
  const scope = call.met.unreachable.find((each) => path.includes(`/${each.replace(/^\/|\/$/g, '')}/`));
  if (scope === undefined) return undefined;
  const rule = ruleOf(call.method, 'partialSuccess');
  if (rule && parameter(call, rule.parameter) === true) return scope;
  throw new Refusal('backendError', { message: `The scope '${scope}' is unreachable.`, rule: 'partialSuccess' });
}

interface Shown {
  readonly segments: readonly string[];
  readonly query: ListQuery;
  readonly page: Page;
  readonly unreachable: string | undefined;
}

function listBody(call: Call, { segments, query, page, unreachable }: Shown): JsonObject {
  const { responseFields = [], responseConstants = {} } = call.method.behaviour;
  const body: Record<string, Json> = { ...responseConstants };
  const path = relativePath(segments);
  if (responseFields.includes('id')) body['id'] = path;
  // Lists that can warn leave out an empty page's items; the others show them empty.
  if (page.items.length > 0 || query.emptyWarning === undefined)
    body[query.items] = query.map ? byScope(segments, page.items, query) : page.items;
  if (page.next !== undefined) body[query.nextPageToken] = page.next;
  if (responseFields.includes('selfLink')) body['selfLink'] = linkTo(call.origin, segments);
  const warning = warningOf(path, query, { empty: page.items.length === 0, unreachable });
  if (warning) body['warning'] = warning;
  return body;
}

/** One scope's items: all that a list of one collection has. */
function byScope(segments: readonly string[], items: readonly JsonObject[], query: ListQuery): JsonObject {
  const collection = segments.at(-1) ?? query.items;
  return { global: { [collection]: items } };
}

function warningOf(
  path: string,
  query: ListQuery,
  page: { readonly empty: boolean; readonly unreachable: string | undefined },
): JsonObject | undefined {
  if (page.unreachable !== undefined) {
    return {
      code: 'UNREACHABLE',
      message: `The scope '${page.unreachable}' is unreachable.`,
      data: [{ key: 'scope', value: page.unreachable }],
    };
  }
  if (!page.empty || query.emptyWarning === undefined) return undefined;
  return {
    code: query.emptyWarning,
    message: `There are no results for scope '${path}' on this page.`,
    data: [{ key: 'scope', value: path }],
  };
}
