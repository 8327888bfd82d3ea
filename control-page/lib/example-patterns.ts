/** Patterns that match methods and paths of the APIs on the page, as examples in empty fields. */
import type { MethodWithRules } from './apis.js';

export interface ExamplePatterns {
  /** The methods of a collection: `dns.changes.*`. */
  readonly method: string;
  /** Paths of the API: `/dns/v1/projects/*`. */
  readonly path: string;
}

/** Returns patterns that match everything while the methods are loading, or if none of them is in a collection. */
export function createExamplePatterns(methods: readonly MethodWithRules[] | undefined): ExamplePatterns {
  const method = methods?.find(({ collections }) => collections.length > 0);
  if (!method) return { method: '*', path: '/*' };
  return { method: method.id.replace(/[^.]*$/, '*'), path: `/${method.path.replace(/\{.*$/, '')}*` };
}
