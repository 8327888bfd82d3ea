/**
 * Infers what responses contain: the items and page tokens of lists, fields that are always present, values that are omitted, defaults, enum
 * values without a number, server-sent events, the form and the messages of errors, and the type URLs of messages.
 */
import { isObject, type Json } from '../../lib/json.js';
import type { Api, Field, ListShape, Method, ObjectType, Parameter, Resource, Schema, Type } from '../model.js';
import { createLookup, getItemsField, getItemType, type Lookup } from '../schema-lookup.js';
import { walkTypes } from '../walk-types.js';
import { findLastLiteral, isVersion } from '../../language/path-steps.js';
import { errorFormatParameter } from '../../language/system-parameters.js';
import { parseTemplate } from '../../../runtime/paths/template.js';
import { findQueryParameter } from './parameters.js';
import { listRuleParameters } from '../../language/index.js';
import type { ErrorForm, ErrorMessages, ListValue } from '../../../runtime/behavior.js';
import { toSingular } from '../../lib/singular.js';

/**
 * Published services never send empty lists. Those whose paths begin with the version serialize messages as ProtoJSON does, without the
 * default values of their fields.
 */
export function inferOmittedValues({ isPublished, methods, parameters }: Api): Api['omittedValues'] {
  if (!isPublished) return undefined;
  return inferProtoJson({ parameters }) && hasVersionPrefix(methods) ? 'defaults' : 'emptyLists';
}

/**
 * Marks the fields that responses contain with empty values too: those that a rule sets, because what a rule states takes precedence over what
 * is usually omitted, and the alternatives of a value, because the name of the field states the type of the value.
 */
export function markStatedFields(schemas: readonly Schema[], lookup: Lookup): readonly Schema[] {
  const stated = new Set(
    schemas.flatMap(({ type }) => (type.kind === 'object' ? [...listStatedFields(type, lookup), ...listAlternatives(type)] : [])),
  );
  if (stated.size === 0) return schemas;
  return schemas.map((schema) => {
    if (schema.type.kind !== 'object' || !schema.type.fields.some((field) => stated.has(field))) return schema;
    const fields = schema.type.fields.map((field): Field => (stated.has(field) ? { ...field, stated: true } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

function listStatedFields(type: ObjectType, lookup: Lookup): readonly Field[] {
  return type.rules.flatMap(({ rule }) => {
    if (rule.kind !== 'serverDefault') return [];
    const names = rule.field.split('.');
    const owner = names
      .slice(0, -1)
      .reduce<ObjectType | undefined>((object, name) => lookup.object(lookup.field(object, name)?.type), type);
    const field = lookup.field(owner, names.at(-1) ?? '');
    return field === undefined ? [] : [field, ...listFieldsIn(rule.value, field.type, lookup)];
  });
}

/** The names of fields of which a message contains one, which holds the value: Dataflow, Kubernetes Engine, and Monitoring, among others. */
export const alternativeFields: ReadonlySet<string> = new Set([
  'boolValue',
  'booleanValue',
  'doubleValue',
  'floatValue',
  'int64Value',
  'intValue',
  'integerValue',
  'stringValue',
]);

/** Lists the fields of a message that holds a value in one of several fields: `{ boolValue: false }`. */
function listAlternatives({ fields }: ObjectType): readonly Field[] {
  const alternatives = fields.filter(({ name, type }) => alternativeFields.has(name) && isScalar(type));
  return alternatives.length > 1 ? alternatives : [];
}

const isScalar = (type: Type): boolean => ['boolean', 'integer', 'number', 'string'].includes(type.kind);

/** Lists the fields of the objects in a value. */
function listFieldsIn(value: Json, type: Type, lookup: Lookup): readonly Field[] {
  const resolved = lookup.resolve(type);
  if (Array.isArray(value)) {
    const items = resolved?.kind === 'array' ? resolved.items : undefined;
    return items === undefined ? [] : value.flatMap((element: Json) => listFieldsIn(element, items, lookup));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (resolved?.kind === 'map') return listFieldsIn(inner, resolved.values, lookup);
    const field = lookup.field(resolved, name);
    return field === undefined ? [] : [field, ...listFieldsIn(inner, field.type, lookup)];
  });
}

const alwaysSet: ReadonlySet<Field['serverValue']> = new Set(['createTime', 'id', 'uuid']);

/** Marks the fields that responses with a resource always have, in addition to its required fields. */
export function inferPresentFields({ schemas, methods, resources, isPublished }: Api): readonly Schema[] {
  const stored = new Set(resources.flatMap(({ schema }) => schema ?? []));
  return schemas.map((schema) => {
    // If requests and responses share a form, `required` describes only requests.
    const hasOwnForm = schema.directional || !schema.requested;
    if (schema.type.kind !== 'object' || !stored.has(schema.id) || !hasOwnForm) return schema;
    const creators = methods.flatMap(({ id, request, action }) =>
      action.kind === 'create' && request?.kind === 'ref' && request.schema === schema.id ? [id] : [],
    );
    const versions = listVersionFields(schema, { methods, resources });
    const isPresent = (field: Field): boolean => {
      const { name, readOnly, writeOnly, serverValue, requiredBy = [], expectedBy = [], replacedByMedia } = field;
      return (
        !writeOnly &&
        (versions.has(name) ||
          (readOnly && alwaysSet.has(serverValue)) ||
          (!isPublished && isPathName(field, schema.id, resources)) ||
          [...requiredBy, ...expectedBy].some((id) => creators.includes(id) && !replacedByMedia?.includes(id)))
      );
    };
    const fields = schema.type.fields.map((field): Field => (isPresent(field) ? { ...field, present: true } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

/** Whether a field is the name of the resources with a schema, which the server derives from their paths. */
function isPathName({ name }: Field, schema: string, resources: Api['resources']): boolean {
  const stored = resources.filter((resource) => resource.schema === schema);
  const isName = ({ fullNameFrom, idFields, pathFields }: Resource): boolean =>
    Object.hasOwn(pathFields, name) || (fullNameFrom !== undefined && idFields[0] === name);
  return name === 'name' && stored.length > 0 && stored.every(isName);
}

/** Lists the fields with the version of a resource or of a part of it. An update sends them back. */
function listVersionFields({ id, type }: Schema, { methods, resources }: Pick<Api, 'methods' | 'resources'>): ReadonlySet<string> {
  const etags =
    type.kind === 'object' ? type.rules.flatMap(({ rule }) => (rule.kind === 'etag' && rule.match === 'required' ? rule.field : [])) : [];
  const paths = new Set(resources.flatMap(({ schema, path }) => (schema === id ? path : [])));
  const partEtags = methods.flatMap(({ action }) =>
    action.kind === 'setFields' && action.match !== 'optional' && action.fingerprint !== undefined && paths.has(action.resource)
      ? action.fingerprint
      : [],
  );
  return new Set([...etags, ...partEtags]);
}

export function inferImplicitDefaults({ schemas, methods, resources }: Pick<Api, 'schemas' | 'methods' | 'resources'>): readonly Schema[] {
  const lookup = createLookup({ schemas });
  const returned = new Set([
    ...methods.flatMap((method) => [...listReferences(method.response), ...listReferences(getItemType(method, lookup))]),
    ...resources.map(({ schema }) => schema),
  ]);
  const isImplicit = ({ name, source, default: value }: Field, schema: Schema): boolean =>
    source.kind === 'published' && value !== undefined && !(name === 'kind' && returned.has(schema.id));
  return schemas.map((schema) => {
    if (schema.type.kind !== 'object') return schema;
    const fields = schema.type.fields.map((field) => (isImplicit(field, schema) ? { ...field, implicitDefault: true as const } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

function listReferences(type: Type | undefined): readonly string[] {
  return type?.kind === 'ref' ? [type.schema] : [];
}

/**
 * Whether a response can contain an enum value that the mock can't encode as a number. A long-running operation contains messages whose
 * types its schema doesn't state.
 */
export function hasNamedEnums({ action, operation, response }: Method, lookup: Lookup): boolean {
  if (action.kind === 'notImplemented') return false;
  if (operation === 'longrunning') return true;
  for (const type of walkTypes([response], lookup))
    if (type.kind === 'string' && type.enum?.some(({ number }) => number === undefined)) return true;
  return false;
}

/** Whether the common parameters select the format of errors. Only servers for Protocol Buffers have that parameter. */
export function inferProtoJson({ parameters }: Pick<Api, 'parameters'>): boolean {
  return parameters.some(({ name }) => name === errorFormatParameter);
}

/** `streamAnswer`, `streamingRead`, `serverStreamingPredict`, `executeStreamingSql` */
const streamingName = /^stream[A-Z]|(?:^s|S)treaming[A-Z]/;

/**
 * A method returns events if its name says that it streams, or if `sse` is a value of the parameter `alt` of the method or of the API. Each
 * event has the type of the response. Lists and raw content have forms of their own.
 */
export function inferEvents(method: Method, commonParameters: readonly Parameter[]): boolean {
  const { name, response, list, acceptsMedia, returnsMedia, parameters } = method;
  if (response === undefined || list !== undefined || acceptsMedia || returnsMedia) return false;
  const format = [...parameters, ...commonParameters].find((parameter) => parameter.name === 'alt');
  const values = format?.type.kind === 'string' ? (format.type.enum ?? []) : [];
  return streamingName.test(name) || values.some(({ value }) => value === 'sse');
}

const pageSizeNames = ['maxResults', 'pageSize', 'max_results', 'page_size'];
/** Arrays in a list response that don't hold the items. */
const secondaryArray = /^(?:unreachable\w*|missing\w*|failed\w*|facets|\w*[wW]arnings|\w*[eE]rrors|\w*[cC]ontrols)$/;

/** Infers the pagination of a list: its items, and the fields and parameters with page tokens and the page size. */
export function inferList(method: Method, lookup: Lookup): ListShape | undefined {
  const nextPageToken = ['nextPageToken', 'pageToken'].find((name) => lookup.field(method.response, name)?.type.kind === 'string');
  const token = nextPageToken === undefined ? undefined : findToken(method, { nextPageToken, lookup });
  if (token === undefined || nextPageToken === undefined) return undefined;
  const items = findItems(method.response, method, lookup);
  return items && { ...items, ...token, nextPageToken };
}

/** Infers the items field of a list without pagination. */
export function inferListItems(method: Method, lookup: Lookup): Method['listItems'] {
  return method.httpMethod === 'GET' && method.name === 'list' ? findItems(method.response, method, lookup) : undefined;
}

/** Infers the field that holds the items of one scope: that of its type, else one with the name of the collection. */
export function inferScopeItems(method: Method, lookup: Lookup): string | undefined {
  const { action, list, response, route } = method;
  if (action.kind !== 'list' || (action.of === undefined && list?.shape !== 'map')) return undefined;
  const scopes = lookup.resolve(lookup.field(response, getItemsField(method))?.type);
  const found = scopes?.kind === 'map' ? findItems(scopes.values, method, lookup) : undefined;
  return found?.items ?? findLastLiteral(parseTemplate(route).steps);
}

/** Infers the page size of a list without page tokens. */
export function inferPageSize(method: Method): string | undefined {
  return method.action.kind === 'list' ? pageSizeNames.find((name) => findQueryParameter(method, name)) : undefined;
}

/** Infers that an empty list has no items field: if that is stated, or in a published document that doesn't require the field. */
export function inferEmptyItems(method: Method, lookup: Lookup): true | undefined {
  const { action, source, response } = method;
  const items = lookup.field(response, getItemsField(method));
  const isOmitted = items !== undefined && (items.omitEmpty || (source.kind === 'published' && !items.required));
  return action.kind === 'list' && isOmitted ? true : undefined;
}

const listValues: ReadonlyMap<string, ListValue> = new Map([
  ['id', 'path'],
  ['selfLink', 'link'],
]);

/** The description of the number of all items, and not of an estimate or of the items on a page. */
const countDescription = /^(?:output only\. )?(?:the )?total (?:number|count) of (?!.*(?:estimate|only if|in the page|may be))/is;
const countNames: ReadonlySet<string> = new Set(['totalSize', 'totalItems', 'totalCount']);

/**
 * Infers the fields of a list response that the path of the list determines, the scopes that a list of several scopes can't reach, and the number
 * of all items (AIP-158).
 */
export function inferListFields({ action, response }: Method, lookup: Lookup): Method['listFields'] {
  const type = lookup.object(response);
  if (action.kind !== 'list' || type === undefined || type.additional !== undefined) return {};
  const values = action.of === undefined ? listValues : new Map([...listValues, ['unreachables', 'unreachableScopes'] as const]);
  const counts = action.of === undefined ? type.fields.filter(isItemCount).map(({ name }) => [name, 'itemCount'] as const) : [];
  return Object.fromEntries([...[...values].filter(([field]) => type.fields.some(({ name }) => name === field)), ...counts]);
}

const isItemCount = ({ name, type, description }: Field): boolean =>
  countNames.has(name) && type.kind === 'integer' && countDescription.test(description ?? '');

/** Infers the constant `kind` of the items, which can differ from that of the resource. */
export function inferItemConstants(method: Method, lookup: Lookup): Method['itemConstants'] {
  const kind = method.action.kind === 'list' ? lookup.field(getItemType(method, lookup), 'kind') : undefined;
  const value = kind?.always ?? kind?.default;
  return typeof value === 'string' ? { kind: value } : {};
}

interface PageContext {
  readonly nextPageToken: string;
  readonly lookup: Lookup;
}

/** Finds the page token of the request: `pageToken`, else the name of the response field. */
function findToken(method: Method, { nextPageToken, lookup }: PageContext): Pick<ListShape, 'pageToken' | 'pageSize' | 'in'> | undefined {
  const isInQuery = (name: string): boolean => findQueryParameter(method, name) !== undefined;
  const isInBody = (name: string): boolean => lookup.field(method.request, name) !== undefined;
  const pageToken = ['pageToken', nextPageToken].find((name) => isInQuery(name) || isInBody(name));
  if (pageToken === undefined) return undefined;
  const location = isInQuery(pageToken) ? 'query' : 'body';
  const pageSize = pageSizeNames.find(location === 'query' ? isInQuery : isInBody);
  return { pageToken, in: location, ...(pageSize !== undefined && { pageSize }) };
}

/** Finds the items: an array that isn't secondary, else a map `items` keyed by scope, else any array. */
function findItems(type: Type | undefined, method: Method, lookup: Lookup): Pick<ListShape, 'items' | 'shape'> | undefined {
  const fields = lookup.object(type)?.fields ?? [];
  const arrays = fields.filter(({ type }) => lookup.resolve(type)?.kind === 'array');
  const items = arrays.filter(({ name }) => !secondaryArray.test(name));
  const map = fields.find(({ name, type }) => name === 'items' && lookup.resolve(type)?.kind === 'map');
  const array = pickItems(items, method, lookup) ?? (map ? undefined : pickItems(arrays, method, lookup));
  if (array) return { items: array.name, shape: 'array' };
  return map && { items: map.name, shape: 'map' };
}

/** Picks the array named like the collection, else `items`, else one with the collection in its name, else the first of objects, else one of rows. */
function pickItems(arrays: readonly Field[], method: Method, lookup: Lookup): Field | undefined {
  const collectionNames = [findLastLiteral(parseTemplate(method.route).steps), method.collections.at(-1)].filter(
    (name) => name !== undefined,
  );
  const candidates = [...collectionNames, 'items', 'results'];
  const hasCollectionName = (name: string): boolean => collectionNames.some((word) => name.toLowerCase().includes(word.toLowerCase()));
  return (
    candidates.map((name) => arrays.find((field) => field.name === name)).find((field) => field !== undefined) ??
    arrays.find(({ name }) => hasCollectionName(name)) ??
    arrays.find((field) => getElementKind(field, lookup) === 'object') ??
    arrays.find((field) => getElementKind(field, lookup) === 'array') ??
    arrays[0]
  );
}

function getElementKind({ type }: Field, lookup: Lookup): Type['kind'] | undefined {
  const array = lookup.resolve(type);
  return array?.kind === 'array' ? lookup.resolve(array.items)?.kind : undefined;
}

/** Infers the parameter that requests all scopes from a list by scope, including those without items. */
export function inferAllScopes(method: Method): string | undefined {
  const { action } = method;
  return action.kind === 'list' && action.of ? findQueryParameter(method, 'includeAllScopes')?.name : undefined;
}

/** Parameters with a standard meaning of their own (AIP-132, AIP-160), whatever the fields of the items. */
const standardParameters: readonly string[] = ['filter', 'orderBy', 'q', 'query', 'view', 'readMask'];

/**
 * Infers the parameters that select items by a field: those with the name of a string field. A parameter that reads of a single resource take
 * too isn't a filter: it chooses a version or completes the path.
 */
export function inferFieldFilters(method: Method, methods: readonly Method[], lookup: Lookup): readonly string[] {
  const { action, parameters, rules, inferredRules } = method;
  if (action.kind !== 'list') return [];
  const path = action.of?.[0] ?? action.resource;
  const fields = lookup.object(lookup.resource(path)?.schema)?.fields ?? [];
  const texts = new Set(fields.flatMap(({ name, type }) => (lookup.resolve(type)?.kind === 'string' ? [name] : [])));
  const otherNames = new Set([
    ...standardParameters,
    ...[...rules.map(({ rule }) => rule), ...inferredRules].flatMap(listRuleParameters),
    ...methods.flatMap((other) =>
      other.action.kind === 'get' && other.action.resource === path
        ? other.parameters.flatMap(({ name, location }) => (location === 'query' ? name : []))
        : [],
    ),
  ]);
  return parameters.flatMap(({ name, location, type, repeated, description = '' }) => {
    const isField = location === 'query' && type.kind === 'string' && !repeated && texts.has(name) && !otherNames.has(name);
    return isField && !/^(?:start|end)|(?:Min|Max)$/.test(name) && !otherRelation.test(description) ? [name] : [];
  });
}

/** How descriptions say that items of a list don't have the value of the parameter: it names their parent, or another form of it. */
const otherRelation = /\binherited\b|\bor its (?:unique )?id\b|\breturns the children\b|\boperation's parent resource\b|^not used\b/i;

/**
 * Infers the form of error bodies from the paths. The canonical code and details (AIP-193) belong to APIs whose paths begin with the version
 * (`v1/projects/…`). APIs from before that, whose paths begin with the name of the service (`storage/v1/b/…`), send a list of errors; those
 * that describe the old parameter `userIp` send nothing else.
 */
export function inferErrorForm({ statedErrors, methods, parameters, rootUrl }: Api): ErrorForm {
  const { envelope = inferEnvelope(methods, parameters), domain, messages = {}, methodMessages = {} } = statedErrors ?? {};
  const inferredDomain = envelope === 'status' ? getHost(rootUrl) : undefined;
  const ownDomain = domain ?? inferredDomain;
  return {
    envelope,
    ...(ownDomain !== undefined && { domain: ownDomain }),
    ...(Object.keys(messages).length > 0 && { messages }),
    ...(Object.keys(methodMessages).length > 0 && { methods: methodMessages }),
  };
}

function inferEnvelope(methods: Api['methods'], parameters: Api['parameters']): ErrorForm['envelope'] {
  if (hasVersionPrefix(methods)) return 'status';
  return parameters.some(({ name }) => name === 'userIp') ? 'errors' : 'both';
}

/** Whether every path begins with the version: `v1/projects/…`. */
export function hasVersionPrefix(methods: Api['methods']): boolean {
  return methods.every(({ route }) => parseTemplate(route).steps.findIndex(isVersion) === 0);
}

function getHost(rootUrl: string | undefined): string | undefined {
  return rootUrl !== undefined && URL.canParse(rootUrl) ? new URL(rootUrl).hostname : undefined;
}

/**
 * The fields of the metadata of operations of services that share one implementation of operations: API Gateway, Backup and DR, Certificate
 * Manager, and others.
 */
export const standardMetadataFields = ['apiVersion', 'createTime', 'endTime', 'requestedCancellation', 'statusMessage', 'target', 'verb'];

/** Adds the messages of errors, stated or inferred. */
export function addErrorMessages(resource: Resource, api: Api, lookup: Lookup): Resource {
  const { schema } = resource;
  const { messages, schemaMessages = {} } = api.statedErrors ?? {};
  const notFound = api.isPublished ? inferNotFoundMessage(resource, api, lookup) : undefined;
  const errorMessages: ErrorMessages = {
    ...(notFound !== undefined && { notFound }),
    ...messages,
    ...(schema !== undefined && Object.hasOwn(schemaMessages, schema) && schemaMessages[schema]),
  };
  return Object.keys(errorMessages).length > 0 ? { ...resource, errorMessages } : resource;
}

/** Whether the service shares that implementation. */
export function hasStandardOperations(api: Api, lookup: Lookup): boolean {
  const getTypeUrl = createTypeUrls(api);
  const ownType = getTypeUrl('OperationMetadata');
  const metadata = api.schemas.find(({ id }) => id === 'OperationMetadata' || (ownType !== undefined && getTypeUrl(id) === ownType))?.id;
  return metadata !== undefined && standardMetadataFields.every((name) => lookup.field(metadata, name) !== undefined);
}

/** Services that share an implementation share its message. Others of the newer style have no common message: this is the mock's. */
function inferNotFoundMessage({ path }: Resource, api: Api, lookup: Lookup): string | undefined {
  if (hasStandardOperations(api, lookup)) return "Resource '{name}' was not found";
  const collection = hasVersionPrefix(api.methods) ? findLastLiteral(parseTemplate(path).steps) : undefined;
  return collection === undefined ? undefined : `${toSingular(collection)} "{name}" not found`;
}

/** Returns the type URL of a schema, or `undefined` if the package of the API's messages isn't known. */
export type TypeUrls = (schema: string) => string | undefined;

/** A schema whose id begins with its package and version: `GoogleCloudRunV2Job`, `GoogleCloudOsconfigV1__Patch`. */
const packagedId = /^Google([A-Z][a-z]\w*?)(V\d+(?:(?:alpha|beta)\d*)?)_*([A-Z]\w*)$/;

/**
 * Returns the type URLs of an API's schemas. In documents of Google APIs, the ids of many schemas begin with the package
 * (`GoogleCloudRunV2Job`). Other schemas have the package that `findCommonPackage` finds, or else `google.cloud` with the product. APIs with
 * scopes of their own are older than this convention, so their product doesn't determine the package. The package of an API that isn't Google's
 * consists of its name and version.
 */
export function createTypeUrls(api: Pick<Api, 'name' | 'version' | 'canonicalName' | 'rootUrl' | 'scopes' | 'schemas'>): TypeUrls {
  const { name, version } = api;
  if (!isGoogleApi(api.rootUrl)) return (schema) => `type.googleapis.com/${name}.${version}.${schema}`;
  const usesOnlyCloudScopes = api.scopes.every(({ name: scope }) => /\/cloud-platform(?:\.read-only)?$/.test(scope));
  const common = findCommonPackage(api) ?? (usesOnlyCloudScopes ? `Cloud.${toProductName(api)}` : undefined);
  const namePrefix = findNamePrefix(api);
  return (schema) => {
    const [, words, schemaVersion = '', message = ''] = packagedId.exec(schema) ?? [];
    if (words !== undefined) return `type.googleapis.com/google.${toPackagePath(words)}.${schemaVersion.toLowerCase()}.${message}`;
    const start = common === undefined ? undefined : `type.googleapis.com/google.${toPackagePath(common)}.${version}`;
    return start && `${start}.${schema.startsWith(namePrefix) && schema !== namePrefix ? schema.slice(namePrefix.length) : schema}`;
  };
}

function isGoogleApi(rootUrl: string | undefined): boolean {
  return rootUrl !== undefined && URL.canParse(rootUrl) && /(?:^|\.)googleapis\.com$/.test(new URL(rootUrl).hostname);
}

/**
 * Finds the package of the schemas whose ids don't contain one: the package that ends in the name of the API, or else that of the schema
 * `OperationMetadata`, with the version of the API.
 */
function findCommonPackage({ name, version, schemas }: Pick<Api, 'name' | 'version' | 'schemas'>): string | undefined {
  const found = schemas.flatMap(({ id }) => {
    const [, words, schemaVersion, message] = packagedId.exec(id) ?? [];
    return words !== undefined && schemaVersion === `V${version.slice(1)}` ? [{ words, message }] : [];
  });
  const own = found.find(({ words }) => words.toLowerCase().endsWith(name)) ?? found.find(({ message }) => message === 'OperationMetadata');
  return own?.words;
}

/** `Cloud Filestore` is `filestore`. Without a canonical name that begins with `Cloud`, it is the name of the API. */
function toProductName({ name, canonicalName = '' }: Pick<Api, 'name' | 'canonicalName'>): string {
  const [, product] = /^Cloud (.+)$/.exec(canonicalName) ?? [];
  return product === undefined ? name : product.replaceAll(' ', '').toLowerCase();
}

/** `BillingBudgets` is `billing.budgets`. */
const toPackagePath = (text: string): string => text.replace(/(?<=[a-z])(?=[A-Z])/g, '.').toLowerCase();

/** If names of schemas are already taken, documents prefix them with the name of the API: `ApigatewayApi`. */
function findNamePrefix({ name, schemas }: Pick<Api, 'name' | 'schemas'>): string {
  const prefix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const isShared = schemas.filter(({ id }) => id.startsWith(prefix)).length >= 3;
  return isShared ? prefix : '\0';
}
