/**
 * Converts the resolved API description to Discovery vocabulary. Facts that Discovery can't express are under `x-` keys.
 * Paths have Discovery notation.
 */
import type { Api, Endpoint, Json, Method, Parameter, Source } from '../model/model.js';
import { toParameterElement, toRuleElements, toSchemaElement, toSourceUnless, toTypeElement } from './discovery-types.js';
import { toFlatPath, parseRouteParts } from '../lib/flat-path.js';
import { trueOrAbsent, toJsonObject, type JsonObject, type Members, omitEmpty } from './json-members.js';

/** Creates a `discovery#restDescription`. An unset address is the placeholder of its variable: `{base_url}/`. */
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
    ['endpoints', omitEmpty(api.endpoints.map(toEndpoint))],
    ['features', omitEmpty(api.features)],
    ...listExtensionMembers(api),
    ['auth', toAuth(api)],
    ['parameters', omitEmpty(toJsonObject(api.parameters.map((parameter) => [parameter.name, toParameterElement(parameter, api.source)])))],
    ['schemas', toJsonObject(api.schemas.map((schema) => [schema.id, toSchemaElement(schema, api.source)]))],
    ...listTreeMembers(api, buildResourceTree(api.methods)),
  ]);
}

function toEndpoint({ location, url, description, deprecated }: Endpoint): Json {
  return toJsonObject([
    ['location', location],
    ['endpointUrl', url],
    ['description', description],
    ['deprecated', trueOrAbsent(deprecated)],
  ]);
}

function listExtensionMembers(api: Api): Members {
  const noSource: Source = { kind: 'published', reference: '' };
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
    ['x-source', toSourceUnless(api.source, noSource)],
    ['x-documents', omitEmpty(toJsonObject(api.documents.map(({ id, title }) => [id, { title }])))],
    ['x-variables', omitEmpty(toVariables(api))],
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

/** The default of a variable is its current value. */
function toVariables({ declaredVariables, variables }: Api): JsonObject {
  const getValue = (name: string): string | undefined => (Object.hasOwn(variables, name) ? variables[name] : undefined);
  return toJsonObject(
    declaredVariables.map(({ name, description }) => [
      name,
      toJsonObject([
        ['description', description],
        ['default', getValue(name)],
      ]),
    ]),
  );
}

function toAuth(api: Api): Json | undefined {
  if (api.scopes.length === 0) return undefined;
  return { oauth2: { scopes: toJsonObject(api.scopes.map(({ name, description }) => [name, { description }])) } };
}

interface ResourceTree {
  readonly methods: Method[];
  readonly resources: Map<string, ResourceTree>;
}

function buildResourceTree(methods: readonly Method[]): ResourceTree {
  const root: ResourceTree = { methods: [], resources: new Map() };
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

function listTreeMembers(api: Api, tree: ResourceTree): Members {
  const resources = [...tree.resources].map(([name, subtree]) => [name, toJsonObject(listTreeMembers(api, subtree))] as const);
  return [
    ['methods', omitEmpty(toJsonObject(tree.methods.map((method) => [method.name, toMethod(method, api)])))],
    ['resources', omitEmpty(toJsonObject(resources))],
  ];
}

function toMethod(method: Method, api: Api): JsonObject {
  const parameters = method.parameters.map((parameter) => [parameter.name, toDiscoveryParameter(parameter, method)] as const);
  return toJsonObject([
    ['id', method.id],
    ['description', method.description],
    ['deprecated', trueOrAbsent(method.deprecated)],
    ['httpMethod', method.httpMethod],
    ['path', toDiscoveryPath(method.path)],
    ['flatPath', method.flatPath ?? toFlatPath(method.route).path.slice(api.servicePath.length)],
    ['parameters', toJsonObject(parameters)],
    ['parameterOrder', method.parameters.filter(({ required }) => required).map(({ name }) => name)],
    ['request', method.request && toTypeElement(method.request, method.source)],
    ['response', method.response && toTypeElement(method.response, method.source)],
    ['scopes', omitEmpty(method.scopes)],
    ...listMediaMembers(method),
    ['x-permissions', omitEmpty(method.permissions.map((permission) => toPermission(permission, method.source)))],
    ['x-rules', toRuleElements(method.rules, method.source)],
    ['x-action', toAction(method)],
    ['x-undocumented', omitEmpty(method.undocumentedAspects)],
    ['x-source', toSourceUnless(method.source, api.source)],
  ]);
}

function toDiscoveryPath(path: string): string {
  return path.replace(/\{([^{}=]+)=([^{}]*)\}/g, (_, name: string, template: string) => (template === '*' ? `{${name}}` : `{+${name}}`));
}

/** Moves the template of a path variable to the pattern of the parameter. */
function toDiscoveryParameter(parameter: Parameter, method: Method): JsonObject {
  const element = toParameterElement(parameter, method.source);
  if (parameter.location !== 'path' || !method.path.includes(`{${parameter.name}=`)) return element;
  const part = parseRouteParts(method.route).find((found) => found.kind === 'variable' && found.name === parameter.name);
  if (part?.kind !== 'variable' || part.template === '*' || part.template === '**') return element;
  return { ...element, pattern: toPattern(part.template) };
}

function toPattern(template: string): string {
  const segments = template.split('/').map((segment) => {
    if (segment === '*') return '[^/]+';
    return segment === '**' ? '.+' : segment.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return `^${segments.join('/')}$`;
}

function toPermission({ permission, when, source }: Method['permissions'][number], parentSource: Source): Json {
  const ownSource = toSourceUnless(source, parentSource);
  return when === undefined && ownSource === undefined
    ? permission
    : toJsonObject([
        ['permission', permission],
        ['when', when],
        ['source', ownSource],
      ]);
}

/** Exports only stated actions, not inferred ones. */
function toAction({ action, actionSource, source }: Method): Json | undefined {
  if (!actionSource) return undefined;
  return toJsonObject([...Object.entries(action as unknown as JsonObject), ['source', toSourceUnless(actionSource, source)]]);
}

function listMediaMembers({ mediaUpload, mediaDownload, mediaDownloadService }: Method): Members {
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
