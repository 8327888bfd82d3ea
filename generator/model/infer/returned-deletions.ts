/** Infers whether the operation of a deletion returns the deleted resource. */
import type { Action } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Method } from '../model.js';
import { hasStandardOperations } from './errors.js';
import { getOperationRule } from './rules.js';

/**
 * Infers it from a rule, or else from an `etag` that the method of a published document takes (AIP-154). Services that share one
 * implementation of operations return nothing.
 */
export function inferReturnedDeletion({ action, operation, parameters, rules }: Method, api: Api, lookup: Lookup): Action {
  if (action.kind !== 'delete' || action.state || operation !== 'longrunning') return action;
  const stated = getOperationRule(rules)?.response;
  const schema = lookup.resource(action.resource)?.schema;
  if (stated !== undefined) {
    const name = stated?.slice(stated.lastIndexOf('.') + 1) ?? '';
    return name !== '' && schema?.endsWith(name) ? { ...action, returnsResource: true } : action;
  }
  const takesEtag = parameters.some(({ name, location }) => name === 'etag' && location === 'query');
  const returnsResource = api.isPublished && schema !== undefined && takesEtag && !hasStandardOperations(api, lookup);
  return returnsResource ? { ...action, returnsResource } : action;
}
