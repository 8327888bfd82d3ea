/** Sorts scopes by how much access they grant. */
import type { Api } from '../model/model.js';

const countCache = new WeakMap<Api, ReadonlyMap<string, number>>();

/** Returns the number of methods that each scope grants, counted once per model. */
function getMethodCounts(api: Api): ReadonlyMap<string, number> {
  const counts = countCache.get(api) ?? countMethods(api);
  countCache.set(api, counts);
  return counts;
}

function countMethods({ methods }: Api): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { scopes } of methods) for (const scope of new Set(scopes)) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return counts;
}

/** Sorts scopes, the narrowest first: the scope that grants the fewest methods, then a read-only scope, then a scope of this API. */
export function sortScopes(scopes: readonly string[], api: Api): readonly string[] {
  const counts = getMethodCounts(api);
  const countOpened = (scope: string): number => counts.get(scope) ?? 0;
  const rankReadOnly = (scope: string): number => (/read[-_]?only$/.test(scope) ? 0 : 1);
  const rankForeign = (scope: string): number => (scope.slice(scope.lastIndexOf('/')).includes(api.name) ? 0 : 1);
  return [...scopes].sort(
    (a, b) =>
      countOpened(a) - countOpened(b) ||
      rankReadOnly(a) - rankReadOnly(b) ||
      rankForeign(a) - rankForeign(b) ||
      (a < b ? -1 : a > b ? 1 : 0),
  );
}
