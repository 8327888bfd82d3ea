/** Sorts scopes by how much they grant. */
import type { Method } from '../model.js';

/** Sorts the scopes of methods, the narrowest first: the scope that grants the fewest methods, then a read-only scope, then a scope of this API. */
export function createScopeOrder(methods: readonly Method[], api: string): (scopes: readonly string[]) => readonly string[] {
  const counts = new Map<string, number>();
  for (const { scopes } of methods) for (const scope of new Set(scopes)) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  const countMethods = (scope: string): number => counts.get(scope) ?? 0;
  const rankReadOnly = (scope: string): number => (/read[-_]?only$/.test(scope) ? 0 : 1);
  const rankForeign = (scope: string): number => (scope.slice(scope.lastIndexOf('/')).includes(api) ? 0 : 1);
  return (scopes) =>
    [...scopes].sort(
      (a, b) =>
        countMethods(a) - countMethods(b) ||
        rankReadOnly(a) - rankReadOnly(b) ||
        rankForeign(a) - rankForeign(b) ||
        (a < b ? -1 : a > b ? 1 : 0),
    );
}
