import { answerOf, collectionOfCall, requireParent, resourceOf, segmentsBelow, type Call } from '../call.js';
import { memberAt, pick, type Json, type JsonObject } from '../json.js';
import { linkTo, relativePath } from '../links.js';
import { readPage, type Page } from '../lists/page.js';
import { readListQuery, type ListQuery } from '../lists/query.js';
import { emptyWarning, unreachableScope, unreachableWarning } from '../lists/warnings.js';
import { fieldOf, output } from '../shape.js';
import { canonicalPath, placeOf } from '../world/resource.js';
import type { Perform } from './action.js';
import { listOfScopes } from './list-of-scopes.js';

export const list: Perform<'list'> = async (call, action) => {
  if (action.of) return listOfScopes(call, action.of);
  const resource = resourceOf(call);
  const segments = collectionOfCall(call);
  const collection = canonicalPath(segments);
  const query = await readListQuery(call, resource, collection);
  requireParent(call, placeOf(resource, [...segments, ...Array.from({ length: resource.idCount }, () => '-')]));
  const unreachable = unreachableScope(call, segments);
  const below = segmentsBelow(call, segments);
  const source = { resource, segments, collection, query, ...(below.length > 0 && { below: `${below.join('/')}/` }) };
  const page = unreachable === undefined ? readPage(call, source) : { items: [] };
  return answerOf(listBody(call, { segments, query, page, unreachable }));
};

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
    body[query.items] = query.map ? byScope(segments, page.items, query) : page.items.map((item) => itemOf(call, item));
  const { prefixes = [] } = page;
  if (query.names?.prefixes !== undefined && prefixes.length > 0) body[query.names.prefixes] = prefixes;
  if (page.cursor !== undefined) body[query.nextPageToken] = query.token(page.cursor);
  if (responseFields.includes('selfLink')) body['selfLink'] = linkTo(call.origin, segments);
  const warning = warningOf(path, query, { empty: page.items.length === 0, unreachable });
  if (warning) body['warning'] = warning;
  return body;
}

/** A member as the list shows it. */
function itemOf(call: Call, member: JsonObject): Json {
  const { itemFields, itemsAreNames } = call.method.behaviour;
  if (itemsAreNames) return memberAt(member, resourceOf(call).behaviour.idFields[0] ?? 'name') ?? '';
  return itemFields
    ? output(
        itemFields,
        pick(
          member,
          Object.keys(itemFields).filter((name) => !isOther(call, name)),
        ),
      )
    : member;
}

/** A `kind` that is another one for the item than for the resource. */
function isOther(call: Call, name: string): boolean {
  const [own, shown] = [resourceOf(call).fields, call.method.behaviour.itemFields].map((fields) => fieldOf(fields, name)?.default);
  return name === 'kind' && own !== undefined && shown !== undefined && own !== shown;
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
  if (page.unreachable !== undefined) return unreachableWarning(page.unreachable);
  return page.empty && query.emptyWarning !== undefined ? emptyWarning(query.emptyWarning, path) : undefined;
}
