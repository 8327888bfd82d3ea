/** Builds the model from a description in Discovery vocabulary. */
import type { ErrorMessages } from '../../runtime/behavior.js';
import type { Api, DescribedEndpoint, UndocumentedTopic, Schema, Source, StatedErrors, Note } from './model.js';
import {
  compareByKey,
  isObject,
  isTrue,
  type JsonObject,
  getList,
  getObject,
  getObjects,
  omitUndefined,
  getStrings,
  getText,
} from '../lib/json.js';
import { findDocumentService } from '../language/service.js';
import { findDirectionalSchemas } from './split-input-types.js';
import { createLookup } from './schema-lookup.js';
import { buildMethods } from './build-methods.js';
import { buildCommonParameters } from './build-parameters.js';
import { inferFields } from './infer/fields.js';
import { inferBehavior } from './infer/index.js';
import { indexMethodsBySchema } from './required-fields.js';
import { readSource } from './statement-source.js';
import { buildElement, buildStatements, listEntries, type Statements } from './statements.js';
import { type TypeContext, buildType } from './build-types.js';

export interface BuildOptions {
  /** Variables with values, which have already been substituted. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether a published document gets the built-in service module that matches it. Default: true. */
  readonly services?: boolean;
}

/**
 * Builds the model of a validated document without variables: a specification, or a published Discovery document.
 * Statements take precedence over conventions, which add lists, operations, request ids, actions, and resources.
 */
export function buildModel(value: JsonObject, options: BuildOptions): Api {
  const statements = buildStatements(value);
  const context = createTypeContext(statements);
  const schemas = inferFields(buildSchemas(context));
  const identity = readIdentity(value, options);
  const methods = buildMethods(statements, { ...context, api: identity, lookup: createLookup({ schemas }) });
  return inferBehavior({
    kind: 'api',
    ...buildElement(statements),
    undocumentedAspects: [],
    ...identity,
    isSpecification: !context.published,
    documents: getObjects(value, 'x-documents').map(([id, document]) => ({ id, title: getText(document, 'title') ?? id })),
    scopes: readScopes(value),
    parameters: buildCommonParameters(statements, context),
    protoJson: false,
    isPublished: context.published,
    schemas,
    methods,
    resources: [],
    operationResources: [],
    mainResources: [],
    nameStart: 0,
    errors: { envelope: 'both' },
    ...omitUndefined({ statedErrors: readErrors(value, statements.source) }),
    ...(getText(value, 'x-unknownFields') === 'ignored' && { unknownFields: 'ignored' }),
    ...omitUndefined({
      service:
        context.published && options.services === false
          ? undefined
          : (getText(value, 'x-service') ?? findPublishedService(context, identity)),
    }),
    undocumentedTopics: readUndocumentedTopics(statements),
    notes: readNotes(statements),
  });
}

/** A published document can't name a module, so its identity decides. */
function findPublishedService(
  { published }: TypeContext,
  { name, version, rootUrl }: Pick<Api, 'name' | 'version' | 'rootUrl'>,
): string | undefined {
  return published ? findDocumentService(name, version, rootUrl) : undefined;
}

export function createTypeContext(statements: Statements): TypeContext {
  return {
    published: isPublished(statements.value),
    schemas: statements.schemas,
    targets: statements.targets,
    methodsBySchema: indexMethodsBySchema(statements),
  };
}

/** Whether this is a published Discovery document, without sources. */
function isPublished(value: JsonObject): boolean {
  return (
    getText(value, 'kind') === 'discovery#restDescription' && !Object.hasOwn(value, 'x-source') && !Object.hasOwn(value, 'x-documents')
  );
}

/** If a published document has no version, takes it from the id (`shop:v2`), else `v1`. */
export function readVersion(value: JsonObject): string {
  const named = /:([A-Za-z0-9._-]+)$/.exec(getText(value, 'id') ?? '')?.[1];
  return getText(value, 'version') ?? named ?? 'v1';
}

function readIdentity(value: JsonObject, options: BuildOptions) {
  const name = getText(value, 'name') ?? '';
  const canonicalName = getText(value, 'canonicalName');
  const variables = readVariables(value, options);
  return {
    name,
    version: readVersion(value),
    title: getText(value, 'title') ?? name,
    ...omitUndefined({ canonicalName }),
    className: toClassName(canonicalName ?? name),
    ...readAddress(getText(value, 'rootUrl'), variables),
    servicePath: toFolderPath(getText(value, 'servicePath') ?? ''),
    ...omitUndefined({ batchPath: getText(value, 'batchPath') }),
    endpoints: readEndpoints(value),
    features: getStrings(value, 'features'),
    variables,
    declaredVariables: getObjects(value, 'x-variables')
      .map(([name, variable]) => ({ name, description: getText(variable, 'description') ?? '' }))
      .sort(compareByKey(({ name }) => name)),
  };
}

/** The first of several endpoints for a location wins. */
function readEndpoints(value: JsonObject): readonly DescribedEndpoint[] {
  const found = new Map<string, DescribedEndpoint>();
  for (const element of getList(value, 'endpoints')) {
    if (!isObject(element)) continue;
    const [location, url] = [getText(element, 'location'), getText(element, 'endpointUrl')];
    if (location === undefined || location === '' || url === undefined || found.has(location)) continue;
    const deprecated = isTrue(element, 'deprecated');
    found.set(location, { location, url, ...omitUndefined({ description: getText(element, 'description') }), deprecated });
  }
  return [...found.values()].sort(compareByKey(({ location }) => location));
}

/** `OS Config` -> `OsConfig`, `YouTube` -> `YouTube`, `dns` -> `Dns`. */
function toClassName(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + (isAllCapitals(word) ? word.slice(1).toLowerCase() : word.slice(1))).join('');
}

function isAllCapitals(word: string): boolean {
  return word === word.toUpperCase();
}

function toFolderPath(path: string): string {
  const inner = path.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `${inner}/`;
}

function readVariables(value: JsonObject, options: BuildOptions): Readonly<Record<string, string>> {
  const declared = getObjects(value, 'x-variables');
  const defaults = declared.flatMap(([name, { default: text }]) => (typeof text === 'string' ? [[name, text] as const] : []));
  const assigned = Object.entries(options.variables).filter(
    ([name]) => declared.length === 0 || declared.some(([declaredName]) => declaredName === name),
  );
  const all = new Map([...defaults, ...assigned]);
  return Object.fromEntries([...all].sort(compareByKey(([name]) => name)));
}

/** An address that is an unset variable is omitted. */
function readAddress(address: string | undefined, variables: Api['variables']): Pick<Api, 'rootUrl' | 'rootUrlVariable'> {
  if (address === undefined) return {};
  const variable = /\{([^{}]+)\}/.exec(address)?.[1];
  if (variable !== undefined) return { rootUrlVariable: variable };
  const rootUrl = `${address.replace(/\/+$/, '')}/`;
  const addressVariable = Object.keys(variables).find((name) => `${(variables[name] ?? '').replace(/\/+$/, '')}/` === rootUrl);
  return { rootUrl, ...omitUndefined({ rootUrlVariable: addressVariable }) };
}

/** Builds the schemas of a document, by id. */
export function buildSchemas(context: TypeContext): readonly Schema[] {
  const elements = [...context.schemas.values()].sort(compareByKey(({ name }) => name));
  const listMethods = (id: string) => (): readonly string[] => context.methodsBySchema.listMethods(id);
  const types = new Map(elements.map((schema) => [schema.name, buildType(schema, { ...context, listMethods: listMethods(schema.name) })]));
  const directional = findDirectionalSchemas(types);
  return elements.map((schema) => ({
    kind: 'schema',
    id: schema.name,
    ...buildElement(schema),
    type: types.get(schema.name) ?? { kind: 'any' },
    directional: directional.has(schema.name),
    requested: false,
  }));
}

function readScopes(value: JsonObject): Api['scopes'] {
  const oauth = getObject(getObject(value, 'auth') ?? {}, 'oauth2') ?? {};
  return getObjects(oauth, 'scopes')
    .map(([name, scope]) => ({ name, description: getText(scope, 'description') ?? '' }))
    .sort(compareByKey(({ name }) => name));
}

function readUndocumentedTopics(statements: Statements): readonly UndocumentedTopic[] {
  return listEntries(statements, 'x-undocumented').map(({ value, source }) => ({
    topic: typeof value === 'string' ? value : (getText(value, 'topic') ?? ''),
    source,
  }));
}

function readErrors(value: JsonObject, inherited: Source): StatedErrors | undefined {
  const stated = getObject(value, 'x-errors');
  if (!stated) return undefined;
  const envelope = getText(stated, 'envelope') as StatedErrors['envelope'];
  return {
    ...omitUndefined({ envelope, domain: getText(stated, 'domain') }),
    messages: readMessages(getObject(stated, 'messages') ?? {}),
    schemaMessages: readMessagesByName(stated, 'schemas'),
    methodMessages: readMessagesByName(stated, 'methods'),
    source: readSource(stated, inherited, 'source'),
  };
}

function readMessagesByName(stated: JsonObject, key: string): Readonly<Record<string, ErrorMessages>> {
  return Object.fromEntries(getObjects(stated, key).map(([name, messages]) => [name, readMessages(messages)]));
}

/** Reads messages by their reasons. The specification is valid, so that each message has the right shape. */
function readMessages(messages: JsonObject): ErrorMessages {
  const entries = Object.entries(messages).map(([reason, stated]) => {
    if (!isObject(stated)) return [reason, stated];
    const { source: _, ...error } = stated;
    return [reason, error];
  });
  return Object.fromEntries(entries) as ErrorMessages;
}

function readNotes(statements: Statements): readonly Note[] {
  return listEntries(statements, 'x-notes').map(({ value, source }) => ({
    topic: getText(value, 'topic') ?? '',
    text: getText(value, 'text') ?? '',
    source,
  }));
}
