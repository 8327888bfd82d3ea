/**
 * Converts the resolved API description to Discovery vocabulary. Facts that Discovery can't express are under `x-` keys.
 * Paths have Discovery notation.
 */
import type { Api, UploadSupport, Method, Parameter, Source, StatedErrors } from '../model/model.js';
import { toParameterElement, toRuleElements, toSchemaElement, toTypeElement } from './discovery-types.js';
import { getVariablePattern } from '../../runtime/paths/expand.js';
import { toFlatPath } from './flat-path.js';
import { patternToTemplate, toTemplatePattern } from '../language/route.js';
import { omitUndefined, type JsonObject, type Json } from '../lib/json.js';
import { omitEmpty } from './json-objects.js';
import { buildMethodTree, type MethodCollection } from './method-tree.js';
import { toSourceElement } from './sources.js';

/** Creates a `discovery#restDescription`. An unset address is the placeholder of its variable: `{base_url}/`. An unknown one is absent. */
export function toDiscovery(api: Api): Json {
  const { rootUrlVariable } = api;
  const rootUrl = api.rootUrl ?? (rootUrlVariable === undefined ? undefined : `{${rootUrlVariable}}/`);
  return omitUndefined({
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: `${api.name}:${api.version}`,
    name: api.name,
    canonicalName: api.canonicalName,
    version: api.version,
    title: api.title,
    description: api.description,
    protocol: 'rest',
    rootUrl,
    servicePath: api.servicePath,
    basePath: `${getPath(rootUrl)}${api.servicePath}`,
    baseUrl: rootUrl && `${rootUrl}${api.servicePath}`,
    batchPath: api.batchPath,
    endpoints: omitEmpty(
      api.endpoints.map(({ location, url, description, deprecated }) =>
        omitUndefined({ location, endpointUrl: url, description, deprecated: deprecated || undefined }),
      ),
    ),
    features: omitEmpty(api.features),
    ...toServiceExtensions(api),
    auth: toAuth(api),
    parameters: omitEmpty(
      Object.fromEntries(api.parameters.map((parameter) => [parameter.name, toParameterElement(parameter, api.source)])),
    ),
    schemas: Object.fromEntries(api.schemas.map((schema) => [schema.id, toSchemaElement(schema, api.source)])),
    ...toCollection(buildMethodTree(api), api),
  });
}

/** Returns the path of an address. A slash if it has none. */
function getPath(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).pathname : '/';
}

function toServiceExtensions(api: Api): JsonObject {
  const { documents, undocumentedTopics, notes, statedErrors } = api;
  const xDocuments = Object.fromEntries(documents.map(({ id, title }) => [id, { title }]));
  const toSource = (source: Source): Json | undefined => toSourceElement(source, api.source);
  return omitUndefined({
    'x-source': toSourceElement(api.source, { kind: 'published', reference: '' }),
    // Without sources, the key marks a specification, whose descriptions state no facts.
    'x-documents': Object.keys(xDocuments).length > 0 || api.isSpecification ? xDocuments : undefined,
    'x-variables': omitEmpty(toVariables(api)),
    'x-undocumented': omitEmpty(undocumentedTopics.map(({ topic, source }) => omitUndefined({ topic, source: toSource(source) }))),
    'x-notes': omitEmpty(notes.map(({ topic, text, source }) => omitUndefined({ topic, text, source: toSource(source) }))),
    'x-errors': statedErrors && toErrors(statedErrors, toSource),
    'x-service': api.service,
    'x-unknownFields': api.unknownFields,
  });
}

function toErrors(
  { envelope, domain, messages, schemaMessages, methodMessages, source }: StatedErrors,
  toSource: (source: Source) => Json | undefined,
): JsonObject {
  return omitUndefined({
    envelope,
    domain,
    messages: omitEmpty(messages as JsonObject),
    schemas: omitEmpty(schemaMessages as JsonObject),
    methods: omitEmpty(methodMessages as JsonObject),
    source: toSource(source),
  });
}

/** The default of a variable is its current value. */
function toVariables({ declaredVariables, variables }: Api): JsonObject {
  const values = new Map(Object.entries(variables));
  return Object.fromEntries(
    declaredVariables.map(({ name, description }) => [name, omitUndefined({ description, default: values.get(name) })]),
  );
}

function toAuth({ scopes }: Api): Json | undefined {
  if (scopes.length === 0) return undefined;
  return { oauth2: { scopes: Object.fromEntries(scopes.map(({ name, description }) => [name, { description }])) } };
}

function toCollection({ methods, collections }: MethodCollection, api: Api): JsonObject {
  return omitUndefined({
    methods: omitEmpty(Object.fromEntries([...methods].map(([name, method]) => [name, toMethod(method, api)]))),
    resources: omitEmpty(Object.fromEntries([...collections].map(([name, inner]) => [name, toCollection(inner, api)]))),
  });
}

function toMethod(method: Method, api: Api): JsonObject {
  const { source } = method;
  return omitUndefined({
    id: method.id,
    description: method.description,
    deprecated: method.deprecated || undefined,
    httpMethod: method.httpMethod,
    path: toDiscoveryPath(method.path),
    flatPath: method.flatPath ?? toFlatPath(method.route).path.slice(api.servicePath.length),
    parameters: Object.fromEntries(method.parameters.map((parameter) => [parameter.name, toMethodParameter(parameter, method)])),
    parameterOrder: method.parameters.filter(({ required }) => required).map(({ name }) => name),
    request: method.request && toTypeElement(method.request, source),
    response: method.response && toTypeElement(method.response, source),
    scopes: omitEmpty(method.scopes),
    ...toMediaMembers(method),
    'x-permissions': omitEmpty(method.permissions.map((permission) => toPermission(permission, source))),
    'x-rules': toRuleElements(method.rules, source),
    'x-action': toAction(method),
    'x-retry': method.retry && { ...method.retry },
    'x-status': method.statedStatus,
    'x-undocumented': omitEmpty(method.undocumentedAspects),
    'x-source': toSourceElement(source, api.source),
  });
}

function toDiscoveryPath(path: string): string {
  return path.replace(/\{([^{}=]+)=([^{}]*)\}/g, (_, name: string, template: string) => (template === '*' ? `{${name}}` : `{+${name}}`));
}

/** Moves the template of a path variable to the pattern of the parameter, and another pattern of it to `x-valuePattern`. */
function toMethodParameter(parameter: Parameter, { route, source }: Method): JsonObject {
  const element = toParameterElement(parameter, source);
  const template = getVariablePattern(route, parameter.name);
  if (parameter.location !== 'path' || template === undefined) return element;
  const { type } = parameter;
  const stated = type.kind === 'string' ? type.pattern : undefined;
  if (template === (stated === undefined ? '**' : patternToTemplate(stated))) return element;
  return { ...element, pattern: toTemplatePattern(template), ...omitUndefined({ 'x-valuePattern': stated }) };
}

function toPermission({ permission, when, source }: Method['permissions'][number], parentSource: Source): Json {
  const ownSource = toSourceElement(source, parentSource);
  return when === undefined && ownSource === undefined ? permission : omitUndefined({ permission, when, source: ownSource });
}

/** Exports only stated actions, not inferred ones. */
function toAction({ action, actionSource, source }: Method): Json | undefined {
  return actionSource && omitUndefined({ ...(action as unknown as JsonObject), source: toSourceElement(actionSource, source) });
}

function toMediaMembers({ mediaUpload, mediaDownload, mediaDownloadService }: Method): JsonObject {
  return omitUndefined({
    supportsMediaUpload: mediaUpload && true,
    mediaUpload: mediaUpload && toMediaUpload(mediaUpload),
    supportsMediaDownload: mediaDownload || undefined,
    useMediaDownloadService: mediaDownloadService || undefined,
  });
}

function toMediaUpload({ accept, maxSize, simple, resumable, path }: UploadSupport): JsonObject {
  const protocols = {
    ...(simple && { simple: { multipart: true, path } }),
    ...(resumable && { resumable: { multipart: true, path: `/resumable${path.replace(/^\/resumable/, '')}` } }),
  };
  return omitUndefined({ accept, maxSize, protocols });
}
