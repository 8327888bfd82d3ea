/** The recorded path of the resource that an exchange concerns. */
import { getAt, isObject, type Json } from '../../generator/lib/json.js';
import type { Method } from '../../generator/model/model.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';
import type { Exchange, RecordedBody } from '../recordings/exchange.js';

const verb = /:[a-zA-Z]+$/;

/** Returns the path of a request without query and custom verb. */
export function getTargetPath(url: string): string {
  const [address = ''] = url.split('?', 1);
  return address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(verb, '');
}

/** Returns the path of the resource that a method reads or changes: for a creation, of the new one. */
export function getResourcePath(method: Method, { request, response }: Exchange, lookup: Lookup): string {
  const path = getTargetPath(request.url);
  if (method.action.kind !== 'create')
    return method.action.kind.endsWith('IamPolicy') ? `${path.replace(/\/[gs]etIamPolicy$/, '')}#policy` : path;
  const id = findRequestedId(method, request, lookup) ?? findId(getJson(response?.body), method, lookup);
  return id === undefined ? path : `${path.replace(/\/$/, '')}/${id}`;
}

export const getJson = (body: RecordedBody | undefined): Json | undefined => (body?.kind === 'json' ? body.value : undefined);

/** Returns the ID that a request gives to a new resource, in its query or its body. */
export function findRequestedId(method: Method, { url, body }: Exchange['request'], lookup: Lookup): string | undefined {
  const query = new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '');
  for (const name of method.idParameters.flat()) {
    const value = query.get(name) ?? getText(getJson(body), name);
    if (value !== undefined && value !== '') return value;
  }
  const content = getJson(body);
  const resource = method.requestWrap !== undefined && isObject(content) ? (content[method.requestWrap] as Json | undefined) : content;
  return findId(resource, method, lookup);
}

/** Returns the last segment of the field that names a resource. */
function findId(body: Json | undefined, method: Method, lookup: Lookup): string | undefined {
  if (method.action.kind !== 'create' || body === undefined) return undefined;
  const resource = lookup.resource(method.action.resource);
  for (const field of resource?.idFields ?? []) {
    const value = getText(body, field);
    if (value !== undefined && value !== '') return value.split('/').at(-1);
  }
  return undefined;
}

function getText(body: Json | undefined, path: string): string | undefined {
  const value = body === undefined ? undefined : getAt(body, path.split('.'));
  return typeof value === 'string' ? value : undefined;
}
