/** The shapes of the resources that rules name beside the one that carries them. */
import { isObject, type JsonObject, getMember, type Pointer } from '../../read/specification.js';
import { type LintContext, type Method, getMappingMembers, getText } from '../lint-context.js';
import { resolveReference } from '../find-field.js';
import { toPlaceKey, getMethodRoute } from './resource-places.js';

/** What one of the resources at a path template looks like, as far as methods show it: a read shows it best. */
export function findResourceShapes(context: LintContext, template: string): readonly JsonObject[] {
  const place = toPlaceKey(template);
  const collection = place.replace(/(?:\/\*)+$/, '');
  const bodies = context.methods.flatMap((method) => {
    const at = routeText(context, method);
    const verb = getText(method.value, 'httpMethod');
    if (at === place && verb === 'GET') return [bodyOf(method, 'response')];
    if (at === place && (verb === 'PATCH' || verb === 'PUT')) return [bodyOf(method, 'request')];
    return at === collection && verb === 'POST' ? [bodyOf(method, 'request')] : [];
  });
  const [first] = bodies.filter((body) => body !== undefined);
  return first === undefined ? [] : [first];
}

/** What stands above the resources that have the schema to which a pointer leads. */
export function findParentShapes(context: LintContext, pointer: Pointer): readonly JsonObject[] {
  const [, id] = pointer;
  const own = typeof id === 'string' ? context.schemas.get(id) : undefined;
  const places = context.methods.flatMap((method) => {
    const shape = getText(method.value, 'httpMethod') === 'GET' ? bodyOf(method, 'response') : undefined;
    return own !== undefined && shape !== undefined && resolveReference(context, shape) === own ? [routeText(context, method)] : [];
  });
  return places.flatMap((place) => (place === undefined ? [] : nearestAbove(context, place)));
}

function nearestAbove(context: LintContext, place: string): readonly JsonObject[] {
  for (let end = place.lastIndexOf('/'); end > 0; end = place.lastIndexOf('/', end - 1)) {
    const above = place.slice(0, end);
    const read = context.methods.find((method) => getText(method.value, 'httpMethod') === 'GET' && routeText(context, method) === above);
    const shape = above.endsWith('*') && read ? bodyOf(read, 'response') : undefined;
    if (shape !== undefined) return [shape];
  }
  return [];
}

/** The resource that a method is about: the one that its action names, or that stands at its path, without what follows the name. */
export function findTargetShapes(context: LintContext, method: Method): readonly JsonObject[] {
  const stated = getText(getMember(method.value, 'x-action'), 'resource');
  const place = stated === undefined ? routeText(context, method) : toPlaceKey(stated);
  return place === undefined ? [] : findResourceShapes(context, place.replace(/(?:\/[^*/]+)+$|:[^/]*$/, ''));
}

/** What a method answers: the answer itself, and what its lists hold, those in maps of scopes too. */
export function findResponseShapes(context: LintContext, method: Method): readonly JsonObject[] {
  const body = bodyOf(method, 'response');
  const answer = body && resolveReference(context, body);
  return answer === undefined ? [] : [answer, ...heldBy(context, answer)];
}

function heldBy(context: LintContext, holder: JsonObject): readonly JsonObject[] {
  return getMappingMembers(holder, 'properties').flatMap(([, field]): readonly JsonObject[] => {
    const [items, values] = [getMember(field, 'items'), getMember(field, 'additionalProperties')];
    if (isObject(items)) return [items];
    const scope = isObject(values) ? resolveReference(context, values) : undefined;
    return scope === undefined || scope === holder
      ? []
      : [scope, ...getMappingMembers(scope, 'properties').flatMap(([, inner]) => listed(inner))];
  });
}

function listed(field: JsonObject): readonly JsonObject[] {
  const items = getMember(field, 'items');
  return isObject(items) ? [items] : [];
}

function bodyOf(method: Method, place: 'request' | 'response'): JsonObject | undefined {
  const body = getMember(method.value, place);
  return isObject(body) ? body : undefined;
}

function routeText(context: LintContext, method: Method): string | undefined {
  const route = getMethodRoute(context, method);
  return route && toPlaceKey(route.text);
}
