/** From a description in Discovery vocabulary to the model. */
import type { Api, Endpoint, NotShown, Schema, Source, Statement, Type } from './model.js';
import { byKey, isObject, isTrue, type JsonObject, listAt, objectAt, objectsAt, present, stringsAt, textAt } from './input.js';
import { directionalSchemas } from './directional.js';
import { lookupIn } from './lookup.js';
import { methodsOf } from './methods.js';
import { commonParameters } from './parameters.js';
import { recogniseFields } from './recognise-fields.js';
import { recognise } from './recognise.js';
import { lessGivenByPath, takersIn } from './requirements.js';
import { published, sourceOf, stated } from './sources.js';
import { type TypeContext, typeOf } from './types.js';

export interface BuildOptions {
  /** Variables that are set; they have been substituted in the document. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Resolves a document that has been validated and substituted: our YAML, or a published Discovery document.
 * Statements win over conventions, which complete lists, operations, request ids, actions and resources.
 */
export function buildModel(value: JsonObject, options: BuildOptions): Api {
  const source = sourceOf(value, published);
  const schemaIds = new Set(objectsAt(value, 'schemas').map(([id]) => id));
  const context: TypeContext = { source, published: isPublished(value), schemas: schemaIds, takers: takersIn(value) };
  const schemas = recogniseFields(schemasOf(value, context));
  const identity = identityOf(value, options);
  const methods = methodsOf(value, { ...context, api: identity, lookup: lookupIn({ schemas }) });
  return recognise({
    kind: 'api',
    ...stated(value, source),
    notShown: [],
    ...identity,
    documents: objectsAt(value, 'x-documents').map(([id, document]) => ({ id, title: textAt(document, 'title') ?? id })),
    scopes: scopesOf(value),
    parameters: commonParameters(value, context),
    schemas,
    methods,
    resources: [],
    ...present({ errorInfo: errorInfoOf(value, source) }),
    open: openTopics(value, source),
    statements: statementsOf(value, source),
  });
}

/** A Discovery document as published: without our statements of where things come from. */
function isPublished(value: JsonObject): boolean {
  return textAt(value, 'kind') === 'discovery#restDescription' && !Object.hasOwn(value, 'x-source') && !Object.hasOwn(value, 'x-documents');
}

type Identity = Pick<
  Api,
  | 'name'
  | 'version'
  | 'title'
  | 'className'
  | 'rootUrl'
  | 'rootUrlVariable'
  | 'servicePath'
  | 'batchPath'
  | 'endpoints'
  | 'features'
  | 'variables'
  | 'declared'
>;

/** Of a published document that states none: the one that its id names (`shop:v2`), else `v1`. */
function versionOf(value: JsonObject): string {
  const named = /:([A-Za-z0-9._-]+)$/.exec(textAt(value, 'id') ?? '')?.[1];
  return textAt(value, 'version') ?? named ?? 'v1';
}

function identityOf(value: JsonObject, options: BuildOptions): Identity {
  const name = textAt(value, 'name') ?? '';
  const variables = variablesOf(value, options);
  return {
    name,
    version: versionOf(value),
    title: textAt(value, 'title') ?? name,
    className: classNameOf(textAt(value, 'canonicalName') ?? name),
    ...addressOf(textAt(value, 'rootUrl'), variables),
    servicePath: folder(textAt(value, 'servicePath') ?? ''),
    ...present({ batchPath: textAt(value, 'batchPath') }),
    endpoints: endpointsOf(value),
    features: stringsAt(value, 'features'),
    variables,
    declared: objectsAt(value, 'x-variables')
      .map(([name, variable]) => ({ name, description: textAt(variable, 'description') ?? '' }))
      .sort(byKey(({ name }) => name)),
  };
}

/** Of two addresses for one location the first counts. */
function endpointsOf(value: JsonObject): readonly Endpoint[] {
  const found = new Map<string, Endpoint>();
  for (const element of listAt(value, 'endpoints')) {
    if (!isObject(element)) continue;
    const [location, url] = [textAt(element, 'location'), textAt(element, 'endpointUrl')];
    if (location === undefined || location === '' || url === undefined || found.has(location)) continue;
    const deprecated = isTrue(element, 'deprecated');
    found.set(location, { location, url, ...present({ description: textAt(element, 'description') }), deprecated });
  }
  return [...found.values()].sort(byKey(({ location }) => location));
}

/** `OS Config` -> `OsConfig`, `YouTube` -> `YouTube`, `dns` -> `Dns`. */
function classNameOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + (isAllCapitals(word) ? word.slice(1).toLowerCase() : word.slice(1))).join('');
}

function isAllCapitals(word: string): boolean {
  return word === word.toUpperCase();
}

function folder(path: string): string {
  const inner = path.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `${inner}/`;
}

function variablesOf(value: JsonObject, options: BuildOptions): Readonly<Record<string, string>> {
  const declared = objectsAt(value, 'x-variables');
  const defaults = declared.flatMap(([name, { default: text }]) => (typeof text === 'string' ? [[name, text] as const] : []));
  const set = Object.entries(options.variables).filter(([name]) => declared.length === 0 || declared.some(([known]) => known === name));
  const all = new Map([...defaults, ...set]);
  return Object.fromEntries([...all].sort(byKey(([name]) => name)));
}

/** An address that is still a variable is none. */
function addressOf(written: string | undefined, variables: Identity['variables']): Pick<Api, 'rootUrl' | 'rootUrlVariable'> {
  if (written === undefined) return {};
  const variable = /\{([^{}]+)\}/.exec(written)?.[1];
  if (variable !== undefined) return { rootUrlVariable: variable };
  const rootUrl = `${written.replace(/\/+$/, '')}/`;
  const behind = Object.keys(variables).find((name) => `${(variables[name] ?? '').replace(/\/+$/, '')}/` === rootUrl);
  return { rootUrl, ...present({ rootUrlVariable: behind }) };
}

function schemasOf(value: JsonObject, context: TypeContext): readonly Schema[] {
  const elements = [...objectsAt(value, 'schemas')].sort(byKey(([id]) => id));
  const { takers } = context;
  const types = new Map<string, Type>(
    elements.map(([id, element]) => {
      const type = typeOf(element, { ...context, takenBy: () => takers?.of(id) ?? [] });
      return [id, takers === undefined ? type : lessGivenByPath(type, id, takers)];
    }),
  );
  const directional = directionalSchemas(types);
  return elements.map(([id, element]) => ({
    kind: 'schema',
    id,
    ...stated(element, context.source),
    type: types.get(id) ?? { kind: 'any' },
    directional: directional.has(id),
  }));
}

function scopesOf(value: JsonObject): Api['scopes'] {
  const oauth = objectAt(objectAt(value, 'auth') ?? {}, 'oauth2') ?? {};
  return objectsAt(oauth, 'scopes')
    .map(([name, scope]) => ({ name, description: textAt(scope, 'description') ?? '' }))
    .sort(byKey(({ name }) => name));
}

function openTopics(value: JsonObject, around: Source): readonly NotShown[] {
  return listAt(value, 'x-notShown').flatMap((entry): NotShown[] => {
    if (typeof entry === 'string') return [{ topic: entry, source: around }];
    return isObject(entry) ? [{ topic: textAt(entry, 'topic') ?? '', source: sourceOf(entry, around, 'source') }] : [];
  });
}

function errorInfoOf(value: JsonObject, around: Source): Api['errorInfo'] {
  const stated = objectAt(value, 'x-errorInfo');
  const domain = stated && textAt(stated, 'domain');
  return stated && domain !== undefined ? { domain, source: sourceOf(stated, around, 'source') } : undefined;
}

function statementsOf(value: JsonObject, around: Source): readonly Statement[] {
  return listAt(value, 'x-statements').flatMap((entry): Statement[] =>
    isObject(entry)
      ? [{ topic: textAt(entry, 'topic') ?? '', text: textAt(entry, 'text') ?? '', source: sourceOf(entry, around, 'source') }]
      : [],
  );
}
