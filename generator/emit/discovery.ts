/**
 * The resolved description in Discovery vocabulary: what Discovery can say under Discovery's keys, the rest under our `x-` keys.
 * Paths are written as Discovery writes them, whatever the specification used.
 */
import type { Api, Endpoint, Json, Method, Parameter, Source } from '../model/model.js';
import { parameterElement, rulesElement, schemaElement, sourceUnless, typeElement } from './discovery-types.js';
import { flatten, partsOfRoute } from './flat-path.js';
import { flag, jsonObject, type JsonObject, type Members, unlessEmpty } from './json.js';

/** One `discovery#restDescription`. An address that is not set is its variable, literally: `{base_url}/`. */
export function toDiscovery(api: Api): Json {
  const rootUrl = api.rootUrl ?? `{${api.rootUrlVariable ?? 'rootUrl'}}/`;
  return jsonObject([
    ['kind', 'discovery#restDescription'],
    ['discoveryVersion', 'v1'],
    ['id', `${api.name}:${api.version}`],
    ['name', api.name],
    ['canonicalName', api.className],
    ['version', api.version],
    ['title', api.title],
    ['description', api.description],
    ['protocol', 'rest'],
    ['rootUrl', rootUrl],
    ['servicePath', api.servicePath],
    ['basePath', `/${api.servicePath}`],
    ['baseUrl', `${rootUrl}${api.servicePath}`],
    ['batchPath', api.batchPath],
    ['endpoints', unlessEmpty(api.endpoints.map(endpointElement))],
    ['features', unlessEmpty(api.features)],
    ...aboutMembers(api),
    ['auth', authElement(api)],
    ['parameters', unlessEmpty(jsonObject(api.parameters.map((parameter) => [parameter.name, parameterElement(parameter, api.source)])))],
    ['schemas', jsonObject(api.schemas.map((schema) => [schema.id, schemaElement(schema, api.source)]))],
    ...treeMembers(api, treeOf(api.methods)),
  ]);
}

function endpointElement({ location, url, description, deprecated }: Endpoint): Json {
  return jsonObject([
    ['location', location],
    ['endpointUrl', url],
    ['description', description],
    ['deprecated', flag(deprecated)],
  ]);
}

function aboutMembers(api: Api): Members {
  const none: Source = { kind: 'published', reference: '' };
  const open = api.open.map(({ topic, source }) =>
    jsonObject([
      ['topic', topic],
      ['source', sourceUnless(source, api.source)],
    ]),
  );
  const statements = api.statements.map(({ topic, text, source }) =>
    jsonObject([
      ['topic', topic],
      ['text', text],
      ['source', sourceUnless(source, api.source)],
    ]),
  );
  return [
    ['x-source', sourceUnless(api.source, none)],
    ['x-documents', unlessEmpty(jsonObject(api.documents.map(({ id, title }) => [id, { title }])))],
    ['x-variables', unlessEmpty(variablesElement(api))],
    ['x-notShown', unlessEmpty(open)],
    ['x-statements', unlessEmpty(statements)],
    [
      'x-errorInfo',
      api.errorInfo &&
        jsonObject([
          ['domain', api.errorInfo.domain],
          ['source', sourceUnless(api.errorInfo.source, api.source)],
        ]),
    ],
  ];
}

/** Those that are set have their value as the default. */
function variablesElement({ declared, variables }: Api): JsonObject {
  const valueOf = (name: string): string | undefined => (Object.hasOwn(variables, name) ? variables[name] : undefined);
  return jsonObject(
    declared.map(({ name, description }) => [
      name,
      jsonObject([
        ['description', description],
        ['default', valueOf(name)],
      ]),
    ]),
  );
}

function authElement(api: Api): Json | undefined {
  if (api.scopes.length === 0) return undefined;
  return { oauth2: { scopes: jsonObject(api.scopes.map(({ name, description }) => [name, { description }])) } };
}

interface Tree {
  readonly methods: Method[];
  readonly resources: Map<string, Tree>;
}

function treeOf(methods: readonly Method[]): Tree {
  const root: Tree = { methods: [], resources: new Map() };
  for (const method of methods) {
    let node = root;
    for (const collection of method.collections) {
      const next = node.resources.get(collection) ?? { methods: [], resources: new Map() };
      node.resources.set(collection, next);
      node = next;
    }
    node.methods.push(method);
  }
  return root;
}

function treeMembers(api: Api, tree: Tree): Members {
  const resources = [...tree.resources].map(([name, below]) => [name, jsonObject(treeMembers(api, below))] as const);
  return [
    ['methods', unlessEmpty(jsonObject(tree.methods.map((method) => [method.name, methodElement(method, api)])))],
    ['resources', unlessEmpty(jsonObject(resources))],
  ];
}

function methodElement(method: Method, api: Api): JsonObject {
  const parameters = method.parameters.map((parameter) => [parameter.name, discoveryParameter(parameter, method)] as const);
  return jsonObject([
    ['id', method.id],
    ['description', method.description],
    ['deprecated', flag(method.deprecated)],
    ['httpMethod', method.httpMethod],
    ['path', discoveryPath(method.path)],
    ['flatPath', method.flatPath ?? flatten(method.route).path.slice(api.servicePath.length)],
    ['parameters', jsonObject(parameters)],
    ['parameterOrder', method.parameters.filter(({ required }) => required).map(({ name }) => name)],
    ['request', method.request && typeElement(method.request, method.source)],
    ['response', method.response && typeElement(method.response, method.source)],
    ['scopes', unlessEmpty(method.scopes)],
    ...mediaMembers(method),
    ['x-permissions', unlessEmpty(method.permissions.map((permission) => permissionElement(permission, method.source)))],
    ['x-rules', rulesElement(method.rules, method.source)],
    ['x-action', actionElement(method)],
    ['x-notShown', unlessEmpty(method.notShown)],
    ['x-source', sourceUnless(method.source, api.source)],
  ]);
}

function discoveryPath(path: string): string {
  return path.replace(/\{([^{}=]+)=([^{}]*)\}/g, (_, name: string, template: string) => (template === '*' ? `{${name}}` : `{+${name}}`));
}

/** What a template in the path said is said by the parameter's pattern. */
function discoveryParameter(parameter: Parameter, method: Method): JsonObject {
  const written = parameterElement(parameter, method.source);
  if (parameter.location !== 'path' || !method.path.includes(`{${parameter.name}=`)) return written;
  const part = partsOfRoute(method.route).find((found) => found.kind === 'variable' && found.name === parameter.name);
  if (part?.kind !== 'variable' || part.template === '*' || part.template === '**') return written;
  return { ...written, pattern: patternOf(part.template) };
}

function patternOf(template: string): string {
  const segments = template.split('/').map((segment) => {
    if (segment === '*') return '[^/]+';
    return segment === '**' ? '.+' : segment.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return `^${segments.join('/')}$`;
}

function permissionElement({ permission, when, source }: Method['permissions'][number], around: Source): Json {
  const own = sourceUnless(source, around);
  return when === undefined && own === undefined
    ? permission
    : jsonObject([
        ['permission', permission],
        ['when', when],
        ['source', own],
      ]);
}

/** What was recognised is not stated: only what was stated is exported. */
function actionElement({ action, actionSource, source }: Method): Json | undefined {
  if (!actionSource) return undefined;
  return jsonObject([...Object.entries(action as unknown as JsonObject), ['source', sourceUnless(actionSource, source)]]);
}

function mediaMembers({ mediaUpload, mediaDownload, mediaDownloadService }: Method): Members {
  const protocols = mediaUpload && {
    ...(mediaUpload.simple && { simple: { multipart: true, path: mediaUpload.path } }),
    ...(mediaUpload.resumable && { resumable: { multipart: true, path: `/resumable${mediaUpload.path.replace(/^\/resumable/, '')}` } }),
  };
  return [
    ['supportsMediaUpload', flag(mediaUpload !== undefined)],
    [
      'mediaUpload',
      mediaUpload &&
        protocols &&
        jsonObject([
          ['accept', mediaUpload.accept],
          ['maxSize', mediaUpload.maxSize],
          ['protocols', protocols],
        ]),
    ],
    ['supportsMediaDownload', flag(mediaDownload)],
    ['useMediaDownloadService', flag(mediaDownloadService)],
  ];
}
