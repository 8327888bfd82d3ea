/** Infers the other paths at which child collections address a resource. */
import type { Resource } from '../model.js';

/**
 * Adds `lists/{list}` to `users/@me/lists/{list}` if there is a collection `lists/{list}/tasks`, no resource `lists/{list}`, and only one
 * resource whose path ends in the same collection and variable and has no other variables.
 */
export function inferOtherPaths(resources: readonly Resource[]): readonly Resource[] {
  const paths = new Set(resources.map(({ path }) => path));
  const ownerPaths = resources.flatMap(({ path, parent, idParameters }) => {
    const ownerPath = path.split('/').slice(0, -idParameters.length - 1);
    const end = ownerPath.slice(-2).join('/');
    const isMember = parent === undefined && /^[^{}/]+\/\{[^{}/]+\}$/.test(end) && !paths.has(ownerPath.join('/'));
    return isMember && idParameters.length > 0 ? [{ path: ownerPath.join('/'), end }] : [];
  });
  const otherPaths = new Map<string, Set<string>>();
  for (const { path, end } of ownerPaths) {
    const [owner, ...others] = resources.filter((resource) => resource.path.endsWith(`/${end}`) && hasSameVariables(resource, path));
    if (owner && others.length === 0) otherPaths.set(owner.path, (otherPaths.get(owner.path) ?? new Set()).add(path));
  }
  return resources.map((resource) => {
    const found = otherPaths.get(resource.path);
    return found ? { ...resource, otherPaths: [...found] } : resource;
  });
}

function hasSameVariables({ path }: Resource, otherPath: string): boolean {
  const listVariables = (template: string): string => (template.match(/\{[^{}]*\}/g) ?? []).sort().join(' ');
  return listVariables(path) === listVariables(otherPath);
}
