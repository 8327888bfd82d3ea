/** Builds the paths of calls below the resources that a target has. */
import { parseTemplate, type PathStep } from '../../../runtime/paths/template.js';
import { matchPath } from '../../../runtime/paths/match.js';
import type { Method, Resource } from '../../../generator/model/model.js';
import type { ApiIndex } from '../api-index.js';

/** The resource whose path begins that of a method. */
export interface PathOwner {
  readonly resource: Resource;
  /** The number of steps of the route that the path of the resource covers. */
  readonly steps: number;
}

/** Returns the resource whose path covers the most steps of a route. The path of a creation begins with that of its parent. */
export function findPathOwner(index: ApiIndex, method: Method): PathOwner | undefined {
  const { steps } = parseTemplate(method.route);
  const created = findCreated(index, method)?.path;
  const owners = [...index.api.resources, ...index.api.operationResources].flatMap((resource): readonly PathOwner[] => {
    const count = resource.path === created ? undefined : countSteps(steps, resource);
    return count === undefined ? [] : [{ resource, steps: count }];
  });
  return owners.sort((one, other) => other.steps - one.steps)[0];
}

/** Returns the resource that a method creates: as its action says, or because it is a POST to the collection. */
export function findCreated(index: ApiIndex, method: Method): Resource | undefined {
  const { action, httpMethod, route } = method;
  if (action.kind === 'create' || action.kind === 'createFrom') return index.getTarget(method);
  const { steps, verb } = parseTemplate(route);
  if (httpMethod !== 'POST' || verb !== undefined || action.kind !== 'notImplemented') return undefined;
  return index.api.resources.find((resource) => {
    const own = parseTemplate(resource.path).steps;
    return own.length === steps.length + 1 && own.slice(0, -1).every((step, at) => isSameStep(step, steps[at]));
  });
}

const isSameStep = (one: PathStep, other: PathStep | undefined): boolean =>
  one.kind === 'literal' ? other?.kind === 'literal' && one.text === other.text : other !== undefined && other.kind !== 'literal';

/** Returns the number of steps at the beginning of a route that the path of a resource covers. */
function countSteps(steps: readonly PathStep[], { path, spansSegments }: Resource): number | undefined {
  const own = parseTemplate(path).steps;
  const isMatch = own.every((step, at) => {
    const other = steps[at];
    if (step.kind === 'literal' || other?.kind === 'literal')
      return step.kind === 'literal' && other?.kind === 'literal' && step.text === other.text;
    return other !== undefined && (other.kind !== 'many' || spansSegments || at === own.length - 1);
  });
  if (!isMatch) return undefined;
  return steps[own.length]?.kind === 'many' && steps[own.length - 1]?.kind === 'one' ? own.length + 1 : own.length;
}

/** Builds a path: that of the owner, the literal steps after it, and values for the others. */
export function buildLivePath(
  { route }: Pick<Method, 'route'>,
  owner: { readonly path: string; readonly steps: number } | undefined,
  getValue: (variable: string, previous: string) => string,
): string {
  const { steps, verb } = parseTemplate(route);
  const segments = owner === undefined ? [] : owner.path.split('/');
  for (const step of steps.slice(owner?.steps ?? 0)) {
    if (step.kind === 'literal') segments.push(step.text);
    else if (step.kind === 'mixed') segments.push(step.texts.join(getValue(step.variable, '')));
    else if (step.kind !== 'many' || step.optional !== true) segments.push(getValue(step.variable, segments.at(-1) ?? ''));
  }
  return `${segments.join('/')}${verb === undefined ? '' : `:${verb}`}`;
}

export const countRouteSteps = (route: string): number => parseTemplate(route).steps.length;

/** Returns the path of a resource whose full name is a text, a link included. */
export function toResourcePath(text: string, resource: Resource, index: ApiIndex): string | undefined {
  const start = resource.fullNameFrom ?? resource.path.split('/').findIndex((segment) => segment === 'projects');
  const before = resource.path.split('/').slice(0, Math.max(0, start));
  const name = text.replace(/^https?:\/\/[^/]*\//, '').replace(/^\//, '');
  const path = name.startsWith(`${before.join('/')}/`) && before.length > 0 ? name : [...before, name].join('/');
  return isResourcePath(path, resource, index) ? path : undefined;
}

/** Whether a route of the resource has a variable with any number of segments. */
const isNested = (resource: Resource, index: ApiIndex): boolean =>
  resource.spansSegments ||
  index.listMethods(resource).some(({ route, action }) => action.kind === 'get' && parseTemplate(route).steps.at(-1)?.kind === 'many');

/** Whether a path is that of a resource of a type. The path of one whose name contains others, such as a document of a collection, has more segments. */
export function isResourcePath(path: string, resource: Resource, index: ApiIndex): boolean {
  const [whole, own] = [path.split('/'), parseTemplate(resource.path).steps];
  if (whole.includes('')) return false;
  if (matchPath(resource.path, path) !== undefined) return true;
  const hasOperation = whole.includes('operations') && !resource.path.includes('/operations/');
  return (
    isNested(resource, index) &&
    !hasOperation &&
    own.every((step, at) => (step.kind === 'literal' ? step.text === whole[at] : whole[at] !== undefined))
  );
}
