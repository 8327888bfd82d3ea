/** Finds the resources that an exchange shows: the target of its method, the items of a list, and objects that contain their full name. */
import { getAt, getMember, isObject, type Json, type JsonObject, type Pointer } from '../../generator/lib/json.js';
import type { Method, Resource } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import { matchPath } from '../../runtime/paths/match.js';
import { parseTemplate } from '../../runtime/paths/template.js';
import type { Exchange } from '../recordings/exchange.js';
import type { MatchedCall } from '../recordings/match-exchange.js';
import { getJson } from './resource-path.js';

/** A resource, and the part of a response that contains its fields. */
export interface LocatedResource {
  readonly template: Resource;
  /** The recorded path, without a leading slash: `v1/shelves/a`. */
  readonly path: string;
  /** Where its fields are in the body. */
  readonly pointer: Pointer;
  /** Absent if the response doesn't contain the resource. */
  readonly body?: JsonObject;
}

/** Returns the path of a request without a leading slash, its query, and the custom verb of its method. */
export function getCallPath({ request }: Exchange, { method }: MatchedCall): string {
  const [address = ''] = request.url.split(/[?#]/, 1);
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^\/(?:resumable\/)?(?:(?:upload|download)\/)?/, '');
  const { verb } = parseTemplate(method.route);
  const target = verb !== undefined && path.endsWith(`:${verb}`) ? path.slice(0, -verb.length - 1) : path;
  return target.split('/').map(normalizeSegment).join('/');
}

/** Encodes a name as a segment of a path, which names a resource in one spelling. */
const encodeName = (name: string): string => name.replace(/[%/?#\s]/g, encodeURIComponent);

function normalizeSegment(segment: string): string {
  try {
    return encodeName(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

/** Returns the resource that a method reads, changes, or deletes, if the response contains it with its body. */
export function locateTarget(exchange: Exchange, match: MatchedCall): LocatedResource | undefined {
  const { api, method, queryParameters } = match;
  const { action } = method;
  const template = 'resource' in action ? getLookup(api).resource(action.resource) : undefined;
  if (template === undefined || action.kind === 'list' || action.kind === 'create') return undefined;
  const id = 'id' in action && action.id !== undefined ? queryParameters.get(action.id)?.[0] : undefined;
  const path = findResourcePath(template, `${getCallPath(exchange, match)}${id === undefined ? '' : `/${encodeName(id)}`}`);
  if (path === undefined) return undefined;
  const wrap = method.responseWrap;
  const value = getJson(exchange.response?.body);
  const pointer = wrap === undefined ? [] : [wrap];
  const body = value !== undefined && isResourceBody(template, method, match) ? getAt(value, pointer) : undefined;
  return { template, path, pointer, ...(isObject(body) && Object.keys(body).length > 0 && { body }) };
}

/** Whether the response of a method is the resource. */
function isResourceBody({ schema }: Resource, method: Method, { api, media }: MatchedCall): boolean {
  if (method.operation !== undefined || method.changeRecord?.isResponse || media === 'download') return false;
  const lookup = getLookup(api);
  const type = method.responseWrap === undefined ? method.response : lookup.field(method.response, method.responseWrap)?.type;
  return schema === undefined ? method.action.kind === 'get' : type?.kind === 'ref' && type.schema === schema;
}

/** Returns the items of a list. Items whose path isn't known are absent. */
export function locateItems(exchange: Exchange, match: MatchedCall): readonly LocatedResource[] {
  const { api, method } = match;
  const { action } = method;
  const items = (method.list ?? method.listItems)?.items;
  const value = getJson(exchange.response?.body);
  if (action.kind !== 'list' || items === undefined || value === undefined) return [];
  const lookup = getLookup(api);
  const templates = [action.resource, ...(action.of ?? [])].flatMap((path) => lookup.resource(path) ?? []);
  const collection = getCallPath(exchange, match);
  return listElements(getMember(value, items), [items], method.scopeItems).flatMap(({ pointer, body }) => {
    const found = templates.map((template) => ({ template, path: findItemPath(body, template, collection) })).find(({ path }) => path);
    return found?.path === undefined ? [] : [{ template: found.template, path: found.path, pointer, body }];
  });
}

interface ListElement {
  readonly pointer: Pointer;
  readonly body: JsonObject;
}

/** Lists the elements of a list, or of a map from scopes to objects that contain lists. */
function listElements(value: Json | undefined, pointer: Pointer, scopeItems: string | undefined): readonly ListElement[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((body, index) => (isObject(body) ? [{ pointer: [...pointer, index], body }] : []));
  if (!isObject(value) || scopeItems === undefined) return [];
  return Object.entries(value).flatMap(([scope, part]) =>
    listElements(getMember(part, scopeItems), [...pointer, scope, scopeItems], undefined),
  );
}

/** Returns the path of a new resource that a response contains. */
export function findCreatedPath(exchange: Exchange, match: MatchedCall, template: Resource): string | undefined {
  const { method } = match;
  const value = getJson(exchange.response?.body);
  const body = method.responseWrap === undefined ? value : getMember(value, method.responseWrap);
  if (method.operation !== undefined || method.changeRecord?.isResponse || !isObject(body)) return undefined;
  return findItemPath(body, template, getCallPath(exchange, match));
}

/** Returns the path of an item of a list: from its full name or its link, or else from its IDs. */
function findItemPath(item: JsonObject, template: Resource, collection: string): string | undefined {
  const named = findNamedPath(item, template, collection);
  if (named !== undefined) return named;
  const ids = template.idFields.map((field) => getAt(item, field.split('.')));
  if (ids.some((id) => (typeof id !== 'string' || id === '') && typeof id !== 'number') || collection.includes('/-/')) return undefined;
  return findResourcePath(template, `${collection}/${ids.map((id) => encodeName(String(id))).join('/')}`);
}

/** Returns the path in the full name or the link of an object. `near`: a path of the same API, which begins with its version. */
function findNamedPath(value: JsonObject, template: Resource, near: string): string | undefined {
  const link = getMember(value, 'selfLink');
  const linked = typeof link === 'string' ? link.replace(/^[a-z]+:\/\/[^/]*\//i, '') : undefined;
  if (linked !== undefined && isMatch(template.path, linked)) return linked;
  const name = getMember(value, 'name');
  if (template.fullNameFrom === undefined || typeof name !== 'string' || !name.includes('/')) return undefined;
  const path = [...near.split('/').slice(0, template.fullNameFrom), name].join('/');
  return isMatch(template.path, path) ? path : undefined;
}

/** Finds the resources that contain their full name or their link, at any depth of a body. */
export function locateNamed(exchange: Exchange, match: MatchedCall): readonly LocatedResource[] {
  const value = getJson(exchange.response?.body);
  const near = getCallPath(exchange, match);
  const found: LocatedResource[] = [];
  const visit = (part: Json, pointer: Pointer): void => {
    if (Array.isArray(part)) (part as readonly Json[]).forEach((item, index) => visit(item, [...pointer, index]));
    if (!isObject(part)) return;
    if (Object.hasOwn(part, 'name') || Object.hasOwn(part, 'selfLink')) {
      for (const template of match.api.resources) {
        const path = findNamedPath(part, template, near);
        if (path === undefined) continue;
        found.push({ template, path, pointer, body: part });
        break;
      }
    }
    for (const [key, member] of Object.entries(part)) visit(member, [...pointer, key]);
  };
  if (value !== undefined) visit(value, []);
  return found;
}

/** Returns the part of a path that names a resource with the template. What follows it is the name of a custom method. */
export function findResourcePath({ path: template }: Resource, path: string): string | undefined {
  if (isMatch(template, path)) return path;
  const start = path.split('/').slice(0, template.split('/').length).join('/');
  return isMatch(template, start) ? start : undefined;
}

/** Returns the path of the parent of a resource, if it is a resource of the API. */
export function findParentPath({ parent }: Resource, path: string): string | undefined {
  if (parent === undefined) return undefined;
  const start = path.split('/').slice(0, parent.split('/').length).join('/');
  return start !== path && isMatch(parent, start) ? start : undefined;
}

function isMatch(template: string, path: string): boolean {
  try {
    return matchPath(template, path) !== undefined;
  } catch (error) {
    // A name in a body can contain a percent sign.
    if (error instanceof URIError) return false;
    throw error;
  }
}
