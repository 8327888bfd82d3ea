/**
 * The resolved description in Discovery vocabulary: what Discovery can say under Discovery's keys, the rest under our `x-` keys.
 * Paths are written as Discovery writes them, whatever the specification used.
 */
import type { Api, Endpoint, Json, Method, Parameter, Source } from '../model/model.js';
import { toParameterElement, toRuleElements, toSchemaElement, toSourceUnless, toTypeElement } from './discovery-types.js';
import { toFlatPath, parseRouteParts } from './flat-path.js';
import { trueOrAbsent, toJsonObject, type JsonObject, type Members, omitEmpty } from './json-members.js';

/** One `discovery#restDescription`. An address that is not set is its variable, literally: `{base_url}/`. */
export function toDiscovery(api: Api): Json {
  const rootUrl = api.rootUrl ?? `{${api.rootUrlVariable ?? 'rootUrl'}}/`;
  return toJsonObject([
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
    ['endpoints', omitEmpty(api.endpoints.map(endpointElement))],
    ['features', omitEmpty(api.features)],
    ...aboutMembers(api),
    ['auth', authElement(api)],
    ['parameters', omitEmpty(toJsonObject(api.parameters.map((parameter) => [parameter.name, toParameterElement(parameter, api.source)])))],
    ['schemas', toJsonObject(api.schemas.map((schema) => [schema.id, toSchemaElement(schema, api.source)]))],
    ...treeMembers(api, treeOf(api.methods)),
  ]);
}

function endpointElement({ location, url, description, deprecated }: Endpoint): Json {
  return toJsonObject([
    ['location', location],
    ['endpointUrl', url],
    ['description', description],
    ['deprecated', trueOrAbsent(deprecated)],
  ]);
}

function aboutMembers(api: Api): Members {
  const none: Source = { kind: 'published', reference: '' };
  const open = api.undocumentedTopics.map(({ topic, source }) =>
    toJsonObject([
      ['topic', topic],
      ['source', toSourceUnless(source, api.source)],
    ]),
  );
  const statements = api.notes.map(({ topic, text, source }) =>
    toJsonObject([
      ['topic', topic],
      ['text', text],
      ['source', toSourceUnless(source, api.source)],
    ]),
  );
  return [
    ['x-source', toSourceUnless(api.source, none)],
    ['x-documents', omitEmpty(toJsonObject(api.documents.map(({ id, title }) => [id, { title }])))],
    ['x-variables', omitEmpty(variablesElement(api))],
    ['x-undocumented', omitEmpty(open)],
    ['x-notes', omitEmpty(statements)],
    [
      'x-errorInfo',
      api.errorInfo &&
        toJsonObject([
          ['domain', api.errorInfo.domain],
          ['source', toSourceUnless(api.errorInfo.source, api.source)],
        ]),
    ],
  ];
}

/** Those that are set have their value as the default. */
function variablesElement({ declaredVariables: declared, variables }: Api): JsonObject {
  const valueOf = (name: string): string | undefined => (Object.hasOwn(variables, name) ? variables[name] : undefined);
  return toJsonObject(
    declared.map(({ name, description }) => [
      name,
      toJsonObject([
        ['description', description],
        ['default', valueOf(name)],
      ]),
    ]),
  );
}

function authElement(api: Api): Json | undefined {
  if (api.scopes.length === 0) return undefined;
  return { oauth2: { scopes: toJsonObject(api.scopes.map(({ name, description }) => [name, { description }])) } };
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
  const resources = [...tree.resources].map(([name, below]) => [name, toJsonObject(treeMembers(api, below))] as const);
  return [
    ['methods', omitEmpty(toJsonObject(tree.methods.map((method) => [method.name, methodElement(method, api)])))],
    ['resources', omitEmpty(toJsonObject(resources))],
  ];
}

function methodElement(method: Method, api: Api): JsonObject {
  const parameters = method.parameters.map((parameter) => [parameter.name, discoveryParameter(parameter, method)] as const);
  return toJsonObject([
    ['id', method.id],
    ['description', method.description],
    ['deprecated', trueOrAbsent(method.deprecated)],
    ['httpMethod', method.httpMethod],
    ['path', discoveryPath(method.path)],
    ['flatPath', method.flatPath ?? toFlatPath(method.route).path.slice(api.servicePath.length)],
    ['parameters', toJsonObject(parameters)],
    ['parameterOrder', method.parameters.filter(({ required }) => required).map(({ name }) => name)],
    ['request', method.request && toTypeElement(method.request, method.source)],
    ['response', method.response && toTypeElement(method.response, method.source)],
    ['scopes', omitEmpty(method.scopes)],
    ...mediaMembers(method),
    ['x-permissions', omitEmpty(method.permissions.map((permission) => permissionElement(permission, method.source)))],
    ['x-rules', toRuleElements(method.rules, method.source)],
    ['x-action', actionElement(method)],
    ['x-undocumented', omitEmpty(method.undocumentedAspects)],
    ['x-source', toSourceUnless(method.source, api.source)],
  ]);
}

function discoveryPath(path: string): string {
  return path.replace(/\{([^{}=]+)=([^{}]*)\}/g, (_, name: string, template: string) => (template === '*' ? `{${name}}` : `{+${name}}`));
}

/** What a template in the path said is said by the parameter's pattern. */
function discoveryParameter(parameter: Parameter, method: Method): JsonObject {
  const written = toParameterElement(parameter, method.source);
  if (parameter.location !== 'path' || !method.path.includes(`{${parameter.name}=`)) return written;
  const part = parseRouteParts(method.route).find((found) => found.kind === 'variable' && found.name === parameter.name);
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
  const own = toSourceUnless(source, around);
  return when === undefined && own === undefined
    ? permission
    : toJsonObject([
        ['permission', permission],
        ['when', when],
        ['source', own],
      ]);
}

/** What was recognized is not stated: only what was stated is exported. */
function actionElement({ action, actionSource, source }: Method): Json | undefined {
  if (!actionSource) return undefined;
  return toJsonObject([...Object.entries(action as unknown as JsonObject), ['source', toSourceUnless(actionSource, source)]]);
}

function mediaMembers({ mediaUpload, mediaDownload, mediaDownloadService }: Method): Members {
  const protocols = mediaUpload && {
    ...(mediaUpload.simple && { simple: { multipart: true, path: mediaUpload.path } }),
    ...(mediaUpload.resumable && { resumable: { multipart: true, path: `/resumable${mediaUpload.path.replace(/^\/resumable/, '')}` } }),
  };
  return [
    ['supportsMediaUpload', trueOrAbsent(mediaUpload !== undefined)],
    [
      'mediaUpload',
      mediaUpload &&
        protocols &&
        toJsonObject([
          ['accept', mediaUpload.accept],
          ['maxSize', mediaUpload.maxSize],
          ['protocols', protocols],
        ]),
    ],
    ['supportsMediaDownload', trueOrAbsent(mediaDownload)],
    ['useMediaDownloadService', trueOrAbsent(mediaDownloadService)],
  ];
}
