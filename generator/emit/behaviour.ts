/** What the mock knows of an API, as plain data: fields as the server treats them, rules, permissions, parameter types. */
import { lookupIn, type Lookup } from '../model/lookup.js';
import type { Api, Field, Method, ObjectType, Resource, Type } from '../model/model.js';
import type { FieldBehaviour, MethodBehaviour, ResourceBehaviour } from '../../templates/runtime/descriptor.js';
import type { OperationRule, RequestIdRule } from '../../templates/runtime/rule.js';

type MethodData = Omit<MethodBehaviour, 'method' | 'validate'>;
type ResourceData = Omit<ResourceBehaviour, 'validate'>;
type Fields = NonNullable<ResourceBehaviour['fields']>;

/** Nested fields deeper than this keep no behaviour of their own (schemas may recurse). */
const DEPTH = 4;
/** Objects deeper than this are not known by the names of their members. */
const NAMED = 2;

export function methodData(method: Method, api: Api): MethodData {
  const lookup = lookupIn(api);
  const rules = [...method.rules.map(({ rule }) => rule), ...recognisedOperation(method), ...recognisedRequestId(method)];
  const permissions = method.permissions.map(({ permission, when }) => (when === undefined ? permission : { permission, when }));
  const shown = lookup.object(method.response);
  return {
    action: method.action,
    ...(rules.length > 0 && { rules }),
    ...(permissions.length > 0 && { permissions }),
    ...present('parameterTypes', parameterTypes(method, api)),
    ...present('defaults', defaults(method)),
    ...(shown && shown.additional === undefined && { responseFields: shown.fields.map(({ name }) => name) }),
    ...envelope(method, { api, lookup }),
    ...(method.requestWrap !== undefined && { requestWrap: method.requestWrap }),
    ...flatRoute(method, api),
  };
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
  const lookup = lookupIn(api);
  const type = resource.schema === undefined ? undefined : lookup.object({ kind: 'ref', schema: resource.schema });
  const rules = type?.rules.map(({ rule }) => rule) ?? [];
  return {
    path: resource.path,
    idParameters: resource.idParameters,
    idFields: resource.idFields,
    ...(resource.parent !== undefined && { parent: resource.parent }),
    ...(resource.implicit && { implicit: true as const }),
    ...(resource.fullNameFrom !== undefined && { fullNameFrom: resource.fullNameFrom }),
    ...(resource.schema !== undefined && { schema: resource.schema }),
    ...(type && present('fields', objectFields(type, lookup, 0))),
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
  const lookup = lookupIn(api);
  const method = api.methods.find(({ operation }) => operation === 'compute');
  const type = lookup.object(method?.response);
  return type && objectFields(type, lookup, DEPTH);
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

function objectFields(type: ObjectType, lookup: Lookup, depth: number): Fields {
  return record(type.fields.map((field) => [field.name, fieldBehaviour(field, lookup, depth)] as const));
}

function fieldBehaviour(field: Field, lookup: Lookup, depth: number): FieldBehaviour {
  const type = lookup.resolve(field.type);
  const nested = depth < DEPTH ? nestedFields(type, lookup, depth + 1) : undefined;
  const members = depth < NAMED ? memberNames(type, lookup) : undefined;
  return {
    ...(type && type.kind !== 'string' && { type: typeName(type) }),
    ...(type && 'format' in type && type.format !== undefined && { format: type.format }),
    ...(type?.kind === 'string' && type.const !== undefined && { const: type.const }),
    ...(field.readOnly && { readOnly: true as const }),
    ...(field.writeOnly && { writeOnly: true as const }),
    ...(field.immutable && { immutable: true as const }),
    ...(field.omitEmpty && { omitEmpty: true as const }),
    ...(field.default !== undefined && { default: field.default }),
    ...(members !== undefined && { members }),
    ...(nested && { fields: nested }),
  };
}

/** Members of an object, or of the objects in a list, where all of them are known. */
function memberNames(type: Type | undefined, lookup: Lookup): string | undefined {
  const object = lookup.object(type?.kind === 'array' ? type.items : type);
  return object === undefined || object.additional !== undefined ? undefined : object.fields.map(({ name }) => name).join(' ');
}

/** Members of an object or of a list's objects, where one of them is no ordinary field. */
function nestedFields(type: Type | undefined, lookup: Lookup, depth: number): Fields | undefined {
  const object = lookup.object(type?.kind === 'array' ? type.items : type?.kind === 'map' ? type.values : type);
  if (object === undefined) return undefined;
  const fields = objectFields(object, lookup, depth);
  // Bytes may be fingerprints.
  const special = Object.entries(fields).filter(([, { type: _, format, ...rest }]) => Object.keys(rest).length > 0 || format === 'byte');
  return special.length > 0 ? record(special) : undefined;
}

function typeName(type: Exclude<Type, { kind: 'ref' }>): NonNullable<FieldBehaviour['type']> {
  return type.kind;
}

/** Keys come from specifications: no prototype to pollute. */
function record<V>(entries: readonly (readonly [string, V])[]): Record<string, V> {
  return Object.assign(Object.create(null) as Record<string, V>, Object.fromEntries(entries));
}

function present<K extends string, V extends object>(key: K, value: V): { [P in K]?: V } {
  return (Object.keys(value).length > 0 ? { [key]: value } : {}) as { [P in K]?: V };
}
