/**
 * Infers how a method takes its body: which bodies are media, which wrap the resource in a field (`{ instanceId, instance: {…} }`) or are another
 * message, and which fields a request must have.
 */
import { findIdName, findQueryParameter } from './parameters.js';
import { getItemType, getSchemaId, isNeeded, type Lookup } from '../schema-lookup.js';
import type { Api, Field, InferredMethodFacts, Method, Schema, Type, UpdateMask } from '../model.js';
import type { ElementMethods } from '../required-fields.js';
import { toSingular } from '../../lib/singular.js';
import { findLastLiteral } from '../../language/path-steps.js';
import { toShapeKey } from '../../../runtime/paths/shape.js';
import { parseTemplate } from '../../../runtime/paths/template.js';
import { groupByKey } from '../../lib/group-by.js';

/**
 * Lists the path parameters that a body can repeat: clients of services that parse the URL and the body into one message may send the whole
 * message. Only published documents omit these fields from the schemas of bodies.
 */
function listRepeatedParameters({ request, parameters }: Method, lookup: Lookup): readonly string[] {
  const object = lookup.object(request);
  if (object === undefined || object.additional !== undefined) return [];
  const fields = new Set(object.fields.map(({ name }) => name));
  return parameters.flatMap(({ name, location }) => (location === 'path' && !fields.has(name) ? [name] : []));
}

type BodyFacts = Pick<
  InferredMethodFacts,
  'body' | 'bodyForm' | 'repeatedParameters' | 'httpBody' | 'acceptsMedia' | 'returnsMedia' | 'updateMask'
>;

export function inferBody(method: Method, { isPublished, methods }: Pick<Api, 'isPublished' | 'methods'>, lookup: Lookup): BodyFacts {
  const httpBody = inferHttpBody(method, lookup);
  const acceptsMedia = method.mediaUpload !== undefined || httpBody === 'request' || httpBody === 'both';
  const updateMask = inferUpdateMask(method, lookup);
  return {
    body: acceptsMedia ? inferMediaRequirement(method, lookup) : inferRequirement(method, isPublished, lookup),
    bodyForm: inferForm(method, methods),
    repeatedParameters: isPublished ? listRepeatedParameters(method, lookup) : [],
    ...(httpBody && { httpBody }),
    acceptsMedia,
    returnsMedia: method.mediaDownload || httpBody === 'response' || httpBody === 'both',
    ...(updateMask && { updateMask }),
  };
}

/** Methods without a response send 204 in published documents with a service path (`storage/v1/`), which are of the older style. */
export function inferSuccessStatus({ response, source }: Method, servicePath: string): InferredMethodFacts['successStatus'] {
  return response === undefined && source.kind === 'published' && servicePath !== '' ? 204 : undefined;
}

const bodyActions: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'batch']);

function inferRequirement(method: Method, isPublished: boolean, lookup: Lookup): InferredMethodFacts['body'] {
  const { request, httpMethod, action, expectedFields } = method;
  if (request === undefined) return 'none';
  const hasRequiredField = expectedFields.length > 0 || requiresField(method, lookup);
  // Services create a resource without fields from no body.
  if (action.kind === 'create' && isPublished) return hasRequiredField ? 'required' : 'optional';
  const writes = httpMethod === 'PUT' || httpMethod === 'PATCH' || bodyActions.has(action.kind);
  return writes || hasRequiredField ? 'required' : 'optional';
}

/** Media can replace the body, or need no body. */
function inferMediaRequirement(method: Method, lookup: Lookup): InferredMethodFacts['body'] {
  if (method.request === undefined) return 'none';
  return method.mediaUpload !== undefined && requiresField(method, lookup) ? 'requiredWithoutMedia' : 'optional';
}

function requiresField({ id, request }: Method, lookup: Lookup): boolean {
  const isRequired = ({ required, requiredBy }: Field): boolean => required || requiredBy?.includes(id) === true;
  return lookup.object(request)?.fields.some(isRequired) === true;
}

function inferForm({ rules, httpMethod, action }: Method, methods: readonly Method[]): InferredMethodFacts['bodyForm'] {
  const inner = action.kind === 'callEach' ? methods.find(({ id }) => id === action.method) : undefined;
  if (inner && inner.action.kind !== 'callEach') return inferForm(inner, methods) === 'whole' ? 'whole' : 'partialElements';
  if (rules.some(({ rule }) => rule.kind === 'update' && rule.merge === true)) return 'mergePatch';
  return httpMethod === 'PATCH' || action.kind === 'patch' ? 'partial' : 'whole';
}

function inferHttpBody({ request, response }: Method, lookup: Lookup): InferredMethodFacts['httpBody'] {
  if (isHttpBody(request, lookup)) return isHttpBody(response, lookup) ? 'both' : 'request';
  return isHttpBody(response, lookup) ? 'response' : undefined;
}

const contentFields: readonly string[] = ['contentType', 'data', 'extensions'];

/** Whether a schema represents raw content: `contentType`, base64 `data`, and optional `extensions`. */
export function isHttpBody(type: Type | undefined, lookup: Lookup): boolean {
  const object = lookup.object(type);
  if (object === undefined || object.additional !== undefined) return false;
  const fields = new Map(object.fields.map((field) => [field.name, field.type]));
  const [contentType, data] = [fields.get('contentType'), fields.get('data')];
  const isContent = contentType?.kind === 'string' && data?.kind === 'string' && data.format === 'byte';
  return isContent && [...fields.keys()].every((name) => contentFields.includes(name));
}

const updateMaskNames: readonly string[] = ['updateMask', 'update_mask'];

function inferUpdateMask(method: Method, lookup: Lookup): UpdateMask | undefined {
  if (method.request === undefined) return undefined;
  const parameter = updateMaskNames.map((name) => findQueryParameter(method, name)).find((found) => found !== undefined);
  if (parameter?.type.kind === 'string') return { name: parameter.name };
  const isUpdate = method.httpMethod === 'PATCH' || method.httpMethod === 'PUT';
  return parameter === undefined && isUpdate ? inferBodyMask(method, lookup) : undefined;
}

/** Finds the update mask in a body that wraps the resource: `{ instance, fieldMask }`. Masks of the response don't count. */
function inferBodyMask({ request, requestWrap }: Method, lookup: Lookup): UpdateMask | undefined {
  if (requestWrap === undefined) return undefined;
  const masks = (lookup.object(request)?.fields ?? []).filter(
    ({ name, type }) => type.kind === 'string' && type.format === 'google-fieldmask' && !/^(?:read|view|output)/.test(name),
  );
  return masks[0] && masks.length === 1 ? { name: masks[0].name, resourceField: requestWrap } : undefined;
}

const bytesPerUnit: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['KB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
  ['TB', 1024 ** 4],
]);

/** Parses a size such as `1GB` or `36700160`. Returns `undefined` for other text. */
export function parseByteSize(size: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^\s*(\d{1,15})\s*([A-Za-z]*)\s*$/.exec(size ?? '') ?? [];
  const factor = bytesPerUnit.get(unit.toUpperCase());
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}

/** Lists the fields that a method checks: those of the body of a creation. */
export function inferExpectedFields(method: Method, lookup: Lookup): readonly string[] {
  if (method.action.kind !== 'create') return [];
  const fields = lookup.object(method.request)?.fields ?? [];
  const isChecked = (field: Field): boolean =>
    field.expected === true && !field.deprecated && !isAnyJson(field, lookup) && !isSetByUrl(field.name, method, lookup);
  return fields.flatMap((field) => (isChecked(field) ? [field.name] : []));
}

/** Whether a field holds any JSON: its absence is the value `null`. */
function isAnyJson({ type }: Field, lookup: Lookup): boolean {
  return lookup.resolve(type)?.kind === 'any';
}

/** Whether the path or the query of a request sets a field of its body. */
function isSetByUrl(field: string, { action, parameters, idParameters }: Method, lookup: Lookup): boolean {
  if (parameters.some(({ name, bodyField }) => name === field || bodyField === field)) return true;
  const idFields = action.kind === 'create' ? (lookup.resource(action.resource)?.idFields ?? []) : [];
  return idFields.some((idField, index) => {
    const setters = idParameters[index] ?? [];
    return idField === field && parameters.some(({ name, location }) => location === 'query' && setters.includes(name));
  });
}

/** Marks as unexpected the fields that are deprecated or that a URL sets. The other methods with the schema still expect the latter. */
export function limitExpectedFields(schemas: readonly Schema[], { methods }: Pick<Api, 'methods'>, lookup: Lookup): readonly Schema[] {
  return schemas.map((schema): Schema => {
    if (schema.type.kind !== 'object' || !schema.type.fields.some(({ expected }) => expected)) return schema;
    const users = methods.filter(({ request }) => request?.kind === 'ref' && request.schema === schema.id);
    const fields = schema.type.fields.map((field) => limitExpectedField(field, { schema, users, lookup }));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

interface ExpectedFieldUse {
  readonly schema: Schema;
  /** The methods whose request is the schema. */
  readonly users: readonly Method[];
  readonly lookup: Lookup;
}

function limitExpectedField(field: Field, { schema, users, lookup }: ExpectedFieldUse): Field {
  const others = users.filter((method) => !isSetByUrl(field.name, method, lookup));
  if (!field.expected || (!field.deprecated && others.length === users.length)) return field;
  const { expected: _, ...unexpected } = field;
  const expectedBy = field.deprecated ? [] : others.filter(({ bodyForm }) => bodyForm === 'whole').map(({ id }) => id);
  // If requests and responses share a form, a field that responses always have would be required in requests.
  const hasOwnForm = schema.directional || !schema.requested;
  return { ...unexpected, ...(expectedBy.length > 0 && { expectedBy }), ...(hasOwnForm && !field.writeOnly && { present: true }) };
}

type Requirement = Pick<Field, 'required' | 'requiredBy' | 'replacedByMedia'>;

/**
 * Adds the methods whose media replaces a required field. A field that all methods require is then required by each of them, because
 * the schema alone doesn't require it.
 */
export function inferReplacedField(
  { name, type }: Pick<Field, 'name' | 'type'>,
  requirement: Requirement,
  { methodsBySchema, listMethods }: ElementMethods,
): Requirement {
  if (!isContent(type) && !/^source(?:Uri|Url)s?$/.test(name)) return requirement;
  const requiredBy = requirement.required ? (listMethods?.() ?? []) : (requirement.requiredBy ?? []);
  const replacedByMedia = requiredBy.filter((id) => methodsBySchema.acceptsMedia(id));
  return replacedByMedia.length === 0 ? requirement : { required: false, requiredBy, replacedByMedia };
}

function isContent(type: Type): boolean {
  return type.kind === 'string' && type.format === 'byte';
}

const writeActions: ReadonlySet<string> = new Set(['create', 'update', 'patch']);
const resourceActions: ReadonlySet<string> = new Set(['get', ...writeActions]);

/**
 * Finds methods whose body isn't the resource that reads of the same path return, but has one field with it, or for creations, fields of the same names.
 * The effect of an update with any other body is unknown, and so is the response without such a field.
 */
export function inferWrappers(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const readSchemas = findReadSchemas(methods, lookup);
  const records = groupRecordsByOwner(methods);
  return methods.map((method) => {
    if (!resourceActions.has(method.action.kind)) return method;
    const schema = readSchemas.get(getKey(method));
    if (schema === undefined)
      return (
        addResponseWrapper(method, getSchemaId(method.request), lookup) ??
        inferReturnedResource(method, lookup) ??
        clearInferredAction(method)
      );
    const withRequestWrapper = writeActions.has(method.action.kind) ? addRequestWrapper(method, schema, lookup) : method;
    return (
      (withRequestWrapper &&
        (addResponseWrapper(withRequestWrapper, schema, lookup) ??
          addRecord(withRequestWrapper, records.get(getKey(withRequestWrapper))))) ??
      clearInferredAction(method)
    );
  });
}

/** Finds the resource that a method writes and no method reads, if one field of the body is the response or is also in the response. */
function inferReturnedResource(method: Method, lookup: Lookup): Method | undefined {
  const fields = lookup.object(method.request)?.fields ?? [];
  const returnedSchemas = [
    getSchemaId(method.response),
    ...(lookup.object(method.response)?.fields ?? []).map(({ type }) => getSchemaId(type)),
  ];
  const [field, ...others] = fields.filter(({ type }) => type.kind === 'ref' && returnedSchemas.includes(type.schema));
  if (field === undefined || others.length > 0) return undefined;
  return addResponseWrapper(wrapRequest(field, fields, method), getSchemaId(field.type), lookup);
}

/** Groups reads of `things/{thing}/operations/{operation}` by the shape of the owner's path. */
function groupRecordsByOwner(methods: readonly Method[]): ReadonlyMap<string, Method> {
  return new Map(
    methods.flatMap((method) => {
      const owner = method.action.kind === 'get' ? /^(.+)\/operations\/\*$/.exec(getKey(method))?.[1] : undefined;
      return owner === undefined ? [] : [[owner, method] as const];
    }),
  );
}

/** A write that returns its change record. */
function addRecord(method: Method, record: Method | undefined): Method | undefined {
  const schema = getSchemaId(method.response);
  if (record?.action.kind !== 'get' || schema === undefined || getSchemaId(record.response) !== schema) return undefined;
  return { ...method, recordedAs: record.action.resource };
}

const unrelatedBodyNote = 'Neither its request nor its response contains the resource that other methods read.';

/** Clears an inferred action. A stated one stays. */
function clearInferredAction(method: Method): Method {
  if (method.actionSource !== undefined) return method;
  return { ...method, action: { kind: 'notImplemented' }, supportNote: unrelatedBodyNote };
}

/** Finds the schemas of resources that can be read or listed, by the shape of their path. If a read returns a wrapper, uses the schema inside. */
function findReadSchemas(methods: readonly Method[], lookup: Lookup): ReadonlyMap<string, string> {
  const listSchemas = (getType: (method: Method) => Type | undefined): readonly (readonly [string, string])[] =>
    methods.flatMap((method) => {
      const schema = getSchemaId(getType(method));
      return schema === undefined ? [] : [[getKey(method), schema] as const];
    });
  const getListed = (method: Method): Type | undefined => (method.action.kind === 'list' ? getItemType(method, lookup) : undefined);
  const others = groupByKey(listSchemas((method) => (writeActions.has(method.action.kind) ? method.request : getListed(method))));
  const read = listSchemas(({ action, response }) => (action.kind === 'get' ? response : undefined));
  const unwrapped = read.map(([key, schema]) => [key, unwrapSchema(schema, others.get(key) ?? [], lookup)] as const);
  return new Map([...listSchemas(getListed), ...unwrapped]);
}

/** If a schema is a wrapper, with one field of another schema that the methods of the resource use, returns the inner schema. */
export function unwrapSchema(schema: string, others: readonly string[], lookup: Lookup): string {
  if (others.includes(schema)) return schema;
  const inside = lookup.object(schema)?.fields.map(({ type }) => getSchemaId(type)) ?? [];
  return others.find((other) => inside.filter((each) => each === other).length === 1) ?? schema;
}

function getKey({ action }: Method): string {
  return 'resource' in action ? toShapeKey(action.resource) : '';
}

/** Returns `undefined` if the body can't be interpreted. */
function addRequestWrapper(method: Method, schema: string, lookup: Lookup): Method | undefined {
  const { action, request } = method;
  if (request?.kind !== 'ref' || request.schema === schema) return method;
  const fields = lookup.object(request)?.fields ?? [];
  const inside = fields.filter(({ type }) => getSchemaId(type) === schema);
  if (inside[0] !== undefined && inside.length === 1) return wrapRequest(inside[0], fields, method);
  if (action.kind !== 'create') return undefined;
  const common = fields.filter(({ name, type }) => hasSameKind(type, lookup.field(schema, name)?.type, lookup));
  // The client must assign a name, but the body has no field for it.
  const name = action.id === undefined ? lookup.field(schema, 'name') : undefined;
  const isUnnamed = name !== undefined && isNeeded(name) && !common.some((field) => field.name === 'name') && method.httpMethod === 'POST';
  // If the server names the resource that it returns, the mock creates it, although the effect of the body is unknown.
  const isServerNamed = lookup.field(schema, 'name')?.readOnly === true && method.operation === undefined;
  const isReturned = isServerNamed && getSchemaId(method.response) === schema;
  const isUnknown = common.length === 0 && fields.length > 0 && !isReturned;
  return isUnnamed || isUnknown ? undefined : { ...method, requestFields: common.map((field) => field.name) };
}

const hasSameKind = (type: Type, other: Type | undefined, lookup: Lookup): boolean =>
  other !== undefined && lookup.resolve(type)?.kind === lookup.resolve(other)?.kind;

function wrapRequest(field: Field, fields: readonly Field[], method: Method): Method {
  const { action, route } = method;
  const named = action.kind === 'create' && action.id === undefined;
  const texts = fields.filter(({ type }) => type.kind === 'string').map(({ name }) => name);
  const id = named ? findIdName(texts, findLastLiteral(parseTemplate(route).steps) ?? '') : undefined;
  return { ...method, requestWrap: field.name, action: action.kind === 'create' && id !== undefined ? { ...action, id } : action };
}

/** Adds the response field that holds the resource, if the response isn't the resource itself. Returns `undefined` for another message. */
function addResponseWrapper(method: Method, schema: string | undefined, lookup: Lookup): Method | undefined {
  const { operation, response } = method;
  const fields = lookup.object(response)?.fields ?? [];
  if (schema === undefined || operation !== undefined || fields.length === 0 || getSchemaId(response) === schema) return method;
  const candidates = fields.filter(({ type }) => getSchemaId(type) === schema);
  const [field] = candidates;
  const isOnly = fields.filter(({ type }) => lookup.resolve(type)?.kind === 'object').length === 1;
  return field !== undefined && candidates.length === 1 && (isOnly || isNamedAfterResource(field, method))
    ? { ...method, responseWrap: field.name }
    : undefined;
}

/** Whether a field is named after the resource, or has a generic name. */
function isNamedAfterResource({ name }: Field, { action }: Method): boolean {
  const singular = 'resource' in action ? toSingular(findLastLiteral(parseTemplate(action.resource).steps) ?? '') : '';
  return ['data', 'item', 'metadata', 'resource', 'result'].includes(name) || name.toLowerCase() === singular.toLowerCase();
}
