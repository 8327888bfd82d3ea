/** Patterns that match methods and paths of the APIs on the page, as examples in empty fields. */
import { type Api, listMethods } from './api-documents.js';

export interface ExamplePatterns {
  /** The methods of a collection: `dns.changes.*`. */
  readonly method: string;
  /** Paths of the API: `/dns/v1/projects/*`. */
  readonly path: string;
}

/** Returns patterns that match everything while the APIs are loading, or if none of them has a document. */
export function createExamplePatterns(apis: readonly Api[] | undefined): ExamplePatterns {
  const method = apis?.flatMap(listMethods).find(({ collections }) => collections.length > 0)?.method;
  if (!method) return { method: '*', path: '/*' };
  return { method: method.id.replace(/[^.]*$/, '*'), path: `/${method.path.replace(/\{.*$/, '')}*` };
}
