/** The client as one object with nested collections. */
import type { Api, Method } from '../model/model.js';
import { buildCallTypes, createNameTracker, formatMethodType, type NameTracker } from './call-types.js';
import { createDoc, createDocs, createMediaDocs, createSummaryDocs, waitForOperationDocs } from './doc-comments.js';
import { detectFeatures, formatOptionsType, formatTransport, listOptionTypes } from './features.js';
import { escapeComment, toPropertyAccess, toPropertyKey, toPropertyName, toStringLiteral } from '../lib/literals.js';
import { buildMethodTree, getMemberNames, hasOperations, type MethodCollection, waitForOperationName } from './method-tree.js';
import { type Names, qualifyTypeNames } from './names.js';
import {
  createExport,
  createFunction,
  createImport,
  createInterface,
  createNamespaceImport,
  createTypeAlias,
  createTypeImport,
  type TypeMembers,
  type MethodMember,
  type PropertyMember,
  type ModuleStatement,
} from '../lib/module-statements.js';

const runtime = '../runtime/client.js';

interface ClientContext {
  readonly api: Api;
  readonly names: Names;
  /** The methods of the client. */
  readonly root: MethodCollection;
  /** Records the types of the runtime that the client uses. */
  readonly track: NameTracker['track'];
}

/** The comment is only the summary. The function in `methods.ts` has the facts about the method. */
function createMethodProperty(name: string, method: Method, context: ClientContext): PropertyMember {
  const types = buildCallTypes(method, context.api, context.names);
  const type = formatMethodType(method, types, { ...context, prefix: 'Bound' });
  return { name: toPropertyName(name), isReadonly: true, type, docs: createSummaryDocs(method) };
}

/** The `Media` variant of a method, which returns raw content. */
function createMediaProperty(name: string, method: Method, { names, track }: ClientContext): PropertyMember {
  const type = `${track('BoundMediaMethod')}<${names.method(method.id).params}>`;
  return { name: toPropertyName(name), isReadonly: true, type, docs: createMediaDocs(method) };
}

interface NamedMembers {
  readonly methods: readonly (readonly [name: string, method: Method])[];
  /** The methods that return media, with the names of their `Media` variants. */
  readonly media: readonly (readonly [name: string, method: Method])[];
  readonly collections: readonly (readonly [name: string, tree: MethodCollection])[];
}

/** Lists the members of a tree with their property names. */
function listMembers(tree: MethodCollection, root: MethodCollection): NamedMembers {
  const names = getMemberNames(tree, root);
  const list = <T>(members: ReadonlyMap<string, T>, propertyNames: ReadonlyMap<string, string>): readonly (readonly [string, T])[] =>
    [...members].flatMap(([name, member]) => {
      const propertyName = propertyNames.get(name);
      return propertyName === undefined ? [] : [[propertyName, member] as const];
    });
  return {
    methods: list(tree.methods, names.methods),
    media: list(tree.methods, names.media),
    collections: list(tree.collections, names.collections),
  };
}

function createMembers(tree: MethodCollection, context: ClientContext): TypeMembers {
  const members = listMembers(tree, context.root);
  return {
    properties: [
      ...members.collections.map(([name, inner]) => ({
        name: toPropertyName(name),
        isReadonly: true,
        type: createMembers(inner, context),
      })),
      ...members.methods.map(([name, method]) => createMethodProperty(name, method, context)),
      ...members.media.map(([name, method]) => createMediaProperty(name, method, context)),
    ],
  };
}

/** The union of the operation types of the API. */
function formatOperationType({ api, names }: Pick<ClientContext, 'api' | 'names'>): string {
  const texts = api.methods.filter(({ operation }) => operation !== undefined).map((method) => buildCallTypes(method, api, names).result);
  return [...new Set(texts)].join(' | ');
}

function createWaitSignature(context: ClientContext): MethodMember {
  const operation = formatOperationType(context);
  return {
    name: waitForOperationName,
    parameters: [
      { name: 'operation', type: operation },
      { name: 'options', type: `${context.track('WaitOptions')}<${operation}>`, hasQuestionToken: true },
    ],
    returnType: `Promise<${operation}>`,
    docs: waitForOperationDocs,
  };
}

function createClientInterface(tree: MethodCollection, context: ClientContext): ModuleStatement {
  const { api, names } = context;
  const { properties = [] } = createMembers(tree, context);
  return createInterface({
    name: names.client,
    extends: [context.track('Client')],
    docs: createDocs({ stated: { ...api, description: api.description ?? api.title } }),
    properties,
    methods: hasOperations(api) ? [createWaitSignature(context)] : [],
  });
}

/** Formats a tree of methods as an object literal. */
function formatTree(
  tree: MethodCollection,
  { names, root }: Pick<ClientContext, 'names' | 'root'>,
  extraEntries: readonly string[] = [],
): string {
  const members = listMembers(tree, root);
  const functions = members.methods.map(([name, { id }]) => `${toPropertyKey(name)}: m${toPropertyAccess(names.method(id).constant)}`);
  const inner = members.collections.map(([name, subtree]) => `${toPropertyKey(name)}: ${formatTree(subtree, { names, root })}`);
  const media = members.media.map(([name, { id }]) => `${toPropertyKey(name)}: m${toPropertyAccess(names.method(id).mediaConstant ?? '')}`);
  const entries = [...inner, ...functions, ...media, ...extraEntries];
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function createClientFunction(tree: MethodCollection, api: Api, names: Names): ModuleStatement {
  const needsAddress = api.rootUrl === undefined;
  const address = needsAddress ? "rootUrl: 'https://service.example.com', " : '';
  const summary = `Creates a client for ${/\b(?:API|service)$/i.test(api.title) ? 'the ' : ''}${api.title}.`;
  const extraEntries = hasOperations(api)
    ? [`${waitForOperationName}: m.${waitForOperationName}<${formatOperationType({ api, names })}>`]
    : [];
  return createFunction({
    name: names.createClient,
    docs: [
      createDoc(
        [
          `${escapeComment(summary)}${needsAddress ? ' The option `rootUrl` is required.' : ''}`,
          `\`\`\`ts\nconst client = ${names.createClient}({ ${address}auth: () => token });\n\`\`\``,
          '@throws ParameterError If an option is unknown or malformed.',
        ].join('\n\n'),
      ),
    ],
    parameters: [{ name: 'options', type: formatOptionsType(api, names.location), ...(!needsAddress && { initializer: '{}' }) }],
    returnType: names.client,
    statements: [`return bindMethods<${names.client}>(${formatTransport(api)}, ${formatTree(tree, { names, root: tree }, extraEntries)});`],
  });
}

function createImports(api: Api, runtimeTypes: readonly string[]): ModuleStatement[] {
  const { regional } = detectFeatures(api);
  return [
    createImport(['api', ...(regional ? ['endpoints'] : [])], './descriptors.js'),
    ...(api.methods.length === 0 ? [] : [createNamespaceImport('m', './methods.js')]),
    createImport([...(regional ? ['selectEndpoint'] : []), 'bindMethods', 'createTransport'], runtime),
    ...createTypeImport([...runtimeTypes, ...listOptionTypes(api)].sort(), runtime),
    ...(api.methods.length === 0 ? [] : [createNamespaceImport('t', './types.js', true)]),
  ];
}

function createLocationType({ endpoints }: Api, names: Names): ModuleStatement {
  return createTypeAlias({
    name: names.location,
    docs: [createDoc('The locations with their own address. For any other location, set `rootUrl`.')],
    type: endpoints.map(({ location }) => toStringLiteral(location)).join(' | '),
  });
}

export function createClientDeclarations(api: Api, plainNames: Names): readonly ModuleStatement[] {
  const names = qualifyTypeNames(plainNames);
  const { track, list: listRuntimeTypes } = createNameTracker();
  const tree = buildMethodTree(api);
  const locations = detectFeatures(api).regional ? [createLocationType(api, plainNames)] : [];
  const clientInterface = createClientInterface(tree, { api, names, track, root: tree });
  const declarations = [...locations, clientInterface, createClientFunction(tree, api, names)];
  return [...createImports(api, listRuntimeTypes()), ...declarations, createExport([`${names.createClient} as createClient`])];
}
