/** Groups methods by path for OpenAPI. Paths must differ in more than variable names, and each path has a verb at most once. */
import type { Method } from '../model/model.js';
import { toFlatPath, type FlatVariable } from '../lib/flat-path.js';

export interface PathVariable {
  /** Its name in the path. */
  readonly name: string;
  /** The path parameter of the method that this variable is, or is a part of. */
  readonly routeVariable: string;
  readonly isWholeVariable: boolean;
}

export interface OpenApiPath {
  /** `/v1/projects/{projectsId}/zones/{zonesId}:lookup` */
  readonly path: string;
  readonly operations: readonly { readonly method: Method; readonly variables: readonly PathVariable[] }[];
}

interface Group {
  readonly path: string;
  readonly names: readonly string[];
  readonly operations: { readonly method: Method; readonly variables: readonly PathVariable[] }[];
}

/** Groups methods by path. Paths are sorted; methods keep their order. */
export function toOpenApiPaths(methods: readonly Method[]): readonly OpenApiPath[] {
  const groups = new Map<string, Group>();
  for (const method of methods) {
    const flat = toFlatPath(method.route);
    const group = getOrAddGroup(method, flat.path, groups);
    group.operations.push({ method, variables: flat.variables.map((variable, index) => toPathVariable(variable, group.names[index])) });
  }
  return [...groups.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
}

function toPathVariable(variable: FlatVariable, name: string | undefined): PathVariable {
  return { name: name ?? variable.name, routeVariable: variable.routeVariable, isWholeVariable: variable.isWholeVariable };
}

/**
 * The first method of a path names its variables. If several methods have the same path and verb, only the values of the variables
 * distinguish them. OpenAPI can't express that, so a fragment with the method ID makes the path unique.
 */
function getOrAddGroup(method: Method, path: string, groups: Map<string, Group>): Group {
  const shape = path.replace(/\{[^}]*\}/g, '{}');
  const existing = groups.get(shape);
  if (existing && !existing.operations.some((operation) => operation.method.httpMethod === method.httpMethod)) return existing;
  const suffix = existing ? `#${method.id}` : '';
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
  const group: Group = { path: `/${path}${suffix}`, names, operations: [] };
  groups.set(`${shape}${suffix}`, group);
  return group;
}
