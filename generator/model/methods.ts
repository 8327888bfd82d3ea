/** Methods: the tree of resources, flat and by id. */
import type { Action } from '../../templates/runtime/rule.js';
import type { Api, ListShape, Method, Parameter, Permission, Source, StatedRule, Type } from './model.js';
import type { MethodRule, PagingRule } from '../../templates/runtime/rule.js';
import { byKey, isObject, isTrue, type JsonObject, listAt, objectAt, objectsAt, present, stringsAt, textAt } from './input.js';
import { type Lookup } from './lookup.js';
import { methodParameters } from './parameters.js';
import { parseRoute, type Route } from './route.js';
import { methodRules } from './rules.js';
import { sourceOf, stated } from './sources.js';
import { type TypeContext, typeOf } from './types.js';

export interface MethodContext extends TypeContext {
  readonly api: Pick<Api, 'name' | 'servicePath'>;
  readonly lookup: Lookup;
}

/** All methods of a document, in the order of their ids. */
export function methodsOf(document: JsonObject, context: MethodContext): readonly Method[] {
  return collect(document, [], context).sort(byKey(({ id }) => id));
}

function collect(node: JsonObject, collections: readonly string[], around: MethodContext): Method[] {
  const context = { ...around, source: sourceOf(node, around.source) };
  const own = objectsAt(node, 'methods').map(([name, element]) => methodOf(element, { collections, name }, context));
  const below = objectsAt(node, 'resources').flatMap(([name, resource]) => collect(resource, [...collections, name], context));
  return [...own, ...below];
}

type Place = Pick<Method, 'collections' | 'name'>;

function methodOf(element: JsonObject, place: Place, around: MethodContext): Method {
  const id = [around.api.name, ...place.collections, place.name].join('.');
  const context = { ...around, source: sourceOf(element, around.source) };
  const route = routeOf(element, context);
  const parameters = methodParameters(element, route.variables, context);
  const rules = methodRules(element, context.source);
  const httpMethod = verbOf(element);
  // Some documents show a body where HTTP has none, and fetch sends none.
  const request =
    httpMethod === 'GET' || httpMethod === 'HEAD' ? undefined : bodyOf(element, 'request', { ...context, takenBy: () => [id] });
  const response = bodyOf(element, 'response', context);
  return {
    kind: 'method',
    id,
    ...place,
    ...stated(element, around.source),
    httpMethod,
    route: route.text,
    path: textAt(element, 'path') ?? '',
    ...present({ flatPath: textAt(element, 'flatPath'), request, response }),
    parameters,
    scopes: stringsAt(element, 'scopes'),
    permissions: permissionsOf(element, context.source),
    rules,
    ...statedShapes({ rules, parameters, response, lookup: context.lookup }),
    ...actionOf(element, context.source),
    ...present({ mediaUpload: mediaUploadOf(element) }),
    mediaDownload: isTrue(element, 'supportsMediaDownload'),
    mediaDownloadService: isTrue(element, 'useMediaDownloadService'),
  };
}

/** The pattern of a path parameter. */
function patternsOf(element: JsonObject): (name: string) => string | undefined {
  const patterns = new Map(objectsAt(element, 'parameters').map(([name, parameter]) => [name, textAt(parameter, 'pattern')]));
  return (name) => patterns.get(name);
}

function routeOf(element: JsonObject, context: MethodContext): Route {
  const found = parseRoute({
    path: textAt(element, 'path') ?? '',
    servicePath: context.api.servicePath,
    pattern: patternsOf(element),
  });
  if (!found.ok) throw new Error(`A path that was found to be valid is not: ${found.problem.kind} at ${String(found.problem.offset)}`);
  return found.route;
}

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function verbOf(element: JsonObject): Method['httpMethod'] {
  const written = textAt(element, 'httpMethod')?.toUpperCase();
  return verbs.find((verb) => verb === written) ?? 'GET';
}

function bodyOf(element: JsonObject, side: 'request' | 'response', context: TypeContext): Type | undefined {
  const body = objectAt(element, side);
  return body && typeOf(body, context);
}

function permissionsOf(element: JsonObject, around: Source): readonly Permission[] {
  return listAt(element, 'x-permissions').flatMap((value): Permission[] => {
    if (typeof value === 'string') return [{ permission: value, source: around }];
    if (!isObject(value)) return [];
    const permission = textAt(value, 'permission') ?? '';
    return [{ permission, ...present({ when: textAt(value, 'when') }), source: sourceOf(value, around, 'source') }];
  });
}

interface Shapes {
  readonly rules: readonly StatedRule<MethodRule>[];
  readonly parameters: readonly Parameter[];
  readonly response: Type | undefined;
  readonly lookup: Lookup;
}

/** What rules state of pages, request ids and operations. */
function statedShapes(shapes: Shapes): Pick<Method, 'list' | 'requestId' | 'operation'> {
  const ruleOf = <K extends MethodRule['kind']>(kind: K): Extract<MethodRule, { kind: K }> | undefined =>
    shapes.rules.map(({ rule }) => rule).find((rule): rule is Extract<MethodRule, { kind: K }> => rule.kind === kind);
  const paging = ruleOf('paging');
  const requestId = ruleOf('requestId');
  return present({
    list: paging && listShape(paging, shapes),
    requestId: requestId && { name: requestId.parameter, in: placeOf(requestId.parameter, shapes) },
    operation: ruleOf('operation') && operationStyle(shapes),
  });
}

function placeOf(name: string, { parameters }: Shapes): 'query' | 'body' {
  return parameters.some((parameter) => parameter.name === name) ? 'query' : 'body';
}

function listShape(rule: PagingRule, shapes: Shapes): ListShape {
  const items = shapes.lookup.resolve(shapes.lookup.field(shapes.response, rule.items)?.type);
  return {
    items: rule.items,
    shape: items?.kind === 'map' ? 'map' : 'array',
    pageToken: rule.pageToken,
    nextPageToken: rule.nextPageToken,
    ...present({ pageSize: rule.pageSize?.parameter }),
    in: placeOf(rule.pageToken, shapes),
  };
}

function operationStyle({ lookup, response }: Shapes): Method['operation'] {
  return lookup.resolve(lookup.field(response, 'done')?.type)?.kind === 'boolean' ? 'longrunning' : 'compute';
}

function actionOf(element: JsonObject, around: Source): Pick<Method, 'action' | 'actionSource'> {
  const value = objectAt(element, 'x-action');
  if (!value) return { action: { kind: 'notImplemented' } };
  const { source: _, ...action } = value;
  return { action: action as unknown as Action, actionSource: sourceOf(value, around, 'source') };
}

function mediaUploadOf(element: JsonObject): Method['mediaUpload'] {
  const upload = objectAt(element, 'mediaUpload');
  const protocols = upload && objectAt(upload, 'protocols');
  if (!upload || !protocols) return undefined;
  const resumable = objectAt(protocols, 'resumable');
  const simple = objectAt(protocols, 'simple');
  const protocol = simple ?? resumable;
  const path = protocol && textAt(protocol, 'path');
  // The address of pieces is that of the whole, too, whatever stands before it.
  const found =
    path === undefined ? undefined : parseRoute({ path: path.replace(/^\/+(?:resumable\/+)?/, ''), pattern: patternsOf(element) });
  if (path === undefined || !found?.ok) return undefined;
  return {
    path,
    route: found.route.text,
    ...present({ maxSize: textAt(upload, 'maxSize') }),
    accept: stringsAt(upload, 'accept'),
    simple: simple !== undefined,
    resumable: resumable !== undefined,
  };
}
