/** Finds the types of other resources that rules name. */
import { getText, type Pointer } from '../../lib/json.js';
import type { Type } from '../../model/model.js';
import { getPathKey } from '../../model/statement-paths.js';
import { getRoute, type MethodStatement } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';

/** Finds the type of the resources at a path, preferably in the response of a read. */
export function findResourceTypes(context: LintContext, path: string): readonly Type[] {
  return findTypesAt(context, getPathKey(path) ?? path);
}

function findTypesAt(context: LintContext, pathKey: string): readonly Type[] {
  const collection = pathKey.replace(/(?:\/\*)+$/, '');
  const bodies = context.methods.flatMap((method) => {
    const at = getRouteKey(method);
    const { httpMethod } = method;
    if (at === pathKey && httpMethod === 'GET') return [method.response];
    if (at === pathKey && (httpMethod === 'PATCH' || httpMethod === 'PUT')) return [method.request];
    return at === collection && httpMethod === 'POST' ? [method.request] : [];
  });
  const first = bodies.find((body) => body !== undefined);
  return first === undefined ? [] : [context.getType(first)];
}

/** Finds the types of the parents of the resources with the schema at a pointer. */
export function findParentTypes(context: LintContext, pointer: Pointer): readonly Type[] {
  return listReadPaths(context, pointer).flatMap((pathKey) => findNearestParent(context, pathKey));
}

/** Returns whether a method reads a resource with the schema at a pointer. */
export function isResourceType(context: LintContext, pointer: Pointer): boolean {
  return listReadPaths(context, pointer).length > 0;
}

/** Lists the paths of the methods that read a resource with the schema at a pointer. */
function listReadPaths(context: LintContext, [, id]: Pointer): readonly string[] {
  const type = context.lookup.resolve(String(id));
  if (type === undefined) return [];
  return context.methods.flatMap((method) => {
    const response = getReadType(context, method);
    return (response && context.lookup.resolve(response) === type ? getRouteKey(method) : undefined) ?? [];
  });
}

function findNearestParent(context: LintContext, pathKey: string): readonly Type[] {
  for (let end = pathKey.lastIndexOf('/'); end > 0; end = pathKey.lastIndexOf('/', end - 1)) {
    const parentKey = pathKey.slice(0, end);
    const reader = context.methods.find((method) => method.httpMethod === 'GET' && getRouteKey(method) === parentKey);
    const type = parentKey.endsWith('*') && reader ? getReadType(context, reader) : undefined;
    if (type !== undefined) return [type];
  }
  return [];
}

function getReadType(context: LintContext, { httpMethod, response }: MethodStatement): Type | undefined {
  return response && httpMethod === 'GET' ? context.getType(response) : undefined;
}

/** Finds the type of the resource that a method acts on: the resource of its action, or the resource at its path without custom verbs. */
export function findTargetTypes(context: LintContext, method: MethodStatement): readonly Type[] {
  const stated = getText(method.action, 'resource');
  const pathKey = stated === undefined ? getRouteKey(method) : getPathKey(stated);
  return pathKey === undefined ? [] : findTypesAt(context, pathKey.replace(/(?:\/[^*/]+)+$|:[^/]*$/, ''));
}

/** Finds the types in the response of a method: the response, and the items of its lists, also in aggregated lists. */
export function findResponseTypes(context: LintContext, { response }: MethodStatement): readonly Type[] {
  const type = response && context.lookup.resolve(context.getType(response));
  return type === undefined ? [] : [type, ...listListedTypes(context, type)];
}

function listListedTypes({ lookup }: LintContext, response: Type): readonly Type[] {
  const listFieldTypes = (type: Type): readonly Type[] => (type.kind === 'object' ? type.fields.map((field) => field.type) : []);
  const listItems = (type: Type): readonly Type[] => (type.kind === 'array' ? [type.items] : []);
  return listFieldTypes(response).flatMap((type): readonly Type[] => {
    const scope = type.kind === 'map' ? lookup.resolve(type.values) : undefined;
    return scope === undefined || scope === response ? listItems(type) : [scope, ...listFieldTypes(scope).flatMap(listItems)];
  });
}

const getRouteKey = (method: MethodStatement): string | undefined => getRoute(method)?.key;
