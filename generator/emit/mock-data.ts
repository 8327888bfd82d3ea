/** What the mock knows of an API, as plain data: fields as the server treats them, rules, permissions, parameter types. */
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Method, ObjectType, Resource } from '../model/model.js';
import type { MethodBehavior, ResourceBehavior } from '../../templates/runtime/descriptor.js';
import type {
  AllowMissingRule,
  MethodRule,
  OperationRule,
  PrefixRule,
  ChangeRecordRule,
  RequestIdRule,
} from '../../templates/runtime/rule.js';
import { listEnumNumbers } from './enum-numbers.js';
import { findIgnoredParameters } from './ignored-parameters.js';
import { listInnerRules } from './inner-rules.js';
import { isLooseBody } from './loose-bodies.js';
import { getLookup } from './cached-lookup.js';
import { FLAT, toDeepFields, toObjectFields, toRecord, findRequestShape, findShapeName } from './shapes.js';

type MethodData = Omit<MethodBehavior, 'method' | 'validate'>;
type ResourceData = Omit<ResourceBehavior, 'validate'>;
export interface MethodSupport {
  readonly level: 'implemented' | 'convention' | 'notImplemented';
  readonly ignored: readonly string[];
}
type Fields = NonNullable<ResourceBehavior['fields']>;

export function toMethodData(method: Method, api: Api): MethodData {
  const lookup = getLookup(api);
  const rules = rulesOf(method, api);
  const { level, ignored } = getMethodSupport(method, api);
  const permissions = method.permissions.map(({ permission, when }) => (when === undefined ? permission : { permission, when }));
  const shown = lookup.object(method.response);
  const shownAs = findShapeName(method.response, lookup, method.id);
  const requestShape = findRequestShape(method, api);
  return {
    action: method.action,
    ...(rules.length > 0 && { rules }),
    ...(permissions.length > 0 && { permissions }),
    ...present('parameterTypes', parameterTypes(method, api)),
    ...present('defaults', defaults(method)),
    ...present('enumNumbers', listEnumNumbers(method.request, lookup)),
    ...(isLooseBody(method.request, lookup) && { looseBody: true as const }),
    ...(requestShape !== undefined && { requestShape }),
    ...(shown && shown.additional === undefined && { responseFields: shown.fields.map(({ name }) => name) }),
    ...(shownAs !== undefined && { responseShape: shownAs }),
    ...envelope(method, lookup),
    ...listData(method, api),
    ...(method.requestWrap !== undefined && { requestWrap: method.requestWrap }),
    ...(method.requestFields !== undefined && { requestFields: method.requestFields }),
    ...operationTypes(method, api),
    ...(method.preconditions && { preconditions: method.preconditions }),
    ...flatRoute(method, api),
    ...(level === 'convention' && { byConvention: true as const }),
    ...(ignored.length > 0 && { ignored }),
    ...shorterPaths(method),
  };
}

function rulesOf(method: Method, api: Api): readonly MethodRule[] {
  const stated = method.rules.map(({ rule }) => rule);
  const inferred = [
    ...recognizedOperation(method),
    ...recognizedRecord(method),
    ...inferRequestId(method),
    ...inferPrefix(method, api),
    ...inferAllowMissing(method),
  ];
  return [...stated, ...inferred.filter(({ kind }) => stated.every((rule) => rule.kind !== kind))];
}

const supported = new WeakMap<Api, Map<Method, MethodSupport>>();

/** What the mock does of a method, and what it ignores in its requests; found out once for each model. */
export function getMethodSupport(method: Method, api: Api): MethodSupport {
  const known = supported.get(api) ?? new Map<Method, MethodSupport>();
  supported.set(api, known);
  const support = known.get(method) ?? findSupport(method, api);
  known.set(method, support);
  return support;
}

function findSupport(method: Method, api: Api): MethodSupport {
  const level = method.action.kind === 'notImplemented' ? 'notImplemented' : isByConvention(method) ? 'convention' : 'implemented';
  return { level, ignored: findIgnoredParameters(method, rulesOf(method, api), api) };
}

/** Whether all that is known of what a method does was inferred from its shape in a published document. */
function isByConvention({ actionSource, source, rules }: Method): boolean {
  return actionSource === undefined && source.kind === 'published' && rules.length === 0;
}

/** A published document cannot say that a method answers with an operation: its shape does, and the route says where it lives. */
function recognizedOperation({ operation, route, rules }: Method): readonly OperationRule[] {
  if (operation !== 'compute' || rules.some(({ rule }) => rule.kind === 'operation')) return [];
  const scope = /\/zones\/\{/.test(route) ? 'zone' : /\/regions\/\{/.test(route) ? 'region' : 'global';
  return [{ kind: 'operation', scope }];
}

/** The types that an operation (AIP-151) names in `@type`: messages of the API by the names of their schemas. */
function operationTypes(
  { operation, operationMetadata, action }: Method,
  api: Api,
): Pick<MethodData, 'operationResponse' | 'operationMetadata'> {
  if (operation !== 'longrunning') return {};
  const typeUrl = (schema: string): string => `type.googleapis.com/${api.name}.${api.version}.${schema}`;
  const schema = 'resource' in action ? api.resources.find(({ path }) => path === action.resource)?.schema : undefined;
  const response = action.kind === 'delete' ? 'type.googleapis.com/google.protobuf.Empty' : schema && typeUrl(schema);
  return {
    ...(response !== undefined && { operationResponse: response }),
    ...(operationMetadata && { operationMetadata: { type: typeUrl(operationMetadata.schema), fields: operationMetadata.fields } }),
  };
}

function recognizedRecord({ recordedAs, rules }: Method): readonly ChangeRecordRule[] {
  return recordedAs === undefined || rules.some(({ rule }) => rule.kind === 'changeRecord')
    ? []
    : [{ kind: 'changeRecord', as: recordedAs }];
}

/** What is shown of a path whose pattern says nothing of how many segments there are. */
function flatRoute({ route, flatPath }: Method, { servicePath }: Api): Pick<MethodData, 'flatPath'> {
  const isPlain = flatPath !== undefined && /^(?:[^{}+]|\{[A-Za-z_]\w*\})+$/.test(flatPath);
  return isPlain && route.includes('**') ? { flatPath: `${servicePath}${flatPath.replace(/^\/+/, '')}` } : {};
}

function shorterPaths({ route, parameters }: Method): Pick<MethodData, 'shorterPaths'> {
  const paths = parameters.flatMap(({ name, shorterForms = [] }) =>
    shorterForms.map((form) =>
      route.replaceAll(/\{([^{}=]+)=[^{}]*\}/g, (written, variable) => (variable === name ? `{${name}=${form}}` : written)),
    ),
  );
  return paths.length > 0 ? { shorterPaths: paths } : {};
}

/** A request that repeats an id returns the first response (AIP-155); an operation repeats the id. */
function inferRequestId({ operation, requestId }: Method): readonly RequestIdRule[] {
  if (requestId === undefined) return [];
  return [{ kind: 'requestId', parameter: requestId.name, ...(operation !== undefined && { echo: 'clientOperationId' }) }];
}

/** A list that takes a `prefix` of names, and groups names by a `delimiter` where the response has `prefixes`. */
function inferPrefix(method: Method, api: Api): readonly PrefixRule[] {
  const lookup = getLookup(api);
  const has = (name: string): boolean => method.parameters.some((each) => each.name === name && each.type.kind === 'string');
  const items = lookup.resolve(lookup.field(method.response, method.list?.items ?? 'items')?.type);
  const named = items?.kind === 'array' && lookup.field(items.items, 'name') !== undefined;
  if (method.action.kind !== 'list' || !has('prefix') || !named) return [];
  const groups = has('delimiter') && lookup.resolve(lookup.field(method.response, 'prefixes')?.type)?.kind === 'array';
  return [{ kind: 'prefix', parameter: 'prefix', ...(groups && { delimiter: { parameter: 'delimiter', prefixes: 'prefixes' } }) }];
}

const mayMiss: ReadonlySet<string> = new Set(['patch', 'update', 'delete']);

/** `allowMissing` of an update or a deletion (AIP-134, AIP-135). */
function inferAllowMissing({ parameters, action }: Method): readonly AllowMissingRule[] {
  const asks = mayMiss.has(action.kind) && parameters.some(({ name, type }) => name === 'allowMissing' && type.kind === 'boolean');
  return asks ? [{ kind: 'allowMissing', parameter: 'allowMissing' }] : [];
}

export function toResourceData(resource: Resource, api: Api): ResourceData {
  const lookup = getLookup(api);
  const type = resource.schema === undefined ? undefined : lookup.object({ kind: 'ref', schema: resource.schema });
  const rules = type ? [...type.rules.map(({ rule }) => rule), ...listInnerRules(type, lookup)] : [];
  return {
    path: resource.path,
    idParameters: resource.idParameters,
    idFields: resource.idFields,
    ...(resource.parent !== undefined && { parent: resource.parent }),
    ...(resource.implicit && { implicit: true as const }),
    ...(resource.fullNameFrom !== undefined && { fullNameFrom: resource.fullNameFrom }),
    ...(resource.spansSegments && { spansSegments: true as const }),
    ...present('pathFields', resource.pathFields),
    ...(resource.builtInNames.length > 0 && { builtInNames: resource.builtInNames }),
    ...(resource.nameForm && { nameForm: resource.nameForm }),
    ...(resource.schema !== undefined && { schema: resource.schema }),
    ...(type && present('fields', toDeepFields(type, lookup, resource.schema ?? ''))),
    ...(rules.length > 0 && { rules }),
  };
}

/** Fields of an answer that have the same value whatever is answered: a list's `kind`. */
function constants(type: ObjectType): Record<string, string> {
  return toRecord(
    type.fields.flatMap(({ name, type, default: usual, always }) => {
      const value = type.kind === 'string' ? (type.const ?? always ?? usual) : undefined;
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

/** Where the items of a list without pages are, and what of a member is shown in a list whose items are another message. */
function listData({ action, list, listItems, response }: Method, api: Api): Pick<MethodData, 'listItems' | 'itemFields' | 'itemsAreNames'> {
  const { items, shape } = list ?? listItems ?? {};
  if (action.kind !== 'list' || items === undefined) return {};
  const lookup = getLookup(api);
  const type = lookup.resolve(lookup.field(response, items)?.type);
  const item = type?.kind === 'array' ? type.items : undefined;
  const schema = api.resources.find(({ path }) => path === action.resource)?.schema;
  const isOther = item !== undefined && !(item.kind === 'ref' && item.schema === schema) && schema !== undefined;
  const shown = isOther ? lookup.object(item) : undefined;
  return {
    ...(listItems !== undefined && { listItems: items }),
    ...(lookup.resolve(item)?.kind === 'string' && { itemsAreNames: true as const }),
    ...(shown &&
      shape === 'array' &&
      shown.additional === undefined && { itemFields: toObjectFields(shown, { lookup, at: '', depth: FLAT }) }),
  };
}

/** What stands around the items of a list, or around a resource that the answer wraps. */
function envelope({ action, response, responseWrap }: Method, lookup: Lookup): Pick<MethodData, 'responseConstants' | 'responseWrap'> {
  const shown = lookup.object(response);
  if (!shown || (responseWrap === undefined && action.kind !== 'list')) return {};
  return { ...present('responseConstants', constants(shown)), ...(responseWrap !== undefined && { responseWrap }) };
}

/** Fields of the operations that mutating methods answer with. */
export function listOperationFields(api: Api): Fields | undefined {
  const lookup = getLookup(api);
  const method = api.methods.find(({ operation }) => operation === 'compute');
  const type = lookup.object(method?.response);
  return type && toObjectFields(type, { lookup, at: '', depth: FLAT });
}

type ParameterTypes = NonNullable<MethodData['parameterTypes']>;

function parameterTypes(method: Method, api: Api): ParameterTypes {
  return toRecord(
    [...method.parameters, ...api.parameters].flatMap(({ name, type }): readonly (readonly [string, ParameterTypes[string]])[] => {
      if (type.kind === 'string') return type.format === 'int64' || type.format === 'uint64' ? [[name, 'int64']] : [];
      return type.kind === 'integer' || type.kind === 'number' || type.kind === 'boolean' ? [[name, type.kind]] : [];
    }),
  );
}

function defaults(method: Method): Record<string, unknown> {
  return toRecord(
    method.parameters.flatMap((parameter) => (parameter.default === undefined ? [] : [[parameter.name, parameter.default] as const])),
  );
}

function present<K extends string, V extends object>(key: K, value: V): { [P in K]?: V } {
  return (Object.keys(value).length > 0 ? { [key]: value } : {}) as { [P in K]?: V };
}
