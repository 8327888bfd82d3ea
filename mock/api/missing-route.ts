/** Describes requests to paths that no method has. It is loaded at first use. */
import { findNearest, formatSuggestion } from '../../runtime/error-text.js';
import { HttpError } from '../lib/http-error.js';
import { toErrorResult, type HttpResult } from '../lib/http-result.js';
import type { ParsedRequest } from '../lib/http-request.js';
import { suggestPath } from '../state/fault-target.js';
import type { Catalog } from '../catalog/catalog.js';
import type { CompiledMethod } from '../catalog/method.js';
import type { FoundRoute } from '../catalog/router.js';

/** Returns the error of a request without a route, in the form of the only API, or of the one with the most similar path. */
export function rejectMissingRoute(
  target: Exclude<FoundRoute<CompiledMethod>, { readonly kind: 'match' }>,
  { method, path }: Pick<ParsedRequest, 'method' | 'path'>,
  catalog: Catalog,
): HttpResult {
  const methods = listSimilarMethods(path, catalog);
  const { errors: form } = (catalog.apis.length === 1 ? catalog.apis[0] : methods[0]?.api) ?? {};
  if (target.kind === 'none')
    return toErrorResult(
      new HttpError('notFound', { message: describeMissingRoute({ ...target, methods }, { method, path }, catalog), rule: 'route' }),
      form,
    );
  const allow = target.allowed.join(', ');
  const message = `${path} doesn't support ${method}; expected ${allow}.`;
  return toErrorResult(new HttpError('methodNotAllowed', { message, rule: 'route', headers: { allow } }), form);
}

function describeMissingRoute(
  {
    unknownVerb,
    methods,
  }: Extract<FoundRoute<CompiledMethod>, { readonly kind: 'none' }> & { readonly methods: readonly CompiledMethod[] },
  { method, path }: Pick<ParsedRequest, 'method' | 'path'>,
  catalog: Catalog,
): string {
  if (path === '/') return `No route matches ${method} /; the control page is at /__admin/ui`;
  if (!unknownVerb) {
    const nearest = suggestPath(path, catalog, methods);
    return `No route matches ${method} ${path}${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
  }
  const { verb, known } = unknownVerb;
  const customMethods = known.map((each) => `:${each}`);
  const suggestion = known.length === 0 ? '' : formatSuggestion(`:${verb}`, customMethods);
  return `${path.slice(0, path.lastIndexOf(':'))} has no custom method ":${verb}"${suggestion}`;
}

/** Lists the methods whose paths have all literal segments of a path, or all but a misspelled one. */
function listSimilarMethods(path: string, { routedMethods }: Catalog): readonly CompiledMethod[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  const present = new Set(segments);
  return routedMethods.filter(({ template }) => {
    const missing = template.segments.flatMap(([part]) => (typeof part === 'string' && !present.has(part) ? [part] : []));
    return missing.length === 0 || (missing.length === 1 && findNearest(missing[0] as string, segments) !== undefined);
  });
}
