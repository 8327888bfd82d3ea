/** Lists that show one kind of resource in all its scopes: `items` are keyed by `global`, `regions/r`, `zones/z`. */
import { planResponse, getParameter, type CallContext, type Plan } from '../call.js';
import type { Json, JsonObject } from '../json.js';
import { createLink, toRelativePath } from '../links.js';
import { readPage, type Page } from '../lists/read-page.js';
import { readListQuery, type ListQuery } from '../lists/list-query.js';
import { listScopes, type Scope } from '../lists/list-scopes.js';
import { createEmptyWarning, findUnreachableScope, createUnreachableWarning } from '../lists/warnings.js';
import { toCanonicalPath, type Resource } from '../world/resource.js';

/** Between the name of a scope and the cursor within it. */
const cursorSeparator = '\u0002';

export async function listByScope(call: CallContext, templates: readonly string[]): Promise<Plan> {
  const resources = templates.flatMap((template) => call.state.world.resource(call.method.api, template) ?? []);
  const everywhere = getParameter(call, 'includeAllScopes') === true;
  const scopes = listScopes(call, resources, everywhere);
  const query = await readQuery(call, resources);
  return planResponse(createBody(call, query, readScopes(call, scopes, query)));
}

function readQuery(call: CallContext, [resource]: readonly Resource[]): Promise<ListQuery> {
  const shape = resource ?? call.method.resource;
  if (!shape) throw new Error(`${call.method.id} lists nothing`);
  return readListQuery(call, shape, toCanonicalPath(call.segments));
}

interface ScopePage {
  readonly scope: Scope;
  readonly page: Page;
  readonly unreachable?: string;
}
interface Pages {
  readonly found: readonly ScopePage[];
  readonly cursor?: string;
}

/** Scope after scope, until there are as many items as were asked for; the others are shown without. */
function readScopes(call: CallContext, scopes: readonly Scope[], query: ListQuery): Pages {
  const [start = '', after] = query.after?.split(cursorSeparator) ?? [];
  const found: ScopePage[] = [];
  let left = query.limit;
  let cursor: string | undefined;
  for (const scope of scopes) {
    const passed = cursor !== undefined || scope.name < start;
    const unreachable = scope.collection && findUnreachableScope(call, scope.collection.segments);
    const from = scope.name === start && after !== '' ? after : undefined;
    const page = passed || unreachable !== undefined ? emptyPage : readScope(call, scope, { ...query, limit: Math.max(1, left), from });
    // One more than fits tells that there is another page, which begins with it.
    const full = left === 0 && (page.items.length > 0 || page.cursor !== undefined);
    found.push({ scope, page: full ? emptyPage : page, ...(unreachable !== undefined && { unreachable }) });
    if (full) cursor = `${scope.name}${cursorSeparator}`;
    else if (page.cursor !== undefined) cursor = `${scope.name}${cursorSeparator}${page.cursor}`;
    left -= full ? 0 : page.items.length;
  }
  return { found, ...(cursor !== undefined && { cursor }) };
}

const emptyPage: Page = { items: [] };

interface ScopeQuery extends Pick<ListQuery, 'limit' | 'order' | 'filter'> {
  readonly from: string | undefined;
}

function readScope(call: CallContext, { collection }: Scope, { limit, order, filter, from }: ScopeQuery): Page {
  if (!collection) return emptyPage;
  const { resource, segments } = collection;
  const query = { limit, ...(order && { order }), ...(filter && { filter }), ...(from !== undefined && { after: from }) };
  return readPage(call, { resource, segments, collection: toCanonicalPath(segments), query });
}

function createBody(call: CallContext, query: ListQuery, { found, cursor }: Pages): JsonObject {
  const { responseFields = [], responseConstants = {} } = call.method.behavior;
  const body: Record<string, Json> = { ...responseConstants };
  const unreachables = found.flatMap(({ scope, unreachable }) => (unreachable === undefined ? [] : [scope.name]));
  if (responseFields.includes('id')) body['id'] = toRelativePath(call.segments);
  body[query.items] = Object.fromEntries(found.map((each) => [each.scope.name, createScopedList(call, query, each)]));
  if (cursor !== undefined) body[query.nextPageToken] = query.writeToken(cursor);
  if (responseFields.includes('selfLink')) body['selfLink'] = createLink(call.origin, call.segments);
  if (responseFields.includes('unreachables') && unreachables.length > 0) body['unreachables'] = unreachables;
  return body;
}

function createScopedList(call: CallContext, query: ListQuery, { scope, page, unreachable }: ScopePage): JsonObject {
  if (unreachable !== undefined) return { warning: createUnreachableWarning(scope.name) };
  if (page.items.length === 0) return { warning: createEmptyWarning(query.emptyWarning ?? 'NO_RESULTS_ON_PAGE', scope.name) };
  return { [call.segments.at(-1) ?? query.items]: page.items };
}
