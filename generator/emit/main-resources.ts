/** The resources of an API by how much of the API is about them: examples show the first that fits. */
import type { Action } from '../../templates/runtime/rule.js';
import type { Api, Method, Resource } from '../model/model.js';

/** A resource with the methods that an example calls. */
export interface ExampleResource {
  readonly resource: Resource;
  readonly create?: Method;
  readonly get?: Method;
  readonly list?: Method;
}

/** A resource of which much can be shown comes first; of these, the one that most methods are about, those of resources below it included. */
export function findMainResources(api: Api): readonly ExampleResource[] {
  const targets = api.methods.flatMap(({ action }) => ('resource' in action ? [action.resource] : []));
  const ranked = api.resources.map((resource) => {
    const found = exampleResource(resource, api);
    return { found, ranks: [...extentRanks(found), weightOf(resource, targets), ...pathRanks(resource)] };
  });
  return ranked.sort((a, b) => compareRanks(b.ranks, a.ranks)).map(({ found }) => found);
}

function exampleResource(resource: Resource, { methods }: Api): ExampleResource {
  const own = methods.filter(({ action }) => resourceOf(action) === resource.path);
  const first = (kind: Action['kind'], more: (method: Method) => boolean = () => true): Method | undefined => {
    const found = own.filter((method) => method.action.kind === kind && more(method));
    return found.find(({ deprecated }) => !deprecated) ?? found[0];
  };
  const create = first('create');
  // One that answers content has nothing to show.
  const get = first('get', ({ response }) => response !== undefined);
  // A list of all scopes is keyed by them; the plain one comes first.
  const list = first('list', (method) => method.list?.shape !== 'map') ?? first('list');
  return { resource, ...(create && { create }), ...(get && { get }), ...(list && { list }) };
}

function extentRanks({ resource, create, get, list }: ExampleResource): readonly number[] {
  const isCurrent = [create, get, list].every((method) => method?.deprecated !== true);
  // What stands above `{resourceId}/{resourceId2}` is not known.
  const isPlain = !resource.path.includes('}/{');
  return [(create && get ? 2 : 0) + (get && list ? 1 : 0), Number(isCurrent), Number(isPlain)];
}

function weightOf({ path }: Resource, targets: readonly string[]): number {
  return targets.filter((target) => target === path || target.startsWith(`${path}/`)).length;
}

/** Of equals, one of a project, then one that fewer names lead to, then the one with the shorter path. */
function pathRanks({ path }: Resource): readonly number[] {
  return [Number(path.includes('projects/{')), -path.split('{').length, -path.split('/').length];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function resourceOf(action: Action): string | undefined {
  return 'resource' in action ? action.resource : undefined;
}
