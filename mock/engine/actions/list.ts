import {
  planResponse,
  getCollectionSegments,
  requireParent,
  requireResource,
  getSpannedSegments,
  getTextParameter,
  createNotImplementedError,
  type EngineCall,
  type PlanAction,
} from '../call.js';
import { getMemberAt, isEqual, pick, withoutMemberAt, type Json, type JsonObject } from '../../lib/json.js';
import { loadOnce } from '../../lib/lazy-module.js';
import { toRelativePath } from '../../catalog/links.js';
import { isAcrossParents, requireNamedParent } from '../lists/across-parents.js';
import { createEmptyWarning, createListFields, createUnreachableWarning, checkReachability } from '../lists/list-response.js';
import { readPage, type CollectionPage, type PageSource } from '../lists/read-page.js';
import { readListQuery, type ListQuery } from '../lists/list-query.js';
import { listProjectResources } from '../../state/list-members.js';
import { toVisibleFields } from '../../catalog/field-tables.js';
import { toCanonicalPath, createPlace, type CompiledResource } from '../../catalog/resource.js';

const loadListByScope = loadOnce(() => import('./list-by-scope.js'));

export const listResources: PlanAction<'list'> = async (call, action) => {
  if (action.of) {
    const resources = action.of.flatMap((template) => call.state.catalog.findResource(call.method.api, template) ?? []);
    requireSeed(call, resources);
    const { listByScope } = await loadListByScope();
    return listByScope(call, resources);
  }
  const resource = requireResource(call);
  requireSeed(call, [resource]);
  const segments = getCollectionSegments(call);
  const query = await readListQuery(call, resource, toCanonicalPath(segments));
  const anyMember = createPlace(resource, [...segments, ...Array.from({ length: resource.idCount }, () => '-')]);
  if (isAcrossParents(call, resource, segments)) requireNamedParent(call, anyMember);
  else requireParent(call, anyMember);
  const unreachable = checkReachability(call, segments);
  const segmentsBelow = getSpannedSegments(call, segments);
  const source = { resource, segments, query, ...(segmentsBelow.length > 0 && { idPrefix: `${segmentsBelow.join('/')}/` }) };
  const page = unreachable === undefined ? readPage(call, source) : { items: [] };
  const count = unreachable === undefined ? countItems(call, source, page) : undefined;
  const body = createListBody(call, { segments, query, page, unreachable, count });
  if (call.method.behavior.plainResponse === 'list') return planResponse(body[query.items] ?? []);
  return planResponse(reuseEqualBody(page, body));
};

/** Throws 501 if only a seed can provide the listed resources, and none did in the project. An empty list would be an invention. */
function requireSeed({ method, state, segments }: EngineCall, resources: readonly CompiledResource[]): void {
  const isKnown = !method.behavior.seededOnly || resources.some((resource) => !listProjectResources(state, resource, segments).next().done);
  if (!isKnown) throw createNotImplementedError(method);
}

/** The last body of each page, by the first resource on it. */
const lastBodies = new WeakMap<JsonObject, JsonObject>();

/** Returns the last body of the page if it is still the same, because the response to an identical object is cached. */
function reuseEqualBody({ items: [first] }: CollectionPage, body: JsonObject): JsonObject {
  if (!first) return body;
  const last = lastBodies.get(first);
  if (isEqual(last, body)) return last as JsonObject;
  lastBodies.set(first, body);
  return body;
}

/** Counts the items on all pages, if the response contains their number. With a filter, services differ, and the response has none. */
function countItems(call: EngineCall, source: PageSource, { items, cursor }: CollectionPage): number | undefined {
  const { listFields = {} } = call.method.behavior;
  if (!Object.values(listFields).includes('itemCount') || (getTextParameter(call, 'filter') ?? '') !== '') return undefined;
  const { after: start, ...query } = source.query;
  if (start === undefined && cursor === undefined) return items.length;
  let count = 0;
  let after: string | undefined;
  do {
    const page = readPage(call, { ...source, query: { ...query, ...(after !== undefined && { after }) } });
    count += page.items.length;
    after = page.cursor;
  } while (after !== undefined);
  return count;
}

interface ListResult {
  readonly segments: readonly string[];
  readonly query: ListQuery;
  readonly page: CollectionPage;
  readonly unreachable: string | undefined;
  readonly count: number | undefined;
}

function createListBody(call: EngineCall, { segments, query, page, unreachable, count }: ListResult): JsonObject {
  const { items, prefixes = [], cursor } = page;
  const { emptyWarning } = query;
  const body: Record<string, Json> = { ...createListFields(call, segments) };
  // A list with an empty-list warning omits an empty `items`, too.
  if (items.length > 0 || (emptyWarning === undefined && !call.method.behavior.omitsEmptyItems))
    body[query.items] = query.isKeyedByScope ? groupByScope(call, items, query) : items.map((item) => toListItem(call, item));
  if (query.names?.prefixes !== undefined && prefixes.length > 0) body[query.names.prefixes] = prefixes;
  if (count !== undefined && (count > 0 || !call.method.behavior.omitsEmptyItems))
    for (const [name, value] of Object.entries(call.method.behavior.listFields ?? {})) if (value === 'itemCount') body[name] = count;
  if (cursor !== undefined) body[query.nextPageToken] = query.writeToken(cursor);
  if (unreachable !== undefined) body['warning'] = createUnreachableWarning(unreachable);
  else if (items.length === 0 && emptyWarning !== undefined)
    body['warning'] = createEmptyWarning(emptyWarning, toRelativePath(call.method.api, segments));
  return body;
}

function toListItem(call: EngineCall, member: JsonObject): Json {
  const { itemConstants, itemsAreNames, omittedItemFields = [] } = call.method.behavior;
  const { itemFields } = call.method;
  if (itemsAreNames) return getMemberAt(member, requireResource(call).behavior.idFields[0] ?? 'name') ?? '';
  const item = itemFields ? toVisibleFields(itemFields, { ...pick(member, Object.keys(itemFields)), ...itemConstants }) : member;
  return omittedItemFields.reduce(withoutMemberAt, item);
}

/** Groups the items of a list of a single collection under the scope `global`. */
function groupByScope({ method }: EngineCall, items: readonly JsonObject[], query: ListQuery): JsonObject {
  return { global: { [method.behavior.scopeItems ?? query.items]: items } };
}
