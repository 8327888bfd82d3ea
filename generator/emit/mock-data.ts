/** The data of an API for the mock: field behavior, rules, permissions, and parameter types. */
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Method, ObjectType, Resource } from '../model/model.js';
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
import { acceptsProtoJson } from './protojson-bodies.js';
import { getLookup } from './cached-lookup.js';
import { SHALLOW, toDeepFields, toObjectFields, toRecord, findRequestShape, findShapeName } from './shapes.js';

type MethodData = Omit<MethodBehavior, 'method' | 'validate'>;
type ResourceData = Omit<ResourceBehavior, 'validate'>;
export interface MethodSupport {
  readonly level: 'implemented' | 'convention' | 'notImplemented';
  readonly ignored: readonly string[];
}
type Fields = NonNullable<ResourceBehavior['fields']>;

export function toMethodData(method: Method, api: Api): MethodData {
  const lookup = getLookup(api);
  const rules = listRules(method, api);
  const { level, ignored } = getMethodSupport(method, api);
  const permissions = method.permissions.map(({ permission, when }) => (when === undefined ? permission : { permission, when }));
  const responseType = lookup.object(method.response);
  const responseShapeName = findShapeName(method.response, lookup, method.id);
  const requestShape = findRequestShape(method, api);
  return {
    action: method.action,
    ...(rules.length > 0 && { rules }),
    ...(permissions.length > 0 && { permissions }),
    ...omitIfEmpty('parameterTypes', listParameterTypes(method, api)),
    ...omitIfEmpty('defaults', listDefaults(method)),
    ...omitIfEmpty('enumNumbers', listEnumNumbers(method.request, lookup)),
    ...(acceptsProtoJson(method.request, lookup) && { looseBody: true as const }),
    ...(requestShape !== undefined && { requestShape }),
    ...(responseType && responseType.additional === undefined && { responseFields: responseType.fields.map(({ name }) => name) }),
    ...(responseShapeName !== undefined && { responseShape: responseShapeName }),
    ...getEnvelope(method, lookup),
    ...getListData(method, api),
    ...(method.requestWrap !== undefined && { requestWrap: method.requestWrap }),
    ...(method.requestFields !== undefined && { requestFields: method.requestFields }),
    ...getOperationTypes(method, api),
    ...omitIfEmpty('operationFields', listOperationForms(method, lookup)),
    ...(method.preconditions && { preconditions: method.preconditions }),
    ...getFlatPath(method, api),
    ...(level === 'convention' && { byConvention: true as const }),
    ...(method.seededOnly && { seededOnly: true as const }),
    ...(ignored.length > 0 && { ignored }),
    ...(method.supportNote !== undefined && { supportNote: method.supportNote }),
    ...getShorterPaths(method),
  };
}

function listRules(method: Method, api: Api): readonly MethodRule[] {
  const statedRules = method.rules.map(({ rule }) => rule);
  const inferredRules = [
    ...inferOperation(method),
    ...inferChangeRecord(method),
    ...inferRequestId(method),
    ...inferPrefix(method, api),
    ...inferAllowMissing(method),
  ];
  return [...statedRules, ...inferredRules.filter(({ kind }) => statedRules.every((rule) => rule.kind !== kind))];
}

const supportCache = new WeakMap<Api, Map<Method, MethodSupport>>();

/** Returns how the mock supports a method, and which parameters it ignores. Cached for each model. */
export function getMethodSupport(method: Method, api: Api): MethodSupport {
  const cache = supportCache.get(api) ?? new Map<Method, MethodSupport>();
  supportCache.set(api, cache);
  const support = cache.get(method) ?? computeMethodSupport(method, api);
  cache.set(method, support);
  return support;
}

function computeMethodSupport(method: Method, api: Api): MethodSupport {
  const level =
    method.action.kind === 'notImplemented' ? 'notImplemented' : isImplementedByConvention(method) ? 'convention' : 'implemented';
  return { level, ignored: findIgnoredParameters(method, listRules(method, api), api) };
}

/** Whether the behavior of a method is only inferred from a published document. */
function isImplementedByConvention({ actionSource, source, rules }: Method): boolean {
  return actionSource === undefined && source.kind === 'published' && rules.length === 0;
}

/** Infers from the type of the response that a method returns an operation, and from the route where the operation is. */
function inferOperation({ operation, route, rules }: Method): readonly OperationRule[] {
  if (operation !== 'compute' || rules.some(({ rule }) => rule.kind === 'operation')) return [];
  const scope = /\/zones\/\{/.test(route) ? 'zone' : /\/regions\/\{/.test(route) ? 'region' : 'global';
  return [{ kind: 'operation', scope }];
}

/**
 * Returns the forms of operation fields that a published document describes differently from Compute: the scope isn't a URL, or the type
 * of the operation is one of an enum, whose relation to methods is unknown.
 */
function listOperationForms({ operation, response, rules }: Method, lookup: Lookup): NonNullable<MethodData['operationFields']> {
  if (operation !== 'compute' || rules.some(({ rule }) => rule.kind === 'operation')) return {};
  const forms = (lookup.object(response)?.fields ?? []).map((field) => [field.name, findOperationForm(field)] as const);
  return toRecord(forms.flatMap(([name, form]) => (form === undefined ? [] : [[name, form] as const])));
}

function findOperationForm({ name, type, description = '' }: Field): 'name' | 'unknown' | undefined {
  if (name === 'operationType') return type.kind === 'string' && type.enum ? 'unknown' : undefined;
  if ((name !== 'zone' && name !== 'region') || /\bUR[IL]\b/.test(description)) return undefined;
  return /\bname of\b/i.test(description) ? 'name' : 'unknown';
}

/** Returns the type URLs that an operation (AIP-151) has in `@type`, made from the names of schemas. */
function getOperationTypes(
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

function inferChangeRecord({ recordedAs, rules }: Method): readonly ChangeRecordRule[] {
  return recordedAs === undefined || rules.some(({ rule }) => rule.kind === 'changeRecord')
    ? []
    : [{ kind: 'changeRecord', as: recordedAs }];
}

/** Returns the flat path of a path whose pattern has no fixed number of segments. */
function getFlatPath({ route, flatPath }: Method, { servicePath }: Api): Pick<MethodData, 'flatPath'> {
  const isPlain = flatPath !== undefined && /^(?:[^{}+]|\{[A-Za-z_]\w*\})+$/.test(flatPath);
  return isPlain && route.includes('**') ? { flatPath: `${servicePath}${flatPath.replace(/^\/+/, '')}` } : {};
}

function getShorterPaths({ route, parameters }: Method): Pick<MethodData, 'shorterPaths'> {
  const paths = parameters.flatMap(({ name, shorterForms = [] }) =>
    shorterForms.map((form) =>
      route.replaceAll(/\{([^{}=]+)=[^{}]*\}/g, (written, variable) => (variable === name ? `{${name}=${form}}` : written)),
    ),
  );
  return paths.length > 0 ? { shorterPaths: paths } : {};
}

/** A request that repeats a request ID returns the first response (AIP-155). An operation returns the request ID. */
function inferRequestId({ operation, requestId }: Method): readonly RequestIdRule[] {
  if (requestId === undefined) return [];
  return [{ kind: 'requestId', parameter: requestId.name, ...(operation !== undefined && { echo: 'clientOperationId' }) }];
}

/** Infers that a list filters names by `prefix`, and groups them by `delimiter` if the response has `prefixes`. */
function inferPrefix(method: Method, api: Api): readonly PrefixRule[] {
  const lookup = getLookup(api);
  const hasTextParameter = (name: string): boolean => method.parameters.some((each) => each.name === name && each.type.kind === 'string');
  const items = lookup.resolve(lookup.field(method.response, method.list?.items ?? 'items')?.type);
  const named = items?.kind === 'array' && lookup.field(items.items, 'name') !== undefined;
  if (method.action.kind !== 'list' || !hasTextParameter('prefix') || !named) return [];
  const hasPrefixes = hasTextParameter('delimiter') && lookup.resolve(lookup.field(method.response, 'prefixes')?.type)?.kind === 'array';
  return [{ kind: 'prefix', parameter: 'prefix', ...(hasPrefixes && { delimiter: { parameter: 'delimiter', prefixes: 'prefixes' } }) }];
}

const allowMissingActions: ReadonlySet<string> = new Set(['patch', 'update', 'delete']);

/** Infers `allowMissing` of an update or a deletion (AIP-134, AIP-135). */
function inferAllowMissing({ parameters, action }: Method): readonly AllowMissingRule[] {
  const hasParameter =
    allowMissingActions.has(action.kind) && parameters.some(({ name, type }) => name === 'allowMissing' && type.kind === 'boolean');
  return hasParameter ? [{ kind: 'allowMissing', parameter: 'allowMissing' }] : [];
}

export function toResourceData(resource: Resource, api: Api): ResourceData {
  const lookup = getLookup(api);
  const type = resource.schema === undefined ? undefined : lookup.object({ kind: 'ref', schema: resource.schema });
  const statedRules = type ? [...type.rules.map(({ rule }) => rule), ...listInnerRules(type, lookup)] : [];
  const isStated = statedRules.some(({ kind }) => kind === 'deleteRequiresEmpty');
  const inferredRules = isStated ? [] : (resource.deletedAfter ?? []).map((members) => ({ kind: 'deleteRequiresEmpty', members }) as const);
  const rules = [...statedRules, ...inferredRules];
  return {
    path: resource.path,
    idParameters: resource.idParameters,
    idFields: resource.idFields,
    ...(resource.parent !== undefined && { parent: resource.parent }),
    ...(resource.implicit && { implicit: true as const }),
    ...(resource.otherPaths && { otherPaths: resource.otherPaths }),
    ...(resource.fullNameFrom !== undefined && { fullNameFrom: resource.fullNameFrom }),
    ...(resource.spansSegments && { spansSegments: true as const }),
    ...omitIfEmpty('pathFields', resource.pathFields),
    ...(resource.builtInNames.length > 0 && { builtInNames: resource.builtInNames }),
    ...(resource.nameForm && { nameForm: resource.nameForm }),
    ...(resource.schema !== undefined && { schema: resource.schema }),
    ...(type && omitIfEmpty('fields', toDeepFields(type, lookup, resource.schema ?? ''))),
    ...(rules.length > 0 && { rules }),
  };
}

/** Lists the constant fields of a response, such as the `kind` of a list. */
function listConstants(type: ObjectType): Record<string, string> {
  return toRecord(
    type.fields.flatMap(({ name, type, default: defaultValue, always }) => {
      const value = type.kind === 'string' ? (type.const ?? always ?? defaultValue) : undefined;
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

/** Returns the item field of a list without pages, and the fields of the items if their type differs from the resource. */
function getListData(
  { action, list, listItems, response }: Method,
  api: Api,
): Pick<MethodData, 'listItems' | 'itemFields' | 'itemsAreNames'> {
  const { items, shape } = list ?? listItems ?? {};
  if (action.kind !== 'list' || items === undefined) return {};
  const lookup = getLookup(api);
  const type = lookup.resolve(lookup.field(response, items)?.type);
  const item = type?.kind === 'array' ? type.items : undefined;
  const schema = api.resources.find(({ path }) => path === action.resource)?.schema;
  const isOther = item !== undefined && !(item.kind === 'ref' && item.schema === schema) && schema !== undefined;
  const responseType = isOther ? lookup.object(item) : undefined;
  return {
    ...(listItems !== undefined && { listItems: items }),
    ...(lookup.resolve(item)?.kind === 'string' && { itemsAreNames: true as const }),
    ...(responseType &&
      shape === 'array' &&
      responseType.additional === undefined && { itemFields: toObjectFields(responseType, { lookup, at: '', depth: SHALLOW }) }),
  };
}

/** Returns the constant fields of a list response, or of a response that wraps a resource. */
function getEnvelope({ action, response, responseWrap }: Method, lookup: Lookup): Pick<MethodData, 'responseConstants' | 'responseWrap'> {
  const responseType = lookup.object(response);
  if (!responseType || (responseWrap === undefined && action.kind !== 'list')) return {};
  return { ...omitIfEmpty('responseConstants', listConstants(responseType)), ...(responseWrap !== undefined && { responseWrap }) };
}

/** Returns the fields of the operations of the API. */
export function listOperationFields(api: Api): Fields | undefined {
  const lookup = getLookup(api);
  const method = api.methods.find(({ operation }) => operation === 'compute');
  const type = lookup.object(method?.response);
  return type && toObjectFields(type, { lookup, at: '', depth: SHALLOW });
}

type ParameterTypes = NonNullable<MethodData['parameterTypes']>;

function listParameterTypes(method: Method, api: Api): ParameterTypes {
  return toRecord(
    [...method.parameters, ...api.parameters].flatMap(({ name, type }): readonly (readonly [string, ParameterTypes[string]])[] => {
      if (type.kind === 'string') return type.format === 'int64' || type.format === 'uint64' ? [[name, 'int64']] : [];
      return type.kind === 'integer' || type.kind === 'number' || type.kind === 'boolean' ? [[name, type.kind]] : [];
    }),
  );
}

function listDefaults(method: Method): Record<string, unknown> {
  return toRecord(
    method.parameters.flatMap((parameter) => (parameter.default === undefined ? [] : [[parameter.name, parameter.default] as const])),
  );
}

function omitIfEmpty<K extends string, V extends object>(key: K, value: V): { [P in K]?: V } {
  return (Object.keys(value).length > 0 ? { [key]: value } : {}) as { [P in K]?: V };
}
