/** Infers the parameters that name what a method creates. */
import type { Method } from '../model.js';
import type { Lookup } from '../schema-lookup.js';
import { parseShape } from '../../lib/route-shape.js';

/** The stated parameter, else `managedZoneId` for `{managedZone}` and its like. A creation at the path of the resource names it there. */
export function inferIdParameters({ action, parameters, route }: Method, lookup: Lookup): Method['idParameters'] {
  if (action.kind !== 'create' && action.kind !== 'createFrom') return [];
  const path = action.kind === 'create' ? action.resource : action.creates;
  const { idParameters = [], idFields = [] } = lookup.resource(path) ?? {};
  if (action.kind === 'create' && action.id !== undefined) return [action.id, ...idParameters.slice(1)].map(() => [action.id ?? '']);
  const query = new Set(parameters.flatMap(({ name, location }) => (location === 'query' ? [name] : [])));
  if (action.kind === 'createFrom') return [idParameters.slice(0, 1).flatMap((name) => (query.has(`${name}Id`) ? [`${name}Id`] : []))];
  if (parseShape(route).parts.length === parseShape(path).parts.length) return [];
  return idParameters.map((parameter, index) => {
    const names = [`${parameter.replace(/sId$|Id$/, '')}Id`, parameter, 'id', idFields[index] ?? 'id'];
    return [...new Set(names)].filter((name) => query.has(name));
  });
}
