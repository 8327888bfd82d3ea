/** What the mock knows of an API, as plain data: fields as the server treats them, rules, permissions, parameter types. */
import type { Lookup } from '../model/lookup.js';
import type { Api, Method, ObjectType, Resource } from '../model/model.js';
import type { MethodBehaviour, ResourceBehaviour } from '../../templates/runtime/descriptor.js';
import type { MethodRule, OperationRule, RequestIdRule } from '../../templates/runtime/rule.js';
import { enumNumbers } from './enum-numbers.js';
import { ignoredParameters } from './ignored-parameters.js';
import { innerRules } from './inner-rules.js';
import { looseBody } from './loose-bodies.js';
import { lookupOf } from './lookup.js';
import { FLAT, deepFields, objectFields, record, requestShapeOf, shapeOf } from './shapes.js';

type MethodData = Omit<MethodBehaviour, 'method' | 'validate'>;
type ResourceData = Omit<ResourceBehaviour, 'validate'>;
export interface MethodSupport {
  readonly level: 'implemented' | 'convention' | 'notImplemented';
  readonly ignored: readonly string[];
}
type Fields = NonNullable<ResourceBehaviour['fields']>;

export function methodData(method: Method, api: Api): MethodData {
  const lookup = lookupOf(api);
  const rules = rulesOf(method);
  const { level, ignored } = methodSupport(method, api);
  const permissions = method.permissions.map(({ permission, when }) => (when === undefined ? permission : { permission, when }));
  const shown = lookup.object(method.response);
  const shownAs = shapeOf(method.response, lookup, method.id);
  const loose = looseBody(method.request, lookup);
  const requestShape = requestShapeOf(method, api);
  return {
    action: method.action,
    ...(rules.length > 0 && { rules }),
    ...(permissions.length > 0 && { permissions }),
    ...present('parameterTypes', parameterTypes(method, api)),
    ...present('defaults', defaults(method)),
    ...present('enumNumbers', enumNumbers(method.request, lookup)),
    ...(loose && { looseBody: loose }),
    ...(requestShape !== undefined && { requestShape }),
    ...(shown && shown.additional === undefined && { responseFields: shown.fields.map(({ name }) => name) }),
    ...(shownAs !== undefined && { responseShape: shownAs }),
    ...envelope(method, { api, lookup }),
    ...(method.requestWrap !== undefined && { requestWrap: method.requestWrap }),
    ...flatRoute(method, api),
    ...(level === 'convention' && { byConvention: true as const }),
    ...(ignored.length > 0 && { ignored }),
  };
}

function rulesOf(method: Method): readonly MethodRule[] {
  return [...method.rules.map(({ rule }) => rule), ...recognisedOperation(method), ...recognisedRequestId(method)];
}

const supported = new WeakMap<Api, Map<Method, MethodSupport>>();

/** What the mock does of a method, and what it ignores in its requests; found out once for each model. */
export function methodSupport(method: Method, api: Api): MethodSupport {
  const known = supported.get(api) ?? new Map<Method, MethodSupport>();
  supported.set(api, known);
  const support = known.get(method) ?? findSupport(method, api);
  known.set(method, support);
  return support;
}

function findSupport(method: Method, api: Api): MethodSupport {
  const level = method.action.kind === 'notImplemented' ? 'notImplemented' : isByConvention(method) ? 'convention' : 'implemented';
  return { level, ignored: ignoredParameters(method, rulesOf(method), api) };
}

/** Whether all that is known of what a method does was inferred from its shape in a published document. */
function isByConvention({ actionSource, source, rules }: Method): boolean {
  return actionSource === undefined && source.kind === 'published' && rules.length === 0;
}

/** A published document cannot say that a method answers with an operation: its shape does, and the route says where it lives. */
function recognisedOperation({ operation, route, rules }: Method): readonly OperationRule[] {
  if (operation !== 'compute' || rules.some(({ rule }) => rule.kind === 'operation')) return [];
  const scope = /\/zones\/\{/.test(route) ? 'zone' : /\/regions\/\{/.test(route) ? 'region' : 'global';
  return [{ kind: 'operation', scope }];
}

/** What is shown of a path whose pattern says nothing of how many segments there are. */
function flatRoute({ route, flatPath }: Method, { servicePath }: Api): Pick<MethodData, 'flatPath'> {
  const isPlain = flatPath !== undefined && /^(?:[^{}+]|\{[A-Za-z_]\w*\})+$/.test(flatPath);
  return isPlain && route.includes('**') ? { flatPath: `${servicePath}${flatPath.replace(/^\/+/, '')}` } : {};
}

/** A repeated id answers the first operation, where there is one. */
function recognisedRequestId({ operation, requestId, rules }: Method): readonly RequestIdRule[] {
  if (operation === undefined || requestId === undefined || rules.some(({ rule }) => rule.kind === 'requestId')) return [];
  return [{ kind: 'requestId', parameter: requestId.name, echo: 'clientOperationId' }];
}

export function resourceData(resource: Resource, api: Api): ResourceData {
  const lookup = lookupOf(api);
  const type = resource.schema === undefined ? undefined : lookup.object({ kind: 'ref', schema: resource.schema });
  const rules = type ? [...type.rules.map(({ rule }) => rule), ...innerRules(type, lookup)] : [];
  return {
    path: resource.path,
    idParameters: resource.idParameters,
    idFields: resource.idFields,
    ...(resource.parent !== undefined && { parent: resource.parent }),
    ...(resource.implicit && { implicit: true as const }),
    ...(resource.fullNameFrom !== undefined && { fullNameFrom: resource.fullNameFrom }),
    ...(resource.schema !== undefined && { schema: resource.schema }),
    ...(type && present('fields', deepFields(type, lookup, resource.schema ?? ''))),
    ...(rules.length > 0 && { rules }),
  };
}

/** Fields of an answer that always have one value: a list's `kind`. */
function constants(type: ObjectType): Record<string, string> {
  return record(
    type.fields.flatMap(({ name, type }) => (type.kind === 'string' && type.const !== undefined ? [[name, type.const] as const] : [])),
  );
}

const WRAPPED = new Set(['get', 'create', 'patch', 'update']);

/** What stands around the items of a list, or around a resource that the answer wraps. */
function envelope(method: Method, context: { api: Api; lookup: Lookup }): Pick<MethodData, 'responseConstants' | 'responseWrap'> {
  const shown = context.lookup.object(method.response);
  const responseWrap = wrapping(method, context);
  if (!shown || (responseWrap === undefined && method.action.kind !== 'list')) return {};
  return { ...present('responseConstants', constants(shown)), ...(responseWrap !== undefined && { responseWrap }) };
}

/** The field of the answer that holds the resource, where the answer is not the resource itself. */
function wrapping(method: Method, { api, lookup }: { api: Api; lookup: Lookup }): string | undefined {
  const { action, response, operation } = method;
  if (operation !== undefined || !WRAPPED.has(action.kind) || !('resource' in action)) return undefined;
  const schema = api.resources.find(({ path }) => path === action.resource)?.schema;
  if (schema === undefined || (response?.kind === 'ref' && response.schema === schema)) return undefined;
  const holding = lookup.object(response)?.fields.filter(({ type }) => type.kind === 'ref' && type.schema === schema) ?? [];
  return holding.length === 1 ? holding[0]?.name : undefined;
}

/** Fields of the operations that mutating methods answer with. */
export function operationFields(api: Api): Fields | undefined {
  const lookup = lookupOf(api);
  const method = api.methods.find(({ operation }) => operation === 'compute');
  const type = lookup.object(method?.response);
  return type && objectFields(type, { lookup, at: '', depth: FLAT });
}

function parameterTypes(method: Method, api: Api): Record<string, 'integer' | 'number' | 'boolean'> {
  return record(
    [...method.parameters, ...api.parameters].flatMap(({ name, type }) =>
      type.kind === 'integer' || type.kind === 'number' || type.kind === 'boolean' ? [[name, type.kind] as const] : [],
    ),
  );
}

function defaults(method: Method): Record<string, unknown> {
  return record(
    method.parameters.flatMap((parameter) => (parameter.default === undefined ? [] : [[parameter.name, parameter.default] as const])),
  );
}

function present<K extends string, V extends object>(key: K, value: V): { [P in K]?: V } {
  return (Object.keys(value).length > 0 ? { [key]: value } : {}) as { [P in K]?: V };
}
