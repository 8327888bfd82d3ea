/** Query parameters that a method doesn't have. Client libraries pass the parameters of one call to the next. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { isCommonParameter } from '../lib/http-request.js';
import { getField } from '../catalog/field-tables.js';
import type { CompiledMethod } from '../catalog/method.js';

/** The names of the parameters of all lists of an API. */
const listParameterNames = new WeakMap<ApiBehavior, ReadonlySet<string>>();

function getListParameterNames(api: ApiBehavior): ReadonlySet<string> {
  const names =
    listParameterNames.get(api) ?? new Set(api.methods.flatMap(({ method }) => (method.list ? Object.keys(method.parameters ?? {}) : [])));
  listParameterNames.set(api, names);
  return names;
}

/**
 * Returns whether a query parameter is unknown to a method, but known as a parameter of a list or, in a read, as a field of the resource. Such a
 * parameter selects what a call reads, so a write without it has no other effect. Only methods whose behavior is a convention accept it; the
 * others state all parameters.
 */
export function isParameterOfOtherMethod({ api, behavior, resource }: CompiledMethod, name: string): boolean {
  if (!behavior.byConvention || isCommonParameter(name)) return false;
  const { method } = behavior;
  const isOwn = [method.parameters, api.parameters].some((parameters) => parameters && Object.hasOwn(parameters, name));
  if (isOwn) return false;
  return getListParameterNames(api).has(name) || (method.httpMethod === 'GET' && getField(resource?.fields, name) !== undefined);
}
