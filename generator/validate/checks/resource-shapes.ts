/** Finds the schemas of other resources that rules name. */
import { type JsonObject, getMember, type Pointer, getObjects, getText, getObject } from '../../lib/json.js';
import type { LintContext, Method } from '../lint-context.js';
import { resolveReference } from '../find-field.js';
import { toPathKey } from './resource-paths.js';

/** Finds the schema of the resources at a path template, preferably in the response of a read. */
export function findResourceShapes(context: LintContext, template: string): readonly JsonObject[] {
  const pathKey = toPathKey(template);
  const collection = pathKey.replace(/(?:\/\*)+$/, '');
  const bodies = context.methods.flatMap((method) => {
    const at = getRouteKey(method);
    const verb = getText(method.value, 'httpMethod');
    if (at === pathKey && verb === 'GET') return [getBody(method, 'response')];
    if (at === pathKey && (verb === 'PATCH' || verb === 'PUT')) return [getBody(method, 'request')];
    return at === collection && verb === 'POST' ? [getBody(method, 'request')] : [];
  });
  const [first] = bodies.filter((body) => body !== undefined);
  return first === undefined ? [] : [first];
}

/** Finds the schemas of the parents of the resources with the schema at a pointer. */
export function findParentShapes(context: LintContext, pointer: Pointer): readonly JsonObject[] {
  return listReadPaths(context, pointer).flatMap((pathKey) => findNearestParent(context, pathKey));
}

/** Returns whether a method reads a resource with the schema at a pointer. */
export function isResourceShape(context: LintContext, pointer: Pointer): boolean {
  return listReadPaths(context, pointer).length > 0;
}

/** Lists the paths of the methods that read a resource with the schema at a pointer. */
function listReadPaths(context: LintContext, [, id]: Pointer): readonly string[] {
  const schema = typeof id === 'string' ? context.schemas.get(id) : undefined;
  return context.methods.flatMap((method) => {
    const shape = getText(method.value, 'httpMethod') === 'GET' ? getBody(method, 'response') : undefined;
    const isRead = schema !== undefined && shape !== undefined && resolveReference(context, shape) === schema;
    return (isRead ? getRouteKey(method) : undefined) ?? [];
  });
}

function findNearestParent(context: LintContext, pathKey: string): readonly JsonObject[] {
  for (let end = pathKey.lastIndexOf('/'); end > 0; end = pathKey.lastIndexOf('/', end - 1)) {
    const parentKey = pathKey.slice(0, end);
    const reader = context.methods.find((method) => getText(method.value, 'httpMethod') === 'GET' && getRouteKey(method) === parentKey);
    const shape = parentKey.endsWith('*') && reader ? getBody(reader, 'response') : undefined;
    if (shape !== undefined) return [shape];
  }
  return [];
}

/** Finds the schema of the resource that a method acts on: the resource of its action, or the resource at its path without custom verbs. */
export function findTargetShapes(context: LintContext, method: Method): readonly JsonObject[] {
  const stated = getText(getMember(method.value, 'x-action'), 'resource');
  const pathKey = stated === undefined ? getRouteKey(method) : toPathKey(stated);
  return pathKey === undefined ? [] : findResourceShapes(context, pathKey.replace(/(?:\/[^*/]+)+$|:[^/]*$/, ''));
}

/** Finds the schemas in the response of a method: the response, and the items of its lists, also in aggregated lists. */
export function findResponseShapes(context: LintContext, method: Method): readonly JsonObject[] {
  const body = getBody(method, 'response');
  const responseShape = body && resolveReference(context, body);
  return responseShape === undefined ? [] : [responseShape, ...listListedShapes(context, responseShape)];
}

function listListedShapes(context: LintContext, response: JsonObject): readonly JsonObject[] {
  return getObjects(response, 'properties').flatMap(([, field]): readonly JsonObject[] => {
    const values = getObject(field, 'additionalProperties');
    const scope = values && resolveReference(context, values);
    if (getObject(field, 'items') || scope === undefined || scope === response) return listItems(field);
    return [scope, ...getObjects(scope, 'properties').flatMap(([, inner]) => listItems(inner))];
  });
}

function listItems(field: JsonObject): readonly JsonObject[] {
  const items = getObject(field, 'items');
  return items === undefined ? [] : [items];
}

export function getBody(method: Method | undefined, side: 'request' | 'response'): JsonObject | undefined {
  return getObject(method?.value, side);
}

const getRouteKey = ({ route }: Method): string | undefined => route && toPathKey(route.text);
