/** Computes the OAuth scopes that a program needs. */

/** Something with alternative scopes, the narrowest first, such as a method of `./methods`. */
export interface MethodScopes {
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Returns the smallest set of scopes that permits all methods, sorted. It starts with the narrowest scope of each method and removes those
 * that another scope of the set makes redundant.
 *
 * ```ts
 * import { managedZonesGet, managedZonesList } from '@discogen/dns-v1/methods';
 * const scopes = minimalScopes([managedZonesGet, managedZonesList]);
 * ```
 */
export function minimalScopes(methods: Iterable<MethodScopes>): string[] {
  const alternatives = [...methods].map(({ scopes = [] }) => scopes).filter((scopes) => scopes.length > 0);
  const chosen = new Set(alternatives.map((scopes) => scopes[0] as string));
  const countMethods = (scope: string): number => alternatives.filter((scopes) => scopes.includes(scope)).length;
  // Try to remove the scopes first that permit the fewest methods.
  for (const scope of [...chosen].sort((a, b) => countMethods(a) - countMethods(b) || (a < b ? -1 : 1))) {
    chosen.delete(scope);
    if (alternatives.some((scopes) => !scopes.some((other) => chosen.has(other)))) chosen.add(scope);
  }
  return [...chosen].sort();
}
