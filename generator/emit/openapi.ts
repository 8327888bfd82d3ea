/** Converts the resolved API description to OpenAPI 3.1. Paths have one variable per segment; schemas are JSON Schema 2020-12. */
import type { Api, Json, Method, Parameter } from '../model/model.js';
import { listRequiredFields } from './parameter-types.js';
import { addSource, formatSource } from './doc-comments.js';
import { toNamedSchema, findPartialSchemas, type SchemaStyle, toSourceText, toTypeSchema, createChildStyle } from './json-schema.js';
import { trueOrAbsent, toJsonObject, type JsonObject, omitEmpty } from './json-members.js';
import { getLookup } from '../model/schema-lookup.js';
import { type OpenApiPath, toOpenApiPaths, type PathVariable } from './openapi-paths.js';

interface Context {
  readonly api: Api;
  readonly style: SchemaStyle;
  /** References to the parameters that all methods share. */
  readonly common: readonly Json[];
}

/** Creates an OpenAPI document. An unset address is a server variable. */
export function toOpenApi(api: Api): Json {
  const schemaNames = createComponentNames(api.schemas.map(({ id }) => id));
  const parameterNames = createComponentNames(api.parameters.map(({ name }) => name));
  const style: SchemaStyle = {
    pointer: (id) => `#/components/schemas/${schemaNames.get(id) ?? id}`,
    partial: findPartialSchemas(api),
    parentSource: api.source,
  };
  const common = api.parameters.map(({ name }) => ({ $ref: `#/components/parameters/${parameterNames.get(name) ?? name}` }));
  const context: Context = { api, style, common };
  return toJsonObject([
    ['openapi', '3.1.0'],
    ['info', toInfo(api)],
    ['servers', [toServer(api)]],
    ['tags', omitEmpty([...new Set(api.methods.map((method) => getTag(method, api)))].sort().map((name) => ({ name })))],
    ['paths', toJsonObject(toOpenApiPaths(api.methods).map((path) => [path.path, toPathItem(path, context)]))],
    [
      'components',
      toJsonObject([
        ['schemas', toJsonObject(api.schemas.map((schema) => [schemaNames.get(schema.id) ?? schema.id, toNamedSchema(schema, style)]))],
        ['parameters', omitEmpty(toJsonObject(api.parameters.map((p) => [parameterNames.get(p.name) ?? p.name, toParameter(p, style)])))],
        ['responses', { Error: errorResponse }],
        ['securitySchemes', toSecuritySchemes(api)],
      ]),
    ],
  ]);
}

function toInfo(api: Api): Json {
  return toJsonObject([
    ['title', api.title],
    ['version', api.version],
    ['description', api.description],
    ['x-source', omitEmpty(formatSource(api.source))],
  ]);
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
  const names = new Map<string, string>();
  const usedNames = new Set<string>();
  for (const id of ids) {
    const base = id.replace(/[^A-Za-z0-9._-]/g, '_');
    let name = base;
    for (let number = 2; usedNames.has(name); number += 1) name = `${base}_${String(number)}`;
    usedNames.add(name);
    names.set(id, name);
  }
  return names;
}

function getTag(method: Method, api: Api): string {
  return method.collections.length === 0 ? api.name : method.collections.join('.');
}

function toPathItem(path: OpenApiPath, context: Context): JsonObject {
  return toJsonObject([
    ['parameters', omitEmpty(context.common)],
    ...path.operations.map(({ method, variables }) => [method.httpMethod.toLowerCase(), toOperation(method, variables, context)] as const),
  ]);
}

function toOperation(method: Method, variables: readonly PathVariable[], context: Context): JsonObject {
  const { api } = context;
  const style = createChildStyle(context.style, method);
  const query = method.parameters.filter(({ location }) => location === 'query');
  const parameters = [
    ...variables.map((variable) => toPathParameter(variable, method, style)),
    ...query.map((parameter) => toParameter(parameter, style)),
  ];
  return toJsonObject([
    ['operationId', method.id],
    ['summary', getSummary(method)],
    ['description', method.description],
    ['tags', [getTag(method, api)]],
    ['deprecated', trueOrAbsent(method.deprecated)],
    ['parameters', omitEmpty(parameters)],
    ['requestBody', toRequestBody(method, { api, style })],
    ['responses', { '200': toSuccessResponse(method, style), '4XX': errorReference, default: errorReference }],
    ['security', method.scopes.map((scope) => ({ oauth2: [scope] }))],
    [
      'x-permissions',
      omitEmpty(
        method.permissions.map(({ permission, when, source }) =>
          toJsonObject([
            ['permission', permission],
            ['when', when],
            ['source', toSourceText({ source }, method.source)],
          ]),
        ),
      ),
    ],
    ['x-rules', omitEmpty(method.rules.map(({ sentence, source }) => addSource(sentence, source, method.source)))],
    ['x-source', toSourceText(method, api.source)],
  ]);
}

/** Returns the first sentence of the description. */
function getSummary(method: Method): string {
  const first = /^[^]*?[.!?](?=\s|$)/.exec(method.description ?? '')?.[0] ?? method.description ?? '';
  return first.replace(/\s+/g, ' ').trim() || method.id;
}

function toParameter(parameter: Parameter, style: SchemaStyle): JsonObject {
  const itemSchema = toTypeSchema(parameter.type, createChildStyle(style, parameter));
  const schema = parameter.repeated
    ? { type: 'array', items: itemSchema }
    : toJsonObject([...Object.entries(itemSchema), ['default', parameter.default]]);
  return toJsonObject([
    ['name', parameter.name],
    ['in', parameter.location],
    ['required', trueOrAbsent(parameter.required)],
    ['description', parameter.description],
    ['deprecated', trueOrAbsent(parameter.deprecated)],
    ['schema', schema],
    ['x-source', toSourceText(parameter, style.parentSource)],
  ]);
}

function toPathParameter(variable: PathVariable, method: Method, style: SchemaStyle): JsonObject {
  const pathParameter = method.parameters.find(({ name, location }) => location === 'path' && name === variable.routeVariable);
  if (pathParameter && variable.isWholeVariable) return { ...toParameter(pathParameter, style), name: variable.name };
  const description = pathParameter?.description === undefined ? '' : ` ${pathParameter.description}`;
  return {
    name: variable.name,
    in: 'path',
    required: true,
    description: `Part of \`${variable.routeVariable}\`.${description}`,
    schema: { type: 'string' },
  };
}

function toRequestBody(method: Method, { api, style }: { readonly api: Api; readonly style: SchemaStyle }): Json | undefined {
  if (!method.request) return undefined;
  const requiredFields = listRequiredFields(method, getLookup(api));
  return {
    required: true,
    content: {
      'application/json': {
        schema: { ...toTypeSchema(method.request, style), ...(requiredFields.length > 0 && { required: requiredFields }) },
      },
    },
  };
}

function toSuccessResponse(method: Method, style: SchemaStyle): Json {
  const json = method.response && { 'application/json': { schema: toTypeSchema(method.response, style) } };
  const content = { ...json, ...(method.mediaDownload && { '*/*': { schema: {} } }) };
  return toJsonObject([
    ['description', 'Success.'],
    ['content', omitEmpty<JsonObject>(content)],
  ]);
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
  const flow: Json = { tokenUrl: 'https://token.invalid/', scopes: toJsonObject([...described]) };
  return {
    oauth2: { type: 'oauth2', description: 'A credential needs one of the scopes of the operation.', flows: { clientCredentials: flow } },
  };
}
