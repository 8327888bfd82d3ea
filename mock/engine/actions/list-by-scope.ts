/** Aggregated lists of one resource type in all its scopes: `items` are keyed by `global`, `regions/r`, `zones/z`. It is loaded at first use. */
import { planResponse, getParameter, requireResource, type EngineCall, type ActionPlan } from '../call.js';
import type { JsonObject } from '../../lib/json.js';
import { createEmptyWarning, createListFields, createUnreachableWarning, checkReachability } from '../lists/list-response.js';
import { readPage, type CollectionPage } from '../lists/read-page.js';
import { readListQuery, type ListQuery } from '../lists/list-query.js';
import { listScopes, type ListScope } from '../lists/list-scopes.js';
import { toCanonicalPath, type CompiledResource } from '../../catalog/resource.js';

/** Separates the scope name from the cursor within the scope. */
const cursorSeparator = '\u0002';

export async function listByScope(call: EngineCall, resources: readonly CompiledResource[]): Promise<ActionPlan> {
  const { allScopes } = call.method.behavior;
  const includesAllScopes = allScopes !== undefined && getParameter(call, allScopes) === true;
  const scopes = listScopes(call, resources, includesAllScopes);
  const query = await readListQuery(call, resources[0] ?? requireResource(call), toCanonicalPath(call.segments));
  const { pages, cursor } = readScopes(call, scopes, query);
  const unreachableScopes = pages.filter(({ isUnreachable }) => isUnreachable).map(({ name }) => name);
  return planResponse({
    ...createListFields(call, call.segments, unreachableScopes),
    [query.items]: Object.fromEntries(pages.map((scopePage) => [scopePage.name, createScopedList(call, query, scopePage)])),
    ...(cursor !== undefined && { [query.nextPageToken]: query.writeToken(cursor) }),
  });
}

interface ScopePage {
  /** The name of the scope. */
  readonly name: string;
  readonly page: CollectionPage;
  readonly isUnreachable: boolean;
}

/** Reads one scope after another until the page is full. The remaining scopes are returned without items. */
function readScopes(
  call: EngineCall,
  scopes: readonly ListScope[],
  { after, ...query }: ListQuery,
): { readonly pages: readonly ScopePage[]; readonly cursor: string | undefined } {
  const [start = '', startInScope] = after?.split(cursorSeparator) ?? [];
  const pages: ScopePage[] = [];
  let remaining = query.limit;
  let cursor: string | undefined;
  for (const { name, collection } of scopes) {
    const isUnreachable = collection !== undefined && checkReachability(call, collection.segments) !== undefined;
    const isSkipped = cursor !== undefined || name < start || isUnreachable;
    const scopeQuery = { ...query, limit: Math.max(1, remaining), ...(name === start && startInScope && { after: startInScope }) };
    const page = isSkipped || !collection ? emptyPage : readPage(call, { ...collection, query: scopeQuery });
    // Reading one extra item shows whether there is another page, which begins with it.
    const isFull = remaining === 0 && (page.items.length > 0 || page.cursor !== undefined);
    pages.push({ name, page: isFull ? emptyPage : page, isUnreachable });
    if (isFull) cursor = `${name}${cursorSeparator}`;
    else if (page.cursor !== undefined) cursor = `${name}${cursorSeparator}${page.cursor}`;
    remaining -= isFull ? 0 : page.items.length;
  }
  return { pages, cursor };
}

const emptyPage: CollectionPage = { items: [] };

function createScopedList(call: EngineCall, query: ListQuery, { name, page, isUnreachable }: ScopePage): JsonObject {
  if (isUnreachable) return { warning: createUnreachableWarning(name) };
  if (page.items.length === 0) return { warning: createEmptyWarning(query.emptyWarning ?? 'NO_RESULTS_ON_PAGE', name) };
  return { [call.method.behavior.scopeItems ?? query.items]: page.items };
}
