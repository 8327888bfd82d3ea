/** Scopes by how much they open. */
import type { Api } from '../model/model.js';

/** The scopes of a method, the narrowest first: that which opens the fewest methods, reads only, belongs to this API. */
export function narrowestFirst(scopes: readonly string[], api: Api): readonly string[] {
  const opens = (scope: string): number => api.methods.filter((method) => method.scopes.includes(scope)).length;
  const reads = (scope: string): number => (/read[-_]?only$/.test(scope) ? 0 : 1);
  const foreign = (scope: string): number => (scope.slice(scope.lastIndexOf('/')).includes(api.name) ? 0 : 1);
  return [...scopes].sort((a, b) => opens(a) - opens(b) || reads(a) - reads(b) || foreign(a) - foreign(b) || (a < b ? -1 : a > b ? 1 : 0));
}
