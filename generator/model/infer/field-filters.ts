/** Infers the parameters of a list that select items by a field. */
import type { Lookup } from '../schema-lookup.js';
import type { Method } from '../model.js';
import { listRuleParameters } from '../../rules/index.js';

/** Parameters with a standard meaning of their own (AIP-132, AIP-160), whatever the fields of the items. */
const STANDARD_PARAMETERS: readonly string[] = ['filter', 'orderBy', 'q', 'query', 'view', 'readMask'];

/**
 * A string parameter with the name of a string field filters items by this field. A query parameter that reads of a single resource
 * take too isn't a filter: it chooses a version or completes the path.
 */
export function inferFieldFilters(method: Method, methods: readonly Method[], lookup: Lookup): readonly string[] {
  const { action, parameters, rules, inferredRules } = method;
  if (action.kind !== 'list') return [];
  const path = action.of?.[0] ?? action.resource;
  const fields = lookup.object(lookup.resource(path)?.schema)?.fields ?? [];
  const texts = new Set(fields.flatMap(({ name, type }) => (lookup.resolve(type)?.kind === 'string' ? [name] : [])));
  const otherNames = new Set([
    ...STANDARD_PARAMETERS,
    ...[...rules.map(({ rule }) => rule), ...inferredRules].flatMap(listRuleParameters),
    ...methods.flatMap((other) =>
      other.action.kind === 'get' && other.action.resource === path
        ? other.parameters.flatMap(({ name, location }) => (location === 'query' ? name : []))
        : [],
    ),
  ]);
  return parameters.flatMap(({ name, location, type, repeated }) =>
    location === 'query' && type.kind === 'string' && !repeated && texts.has(name) && !otherNames.has(name) ? [name] : [],
  );
}
