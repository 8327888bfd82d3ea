/** Methods: the tree of resources, flat and by id. */
import type { Action } from '../../templates/runtime/rule.js';
import type { Api, ListShape, Method, Parameter, Permission, Source, StatedRule, Type } from './model.js';
import type { MethodRule, PaginationRule } from '../../templates/runtime/rule.js';
import {
  compareByKey,
  isObject,
  isTrue,
  type JsonObject,
  getList,
  getObject,
  getObjects,
  omitUndefined,
  getStrings,
  getText,
} from './json-access.js';
import { type Lookup } from './schema-lookup.js';
import { buildMethodParameters } from './build-parameters.js';
import { parseRoute, type Route } from './route.js';
import { buildMethodRules } from './build-rules.js';
import { readSource, readStated } from './statement-source.js';
import { type TypeContext, buildType } from './build-types.js';

export interface MethodContext extends TypeContext {
  readonly api: Pick<Api, 'name' | 'servicePath'>;
  readonly lookup: Lookup;
}

/** All methods of a document, in the order of their ids. */
export function buildMethods(document: JsonObject, context: MethodContext): readonly Method[] {
  return collect(document, [], context).sort(compareByKey(({ id }) => id));
}

function collect(node: JsonObject, collections: readonly string[], around: MethodContext): Method[] {
  const context = { ...around, source: readSource(node, around.source) };
  const own = getObjects(node, 'methods').map(([name, element]) => methodOf(element, { collections, name }, context));
  const below = getObjects(node, 'resources').flatMap(([name, resource]) => collect(resource, [...collections, name], context));
  return [...own, ...below];
}

type Place = Pick<Method, 'collections' | 'name'>;

function methodOf(element: JsonObject, place: Place, around: MethodContext): Method {
  const id = [around.api.name, ...place.collections, place.name].join('.');
  const context = { ...around, source: readSource(element, around.source) };
  const route = routeOf(element, context);
  const parameters = buildMethodParameters(element, route.variables, context);
  const rules = buildMethodRules(element, context.source);
  const httpMethod = verbOf(element);
  // Some documents show a body where HTTP has none, and fetch sends none.
  const request =
    httpMethod === 'GET' || httpMethod === 'HEAD' ? undefined : bodyOf(element, 'request', { ...context, takenBy: () => [id] });
  const response = bodyOf(element, 'response', context);
  return {
    kind: 'method',
    id,
    ...place,
    ...readStated(element, around.source),
    httpMethod,
    route: route.text,
    path: getText(element, 'path') ?? '',
    ...omitUndefined({ flatPath: getText(element, 'flatPath'), request, response }),
    parameters,
    scopes: getStrings(element, 'scopes'),
    permissions: permissionsOf(element, context.source),
    rules,
    ...statedShapes({ rules, parameters, response, lookup: context.lookup }),
    ...actionOf(element, context.source),
    ...omitUndefined({ mediaUpload: mediaUploadOf(element) }),
    mediaDownload: isTrue(element, 'supportsMediaDownload'),
    mediaDownloadService: isTrue(element, 'useMediaDownloadService'),
  };
}

/** The pattern of a path parameter. */
function patternsOf(element: JsonObject): (name: string) => string | undefined {
  const patterns = new Map(getObjects(element, 'parameters').map(([name, parameter]) => [name, getText(parameter, 'pattern')]));
  return (name) => patterns.get(name);
}

function routeOf(element: JsonObject, context: MethodContext): Route {
  const found = parseRoute({
    path: getText(element, 'path') ?? '',
    servicePath: context.api.servicePath,
    pattern: patternsOf(element),
  });
  if (!found.ok) throw new Error(`A path that was found to be valid is not: ${found.problem.kind} at ${String(found.problem.offset)}`);
  return found.route;
}

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function verbOf(element: JsonObject): Method['httpMethod'] {
  const written = getText(element, 'httpMethod')?.toUpperCase();
  return verbs.find((verb) => verb === written) ?? 'GET';
}

function bodyOf(element: JsonObject, side: 'request' | 'response', context: TypeContext): Type | undefined {
  const body = getObject(element, side);
  return body && buildType(body, context);
}

function permissionsOf(element: JsonObject, around: Source): readonly Permission[] {
  return getList(element, 'x-permissions').flatMap((value): Permission[] => {
    if (typeof value === 'string') return [{ permission: value, source: around }];
    if (!isObject(value)) return [];
    const permission = getText(value, 'permission') ?? '';
    return [{ permission, ...omitUndefined({ when: getText(value, 'when') }), source: readSource(value, around, 'source') }];
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
  const paging = ruleOf('pagination');
  const requestId = ruleOf('requestId');
  return omitUndefined({
    list: paging && listShape(paging, shapes),
    requestId: requestId && { name: requestId.parameter, in: placeOf(requestId.parameter, shapes) },
    operation: ruleOf('operation') && operationStyle(shapes),
  });
}

function placeOf(name: string, { parameters }: Shapes): 'query' | 'body' {
  return parameters.some((parameter) => parameter.name === name) ? 'query' : 'body';
}

function listShape(rule: PaginationRule, shapes: Shapes): ListShape {
  const items = shapes.lookup.resolve(shapes.lookup.field(shapes.response, rule.items)?.type);
  return {
    items: rule.items,
    shape: items?.kind === 'map' ? 'map' : 'array',
    pageToken: rule.pageToken,
    nextPageToken: rule.nextPageToken,
    ...omitUndefined({ pageSize: rule.pageSize?.parameter }),
    in: placeOf(rule.pageToken, shapes),
  };
}

function operationStyle({ lookup, response }: Shapes): Method['operation'] {
  return lookup.resolve(lookup.field(response, 'done')?.type)?.kind === 'boolean' ? 'longrunning' : 'compute';
}

function actionOf(element: JsonObject, around: Source): Pick<Method, 'action' | 'actionSource'> {
  const value = getObject(element, 'x-action');
  if (!value) return { action: { kind: 'notImplemented' } };
  const { source: _, ...action } = value;
  return { action: action as unknown as Action, actionSource: readSource(value, around, 'source') };
}

function mediaUploadOf(element: JsonObject): Method['mediaUpload'] {
  const upload = getObject(element, 'mediaUpload');
  const protocols = upload && getObject(upload, 'protocols');
  if (!upload || !protocols) return undefined;
  const resumable = getObject(protocols, 'resumable');
  const simple = getObject(protocols, 'simple');
  const protocol = simple ?? resumable;
  const path = protocol && getText(protocol, 'path');
  // The address of pieces is that of the whole, too, whatever stands before it.
  const found =
    path === undefined ? undefined : parseRoute({ path: path.replace(/^\/+(?:resumable\/+)?/, ''), pattern: patternsOf(element) });
  if (path === undefined || !found?.ok) return undefined;
  return {
    path,
    route: found.route.text,
    ...omitUndefined({ maxSize: getText(upload, 'maxSize') }),
    accept: getStrings(upload, 'accept'),
    simple: simple !== undefined,
    resumable: resumable !== undefined,
  };
}
