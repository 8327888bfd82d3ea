/** Builds the methods of a document: flattens the resource tree and sorts by id. */
import type { Action, MethodRule, PaginationRule } from '../../runtime/rule.js';
import type { Api, ListShape, Method, InferredMethodFacts, Parameter, Permission, StatedRule, Type } from './model.js';
import {
  compareByKey,
  isObject,
  isTrue,
  type JsonObject,
  getMember,
  getNumber,
  getObject,
  getObjects,
  omitUndefined,
  getStrings,
  getText,
} from '../lib/json.js';
import type { Lookup } from './schema-lookup.js';
import { buildMethodParameters } from './build-parameters.js';
import { parseRoute, type ParsedRoute } from '../language/route.js';
import { buildMethodRules } from './build-rules.js';
import { parseByteSize } from './infer/bodies.js';
import { readSource } from './statement-source.js';
import { buildElement, listEntries, type MethodStatement, type Statement, type Statements } from './statements.js';
import { type TypeContext, buildType } from './build-types.js';

export interface MethodContext extends TypeContext {
  readonly api: Pick<Api, 'servicePath'>;
  readonly lookup: Lookup;
}

/** Builds all methods of a document, sorted by id. */
export function buildMethods({ methods }: Statements, context: MethodContext): readonly Method[] {
  return methods.map((method) => buildMethod(method, context)).sort(compareByKey(({ id }) => id));
}

function buildMethod(statement: MethodStatement, context: MethodContext): Method {
  const { id, name, collections, value: element } = statement;
  const route = requireRoute(statement, context);
  const parameters = buildMethodParameters(statement, route.variables, context);
  const rules = buildMethodRules(statement);
  const httpMethod = readHttpMethod(statement);
  // Some documents state a body for methods without one in HTTP, and fetch can't send it.
  const hasNoBody = statement.request === undefined || httpMethod === 'GET' || httpMethod === 'HEAD';
  const request = hasNoBody ? undefined : buildType(statement.request, { ...context, listMethods: () => [id] });
  const response = statement.response && buildType(statement.response, context);
  return {
    kind: 'method',
    id,
    collections,
    name,
    ...buildElement(statement),
    httpMethod,
    route: route.text,
    path: getText(element, 'path') ?? '',
    ...omitUndefined({
      flatPath: getText(element, 'flatPath'),
      statedStatus: readStatedStatus(element),
      retry: readRetry(element),
      request,
      response,
    }),
    parameters,
    scopes: getStrings(element, 'scopes'),
    permissions: buildPermissions(statement),
    rules,
    ...readStatedShapes({ rules, parameters, response, lookup: context.lookup }),
    ...readAction(statement),
    ...omitUndefined({ mediaUpload: buildMediaUpload(element) }),
    mediaDownload: isTrue(element, 'supportsMediaDownload'),
    mediaDownloadService: isTrue(element, 'useMediaDownloadService'),
    ...notInferred,
  };
}

/** The facts of a method before inference. */
const notInferred: InferredMethodFacts = {
  body: 'none',
  bodyForm: 'whole',
  expectedFields: [],
  repeatedParameters: [],
  acceptsMedia: false,
  returnsMedia: false,
  returnsEvents: false,
  inferredRules: [],
  fieldFilters: [],
  listFields: {},
  itemConstants: {},
  idParameters: [],
  waits: false,
  namedEnums: false,
  validatesPath: false,
  shorterRoutes: [],
  narrowestScopes: [],
  support: 'notImplemented',
  validateOnly: [],
  ignored: [],
  selectors: {},
};

/** Creates a lookup of the patterns of path parameters. */
function createPatternLookup(element: JsonObject): (name: string) => string | undefined {
  const patterns = new Map(getObjects(element, 'parameters').map(([name, parameter]) => [name, getText(parameter, 'pattern')]));
  return (name) => patterns.get(name);
}

/** A method without a path has that of the service. */
function requireRoute({ route }: MethodStatement, { api: { servicePath } }: MethodContext): ParsedRoute {
  const parsed = route ?? parseRoute({ path: '', servicePath });
  if (!parsed.ok) throw new Error(`The path of a validated method is malformed: ${parsed.problem.kind} ${parsed.problem.text}`);
  return parsed.route;
}

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function readHttpMethod({ httpMethod }: MethodStatement): Method['httpMethod'] {
  return verbs.find((verb) => verb === httpMethod?.toUpperCase()) ?? 'GET';
}

function buildPermissions(method: Statement): readonly Permission[] {
  return listEntries(method, 'x-permissions').flatMap(({ value, source }): Permission[] => {
    if (typeof value === 'string') return [{ permission: value, source }];
    if (!isObject(value)) return [];
    return [{ permission: getText(value, 'permission') ?? '', ...omitUndefined({ when: getText(value, 'when') }), source }];
  });
}

interface ShapeSources {
  readonly rules: readonly StatedRule<MethodRule>[];
  readonly parameters: readonly Parameter[];
  readonly response: Type | undefined;
  readonly lookup: Lookup;
}

/** Reads pagination, request id, and operation style from rules. */
function readStatedShapes(shapes: ShapeSources): Pick<Method, 'list' | 'requestId' | 'operation'> {
  const findRule = <K extends MethodRule['kind']>(kind: K): Extract<MethodRule, { kind: K }> | undefined =>
    shapes.rules.map(({ rule }) => rule).find((rule): rule is Extract<MethodRule, { kind: K }> => rule.kind === kind);
  const pagination = findRule('pagination');
  const requestId = findRule('requestId');
  return omitUndefined({
    list: pagination && buildListShape(pagination, shapes),
    requestId: requestId && { name: requestId.parameter, in: getParameterLocation(requestId.parameter, shapes) },
    operation: findRule('operation') && readOperationStyle(shapes),
  });
}

function getParameterLocation(name: string, { parameters }: ShapeSources): 'query' | 'body' {
  return parameters.some((parameter) => parameter.name === name) ? 'query' : 'body';
}

function buildListShape(rule: PaginationRule, shapes: ShapeSources): ListShape {
  const items = shapes.lookup.resolve(shapes.lookup.field(shapes.response, rule.items)?.type);
  return {
    items: rule.items,
    shape: items?.kind === 'map' ? 'map' : 'array',
    pageToken: rule.pageToken,
    nextPageToken: rule.nextPageToken,
    ...omitUndefined({ pageSize: rule.pageSize?.parameter }),
    in: getParameterLocation(rule.pageToken, shapes),
  };
}

function readOperationStyle({ lookup, response }: ShapeSources): Method['operation'] {
  return lookup.resolve(lookup.field(response, 'done')?.type)?.kind === 'boolean' ? 'longrunning' : 'status';
}

function readStatedStatus(element: JsonObject): Method['statedStatus'] {
  return getMember(element, 'x-status') as Method['statedStatus'];
}

function readRetry(element: JsonObject): Method['retry'] {
  const stated = getObject(element, 'x-retry');
  if (stated === undefined) return undefined;
  return {
    codes: getStrings(stated, 'codes'),
    ...omitUndefined({ delay: getNumber(stated, 'delay'), maxDelay: getNumber(stated, 'maxDelay') }),
  };
}

function readAction({ action: stated, source: inherited }: MethodStatement): Pick<Method, 'action' | 'actionSource'> {
  if (!stated) return { action: { kind: 'notImplemented' } };
  const { source: _, ...action } = stated;
  return { action: action as unknown as Action, actionSource: readSource(stated, inherited, 'source') };
}

function buildMediaUpload(element: JsonObject): Method['mediaUpload'] {
  const upload = getObject(element, 'mediaUpload');
  const protocols = upload && getObject(upload, 'protocols');
  if (!upload || !protocols) return undefined;
  const resumable = getObject(protocols, 'resumable');
  const simple = getObject(protocols, 'simple');
  const protocol = simple ?? resumable;
  const path = protocol && getText(protocol, 'path');
  // Resumable and simple uploads have the same path, apart from the prefix.
  const parsed =
    path === undefined ? undefined : parseRoute({ path: path.replace(/^\/+(?:resumable\/+)?/, ''), pattern: createPatternLookup(element) });
  if (path === undefined || !parsed?.ok) return undefined;
  return {
    path,
    route: parsed.route.text,
    ...omitUndefined({ maxSize: getText(upload, 'maxSize'), maxBytes: parseByteSize(getText(upload, 'maxSize')) }),
    accept: getStrings(upload, 'accept'),
    simple: simple !== undefined,
    resumable: resumable !== undefined,
  };
}
