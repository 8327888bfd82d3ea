/** Finds the parameters of a list that select items by a field. */
import type { Api, Field, Method } from '../model/model.js';
import type { Lookup } from '../model/schema-lookup.js';

interface FilterContext {
  readonly method: Method;
  readonly api: Api;
  readonly lookup: Lookup;
  /** The fields of the items. */
  readonly fields: readonly Field[] | undefined;
}

/** Parameters with a standard meaning of their own (AIP-132, AIP-160), whatever the fields of the items. */
const standardListParameters: ReadonlySet<string> = new Set(['filter', 'orderBy', 'q', 'query', 'view', 'readMask']);

/**
 * A string parameter with the name of a string field filters items by this field. A query parameter that reads of a single resource
 * take too isn't a filter: it chooses a version or completes the path.
 */
export function listFilterParameters(template: string, { method, api, lookup, fields = [] }: FilterContext): readonly string[] {
  const texts = new Set(fields.flatMap(({ name, type }) => (lookup.resolve(type)?.kind === 'string' ? [name] : [])));
  const excluded = new Set([
    ...standardListParameters,
    ...api.methods.flatMap(({ action, parameters }) =>
      action.kind === 'get' && action.resource === template
        ? parameters.flatMap(({ name, location }) => (location === 'query' ? name : []))
        : [],
    ),
  ]);
  return method.parameters.flatMap(({ name, type, repeated }) =>
    type.kind === 'string' && !repeated && texts.has(name) && !excluded.has(name) ? [name] : [],
  );
}
