/** Converts the resolved API description to OpenAPI 3.1. Paths have one variable per segment; schemas are JSON Schema 2020-12. */
import type { Api, Method, Parameter } from '../model/model.js';
import { getLookup, type Lookup } from '../model/schema-lookup.js';
import { toFlatPath, type FlatVariable } from './flat-path.js';
import { isObject, omitUndefined, type JsonObject, type Json } from '../lib/json.js';
import { splitDescription } from './facts.js';
import { omitEmpty } from './json-objects.js';
import { Namespace } from './names.js';
import { listNamedSchemas, type SchemaContext, toTypeSchema } from './json-schema.js';
import { formatRule, formatSource } from './sources.js';

/** Creates an OpenAPI document. An unset address is a server variable. */
export function toOpenApi(api: Api): Json {
  const schemaNames = createComponentNames(api.schemas.map(({ id }) => id));
  const parameterNames = createComponentNames(api.parameters.map(({ name }) => name));
  const toReference = (id: string): string => `#/components/schemas/${schemaNames.get(id) ?? id}`;
  const context: SchemaContext = { toReference, parentSource: api.source };
  const common = [...parameterNames.values()].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const toPathItem = (operations: readonly PathOperation[]): JsonObject =>
    omitUndefined({
      parameters: omitEmpty(common),
      ...Object.fromEntries(
        operations.map((operation) => [operation.method.httpMethod.toLowerCase(), toOperation(operation, api, context)]),
      ),
    });
  return omitUndefined({
    openapi: '3.1.0',
    info: omitUndefined({ title: api.title, version: api.version, description: api.description, 'x-source': formatSource(api.source) }),
    servers: [toServer(api)],
    tags: omitEmpty([...new Set(api.methods.map((method) => getTag(method, api)))].sort().map((name) => ({ name }))),
    paths: Object.fromEntries(groupByPath(api.methods).map(({ path, operations }) => [path, toPathItem(operations)])),
    components: omitUndefined({
      schemas: Object.fromEntries(listNamedSchemas(api, context).map(([id, schema]) => [schemaNames.get(id), schema])),
      parameters: omitEmpty(Object.fromEntries(api.parameters.map((each) => [parameterNames.get(each.name), toParameter(each, context)]))),
      responses: { Error: errorResponse },
      securitySchemes: toSecuritySchemes(api),
    }),
  });
}

interface PathOperation {
  readonly method: Method;
  /** The variables, with their names in the path. */
  readonly variables: readonly FlatVariable[];
}

interface PathGroup {
  /** `/v1/projects/{projectsId}/zones/{zonesId}:lookup` */
  readonly path: string;
  readonly operations: PathOperation[];
}

/**
 * Groups methods by path. Paths are sorted; methods keep their order. OpenAPI paths must differ in more than variable names, so the first method of a path names its variables. If several methods
 * have the same path and verb, only the values of the variables distinguish them. OpenAPI can't express that, so a fragment with the
 * method ID makes the path unique.
 */
function groupByPath(methods: readonly Method[]): readonly PathGroup[] {
  const groups = new Map<string, PathGroup>();
  for (const method of methods) {
    const { path, variables } = toFlatPath(method.route);
    const shape = path.replace(/\{[^}]*\}/g, '{}');
    const found = groups.get(shape);
    const isTaken = found?.operations.some((operation) => operation.method.httpMethod === method.httpMethod) === true;
    if (found && !isTaken) {
      const names = found.operations[0]?.variables.map(({ name }) => name) ?? [];
      found.operations.push({
        method,
        variables: variables.map((variable, index) => ({ ...variable, name: names[index] ?? variable.name })),
      });
    } else {
      const suffix = isTaken ? `#${method.id}` : '';
      groups.set(`${shape}${suffix}`, { path: `/${path}${suffix}`, operations: [{ method, variables }] });
    }
  }
  return [...groups.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** The default address of the mock. */
const localAddress = 'http://127.0.0.1:8787';

function toServer(api: Api): Json {
  if (api.rootUrl !== undefined) return { url: api.rootUrl.replace(/\/+$/, '') };
  const variable = api.rootUrlVariable ?? 'rootUrl';
  const description = api.declaredVariables.find(({ name }) => name === variable)?.description ?? `Address of ${api.title}.`;
  return { url: `{${variable}}`, variables: { [variable]: { default: localAddress, description } } };
}

/** Creates unique component names of letters, digits, dots, hyphens, and underscores. */
function createComponentNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const namespace = new Namespace({ separator: '_' });
  return new Map(ids.map((id) => [id, namespace.claim(id.replace(/[^A-Za-z0-9._-]/g, '_'))]));
}

function getTag(method: Method, api: Api): string {
  return method.collections.length === 0 ? api.name : method.collections.join('.');
}

function toOperation({ method, variables }: PathOperation, api: Api, { toReference }: SchemaContext): JsonObject {
  const { source } = method;
  const context: SchemaContext = { toReference, parentSource: source };
  const query = method.parameters.filter(({ location }) => location === 'query');
  const parameters = [
    ...variables.map((variable) => toPathParameter(variable, method, context)),
    ...query.map((parameter) => addPageSizes(toParameter(parameter, context), method)),
  ];
  const { summary, rest } = splitDescription(method);
  const permissions = method.permissions.map((each) =>
    omitUndefined({ permission: each.permission, when: each.when, source: formatSource(each.source, source) }),
  );
  return omitUndefined({
    operationId: method.id,
    summary,
    description: rest === '' ? undefined : rest,
    tags: [getTag(method, api)],
    deprecated: method.deprecated || undefined,
    parameters: omitEmpty(parameters),
    requestBody: toRequestBody(method, api, context),
    responses: { [method.successStatus ?? 200]: toSuccessResponse(method, context), '4XX': errorReference, default: errorReference },
    security: method.scopes.map((scope) => ({ oauth2: [scope] })),
    'x-permissions': omitEmpty(permissions),
    'x-rules': omitEmpty(method.rules.map((rule) => formatRule(rule, source))),
    'x-source': formatSource(source, api.source),
  });
}

/** Adds the page sizes that the rule `pagination` states. A size above a maximum that is coerced is valid. */
function addPageSizes(parameter: JsonObject, { rules }: Method): JsonObject {
  const [size] = rules.flatMap(({ rule }) => (rule.kind === 'pagination' && rule.pageSize ? [rule.pageSize] : []));
  const { name, schema } = parameter;
  if (!size || size.parameter !== name || !isObject(schema)) return parameter;
  const limits = { minimum: size.minimum, maximum: size.coerced ? undefined : size.maximum, default: size.default };
  // What the schema states takes precedence, and comes first.
  return { ...parameter, schema: omitUndefined({ ...schema, ...limits, ...schema }) };
}

function toParameter(parameter: Parameter, context: SchemaContext): JsonObject {
  const schema = toTypeSchema(parameter.type, { ...context, parentSource: parameter.source });
  return omitUndefined({
    name: parameter.name,
    in: parameter.location,
    required: parameter.required || undefined,
    description: parameter.description,
    deprecated: parameter.deprecated || undefined,
    schema: parameter.repeated ? { type: 'array', items: schema } : omitUndefined({ ...schema, default: parameter.default }),
    'x-source': formatSource(parameter.source, context.parentSource),
  });
}

function toPathParameter(
  { name, templateVariable, isWholeVariable }: FlatVariable,
  { parameters }: Method,
  context: SchemaContext,
): JsonObject {
  const parameter = parameters.find((each) => each.location === 'path' && each.name === templateVariable);
  if (parameter && isWholeVariable) return { ...toParameter(parameter, context), name };
  const description = parameter?.description === undefined ? '' : ` ${parameter.description}`;
  return { name, in: 'path', required: true, description: `Part of \`${templateVariable}\`.${description}`, schema: { type: 'string' } };
}

/** Lists the fields that this method requires in the body, in addition to the required fields of the schema. */
function listCheckedFields({ id, request, expectedFields }: Method, lookup: Lookup): readonly string[] {
  const fields = lookup.object(request)?.fields ?? [];
  return fields.flatMap(({ name, requiredBy }) => (requiredBy?.includes(id) || expectedFields.includes(name) ? [name] : []));
}

function toRequestBody(method: Method, api: Api, context: SchemaContext): Json | undefined {
  if (!method.request) return undefined;
  const required = omitEmpty(listCheckedFields(method, getLookup(api)));
  const schema = omitUndefined({ ...toTypeSchema(method.request, context), ...(required && { required }) });
  return { required: method.body === 'required', content: { 'application/json': { schema } } };
}

function toSuccessResponse({ response, mediaDownload }: Method, context: SchemaContext): Json {
  const content = {
    ...(response && { 'application/json': { schema: toTypeSchema(response, context) } }),
    ...(mediaDownload && { '*/*': { schema: {} } }),
  };
  return omitUndefined({ description: 'Success.', content: omitEmpty<JsonObject>(content) });
}

const errorReference: Json = { $ref: '#/components/responses/Error' };
const textSchema: Json = { type: 'string' };

const errorResponse: Json = {
  description: 'The request failed.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            properties: {
              code: { type: 'integer', description: 'The HTTP status.' },
              message: textSchema,
              status: textSchema,
              errors: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    domain: textSchema,
                    reason: textSchema,
                    message: textSchema,
                    location: textSchema,
                    locationType: textSchema,
                  },
                },
              },
              details: { type: 'array', items: {} },
            },
          },
        },
      },
    },
  },
};

/** OpenAPI requires a token URL, which Discovery doesn't have. The reserved domain `.invalid` marks it as unknown. */
function toSecuritySchemes(api: Api): Json | undefined {
  const described = new Map(api.scopes.map(({ name, description }) => [name, description]));
  for (const scope of api.methods.flatMap(({ scopes }) => scopes)) if (!described.has(scope)) described.set(scope, '');
  if (described.size === 0) return undefined;
  const flow: Json = { tokenUrl: 'https://token.invalid/', scopes: Object.fromEntries(described) };
  return {
    oauth2: { type: 'oauth2', description: 'A credential needs one of the scopes of the operation.', flows: { clientCredentials: flow } },
  };
}
