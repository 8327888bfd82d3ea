/** Aggregated lists of one resource type in all its scopes: `items` are keyed by `global`, `regions/r`, `zones/z`. */
import { planResponse, getParameter, type CallContext, type Plan } from '../call.js';
import type { Json, JsonObject } from '../../lib/json.js';
import { createListFields } from '../lists/list-fields.js';
import { readPage, type Page } from '../lists/read-page.js';
import { readListQuery, type ListQuery } from '../lists/list-query.js';
import { listScopes, type Scope } from '../lists/list-scopes.js';
import { requireSeed } from '../lists/require-seed.js';
import { createEmptyWarning, findUnreachableScope, createUnreachableWarning } from '../lists/warnings.js';
import { toCanonicalPath, type Resource } from '../../world/resource.js';

/** Separates the scope name from the cursor within the scope. */
const cursorSeparator = '\u0002';

export async function listByScope(call: CallContext, templates: readonly string[]): Promise<Plan> {
  const resources = templates.flatMap((template) => call.state.world.findResource(call.method.api, template) ?? []);
  requireSeed(call, resources);
  const { allScopes } = call.method.behavior;
  const includesAllScopes = allScopes !== undefined && getParameter(call, allScopes) === true;
  const scopes = listScopes(call, resources, includesAllScopes);
  const query = await readQuery(call, resources);
  return planResponse(createBody(call, query, readScopes(call, scopes, query)));
}

function readQuery(call: CallContext, [resource]: readonly Resource[]): Promise<ListQuery> {
  const listed = resource ?? call.method.resource;
  if (!listed) throw new Error(`${call.method.id} lists nothing`);
  return readListQuery(call, listed, toCanonicalPath(call.segments));
}

interface ScopePage {
  readonly scope: Scope;
  readonly page: Page;
  readonly unreachable?: string;
}
interface Pages {
  readonly pages: readonly ScopePage[];
  readonly cursor?: string;
}

/** Reads one scope after another until the page is full. The remaining scopes are returned without items. */
function readScopes(call: CallContext, scopes: readonly Scope[], query: ListQuery): Pages {
  const [start = '', after] = query.after?.split(cursorSeparator) ?? [];
  const pages: ScopePage[] = [];
  let remaining = query.limit;
  let cursor: string | undefined;
  for (const scope of scopes) {
    const isSkipped = cursor !== undefined || scope.name < start;
    const unreachable = scope.collection && findUnreachableScope(call, scope.collection.segments);
    const cursorInScope = scope.name === start && after !== '' ? after : undefined;
    const page =
      isSkipped || unreachable !== undefined
        ? emptyPage
        : readScope(call, scope, { ...query, limit: Math.max(1, remaining), from: cursorInScope });
    // Reading one extra item shows whether there is another page, which begins with it.
    const isFull = remaining === 0 && (page.items.length > 0 || page.cursor !== undefined);
    pages.push({ scope, page: isFull ? emptyPage : page, ...(unreachable !== undefined && { unreachable }) });
    if (isFull) cursor = `${scope.name}${cursorSeparator}`;
    else if (page.cursor !== undefined) cursor = `${scope.name}${cursorSeparator}${page.cursor}`;
    remaining -= isFull ? 0 : page.items.length;
  }
  return { pages, ...(cursor !== undefined && { cursor }) };
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

function createBody(call: CallContext, query: ListQuery, { pages, cursor }: Pages): JsonObject {
  const unreachables = pages.flatMap(({ scope, unreachable }) => (unreachable === undefined ? [] : [scope.name]));
  const body: Record<string, Json> = createListFields(call, call.segments, unreachables);
  body[query.items] = Object.fromEntries(pages.map((page) => [page.scope.name, createScopedList(call, query, page)]));
  if (cursor !== undefined) body[query.nextPageToken] = query.writeToken(cursor);
  return body;
}

function createScopedList(call: CallContext, query: ListQuery, { scope, page, unreachable }: ScopePage): JsonObject {
  if (unreachable !== undefined) return { warning: createUnreachableWarning(scope.name) };
  if (page.items.length === 0) return { warning: createEmptyWarning(query.emptyWarning ?? 'NO_RESULTS_ON_PAGE', scope.name) };
  return { [call.method.behavior.scopeItems ?? query.items]: page.items };
}
