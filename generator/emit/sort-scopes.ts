/** Scopes by how much they open. */
import type { Api } from '../model/model.js';

const known = new WeakMap<Api, ReadonlyMap<string, number>>();

/** How many methods each scope opens, counted once per model. */
function opened(api: Api): ReadonlyMap<string, number> {
  const counts = known.get(api) ?? countMethods(api);
  known.set(api, counts);
  return counts;
}

function countMethods({ methods }: Api): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { scopes } of methods) for (const scope of new Set(scopes)) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return counts;
}

/** The scopes of a method, the narrowest first: that which opens the fewest methods, reads only, belongs to this API. */
export function sortScopes(scopes: readonly string[], api: Api): readonly string[] {
  const counts = opened(api);
  const opens = (scope: string): number => counts.get(scope) ?? 0;
  const reads = (scope: string): number => (/read[-_]?only$/.test(scope) ? 0 : 1);
  const foreign = (scope: string): number => (scope.slice(scope.lastIndexOf('/')).includes(api.name) ? 0 : 1);
  return [...scopes].sort((a, b) => opens(a) - opens(b) || reads(a) - reads(b) || foreign(a) - foreign(b) || (a < b ? -1 : a > b ? 1 : 0));
}
