/** Ranks the resources of an API by how much of it their use shows. */
import type { Action } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { MainResource, Method, Resource, Type } from '../model.js';

/** Sorts resources: first by how many operations an example can show, then by the number of methods for the resource and its child resources. */
export function rankResources(resources: readonly Resource[], methods: readonly Method[], lookup: Lookup): readonly MainResource[] {
  const targets = methods.flatMap(({ action }) => ('resource' in action ? [action.resource] : []));
  const ranked = resources.map((resource) => {
    const found = findMethods(resource, methods);
    return { found, ranks: [...rankByMethods(found, lookup), countMethods(resource, targets), ...rankByPath(resource)] };
  });
  return ranked.sort((a, b) => compareRanks(b.ranks, a.ranks)).map(({ found }) => found);
}

function findMethods(resource: Resource, methods: readonly Method[]): MainResource {
  const resourceMethods = methods.filter(({ action }) => getResourcePath(action) === resource.path);
  const findMethod = (kind: Action['kind'], condition: (method: Method) => boolean = () => true): Method | undefined => {
    const found = resourceMethods.filter((method) => method.action.kind === kind && condition(method));
    return found.find(({ deprecated }) => !deprecated) ?? found[0];
  };
  const create = findMethod('create');
  // A method that returns raw content has no fields to print.
  const get = findMethod('get', ({ response }) => response !== undefined);
  // Prefers a plain list to an aggregated one.
  const list = findMethod('list', (method) => method.list?.shape !== 'map') ?? findMethod('list');
  return { resource, ...(create && { create }), ...(get && { get }), ...(list && { list }) };
}

function rankByMethods({ resource, create, get, list }: MainResource, lookup: Lookup): readonly number[] {
  const isCurrent = [create, get, list].every((method) => method?.deprecated !== true);
  // The parent of `{resourceId}/{resourceId2}` is unknown.
  const isPlain = !resource.path.includes('}/{');
  return [
    (create && get ? 2 : 0) + (get && list ? 1 : 0),
    Number(isCurrent),
    Number(hasResourceInRequest(resource, create, lookup)),
    Number(isPlain),
  ];
}

/** Whether the request to create a resource is the resource, or has a field with it. The mock ignores other fields. */
function hasResourceInRequest({ schema }: Resource, create: Method | undefined, lookup: Lookup): boolean {
  const isResource = (type: Type | undefined): boolean => type?.kind === 'ref' && type.schema === schema;
  const request = create?.request;
  return isResource(request) || lookup.object(request)?.fields.some(({ type }) => isResource(type)) === true;
}

function countMethods({ path }: Resource, targets: readonly string[]): number {
  return targets.filter((target) => target === path || target.startsWith(`${path}/`)).length;
}

/** Prefers a resource of a project, then one with fewer path variables, then one with a shorter path. */
function rankByPath({ path }: Resource): readonly number[] {
  return [Number(path.includes('projects/{')), -path.split('{').length, -path.split('/').length];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function getResourcePath(action: Action): string | undefined {
  return 'resource' in action ? action.resource : undefined;
}
