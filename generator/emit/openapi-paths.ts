/** Methods by path, as OpenAPI wants them: paths that differ in more than the names of their variables, each verb once. */
import type { Method } from '../model/model.js';
import { toFlatPath, type FlatVariable } from './flat-path.js';

export interface PathVariable {
  /** Its name in the path. */
  readonly name: string;
  /** The path parameter of the method that it is, or is a part of. */
  readonly of: string;
  readonly whole: boolean;
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

/** Sorted by path; methods come in the order given. */
export function toOpenApiPaths(methods: readonly Method[]): readonly OpenApiPath[] {
  const groups = new Map<string, Group>();
  for (const method of methods) {
    const flat = toFlatPath(method.route);
    const group = groupFor(method, flat.path, groups);
    group.operations.push({ method, variables: flat.variables.map((variable, index) => named(variable, group.names[index])) });
  }
  return [...groups.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
}

function named(variable: FlatVariable, name: string | undefined): PathVariable {
  return { name: name ?? variable.name, of: variable.of, whole: variable.whole };
}

/**
 * The first method of a path names its variables. Where the verb is already taken, several methods are told apart by what
 * their variables hold, which OpenAPI cannot say: a fragment with the method's id makes the path another one.
 */
function groupFor(method: Method, path: string, groups: Map<string, Group>): Group {
  const shape = path.replace(/\{[^}]*\}/g, '{}');
  const found = groups.get(shape);
  if (found && !found.operations.some((operation) => operation.method.httpMethod === method.httpMethod)) return found;
  const own = found ? `#${method.id}` : '';
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
  const group: Group = { path: `/${path}${own}`, names, operations: [] };
  groups.set(`${shape}${own}`, group);
  return group;
}
