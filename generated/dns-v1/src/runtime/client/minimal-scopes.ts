/** Which scopes a program needs. */

/** Whatever has scopes, any one of which suffices, the narrowest first: a method of `./methods`. */
export interface MethodScopes {
  readonly scopes?: readonly string[] | undefined;
}

/**
 * The least scopes that suffice for all of the methods: of each method the narrowest, without those that the others make needless.
 * Sorted. Methods without scopes ask for none.
 */
export function minimalScopes(methods: Iterable<MethodScopes>): string[] {
  const wanted = [...methods].map(({ scopes = [] }) => scopes).filter((scopes) => scopes.length > 0);
  const chosen = new Set(wanted.map((scopes) => scopes[0] as string));
  const serves = (scope: string): number => wanted.filter((scopes) => scopes.includes(scope)).length;
  // Those that serve few methods are the first to be needless.
  for (const scope of [...chosen].sort((a, b) => serves(a) - serves(b) || (a < b ? -1 : 1))) {
    chosen.delete(scope);
    if (wanted.some((scopes) => !scopes.some((other) => chosen.has(other)))) chosen.add(scope);
  }
  return [...chosen].sort();
}
