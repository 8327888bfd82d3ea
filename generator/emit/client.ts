/** The client as one object with nested collections. */
import type { Api, Method } from '../model/model.js';
import { buildCallTypes, trackImports, type CallTypes } from './call-types.js';
import { createDoc, createDocs, createMediaDocs, createMethodDocs, waitForOperationDocs } from './doc-comments.js';
import { detectFeatures, formatOptionsType, formatTransport } from './features.js';
import { escapeComment, toPropertyAccess, toPropertyKey, toPropertyName, toStringLiteral } from '../lib/literals.js';
import {
  clientMembers,
  toCollectionPropertyName,
  hasOperations,
  toMediaPropertyName,
  toMethodPropertyName,
  buildMethodTree,
  type MethodTree,
  waitForOperationName,
} from './method-tree.js';
import type { Names } from './names.js';
import {
  createExport,
  createFunction,
  createImport,
  createInterface,
  createNamespaceImport,
  createTypeAlias,
  createTypeImport,
  type Members,
  type MethodMember,
  type Statement,
} from '../lib/statements.js';

const runtime = './runtime/client.js';

interface ClientContext {
  readonly api: Api;
  readonly names: Names;
}

function createMethodSignature(method: Method, context: ClientContext): MethodMember {
  const types = buildCallTypes(method, context.api, context.names);
  return {
    name: toPropertyName(toMethodPropertyName(method.name)),
    ...(hasMaskableResponse(types) ? createMaskedSignature(types) : createPlainSignature(types)),
    docs: createMethodDocs(method),
  };
}

/** Whether a field mask can narrow the response. */
function hasMaskableResponse({ result }: CallTypes): boolean {
  return result !== 'void' && result !== 'unknown';
}

function createPlainSignature({ params, optional, result, options }: CallTypes): Partial<MethodMember> {
  return {
    parameters: [
      { name: 'params', type: params, hasQuestionToken: optional },
      { name: 'options', type: options, hasQuestionToken: true },
    ],
    returnType: `Call<${result}>`,
  };
}

function createMaskedSignature({ params, optional, result, item, items = 'never', token, options }: CallTypes): Partial<MethodMember> {
  const page = `MaskedPage<${result}, Mask${token === undefined ? '' : `, ${token}`}>`;
  return {
    typeParameters: [{ name: 'Mask', isConst: true, constraint: `Fields<${result}>`, default: `'*'` }],
    parameters: [
      { name: 'params', type: `${params} & FieldsParameter<${result}, Mask>`, hasQuestionToken: optional },
      { name: 'options', type: options, hasQuestionToken: true },
    ],
    returnType: item === undefined ? `Call<Masked<${result}, Mask>>` : `PagedCall<MaskedItem<${item}, Mask, ${items}>, ${page}>`,
  };
}

/** The `Media` variant of a method, which returns raw content. */
function createMediaSignature(name: string, method: Method, { names }: ClientContext): MethodMember {
  return {
    name: toPropertyName(name),
    parameters: [
      { name: 'params', type: names.method(method.id).params },
      { name: 'options', type: 'DownloadOptions', hasQuestionToken: true },
    ],
    returnType: 'MediaCall',
    docs: createMediaDocs(method),
  };
}

/** Lists the methods of a tree that return media, by the names of their `Media` variants. */
function listMediaCalls(tree: MethodTree): readonly (readonly [string, Method])[] {
  const mediaMethods = [...tree.methods.values()].filter((method) => method.returnsMedia);
  return mediaMethods.map((method) => [toMediaPropertyName(method.name, tree), method] as const);
}

function listCollections(tree: MethodTree, isRoot: boolean): readonly (readonly [string, MethodTree])[] {
  return [...tree.collections].map(
    ([name, inner]) => [toCollectionPropertyName(name, tree, isRoot ? clientMembers : undefined), inner] as const,
  );
}

function createMembers(tree: MethodTree, context: ClientContext, isRoot = false): Members {
  return {
    properties: listCollections(tree, isRoot).map(([name, inner]) => ({
      name: toPropertyName(name),
      isReadonly: true,
      type: createMembers(inner, context),
    })),
    methods: [
      ...[...tree.methods.values()].map((method) => createMethodSignature(method, context)),
      ...listMediaCalls(tree).map(([name, method]) => createMediaSignature(name, method, context)),
    ],
  };
}

/** The union of the operation types of the API. */
function formatOperationType({ api, names }: ClientContext): string {
  const texts = api.methods.filter(({ operation }) => operation !== undefined).map((method) => buildCallTypes(method, api, names).result);
  return [...new Set(texts)].join(' | ');
}

function createWaitSignature(context: ClientContext): MethodMember {
  const operation = formatOperationType(context);
  return {
    name: waitForOperationName,
    parameters: [
      { name: 'operation', type: operation },
      { name: 'options', type: `WaitOptions<${operation}>`, hasQuestionToken: true },
    ],
    returnType: `Promise<${operation}>`,
    docs: waitForOperationDocs,
  };
}

function createClientInterface(tree: MethodTree, context: ClientContext): Statement {
  const { api, names } = context;
  const { properties = [], methods = [] } = createMembers(tree, context, true);
  return createInterface({
    name: names.client,
    extends: ['Client'],
    docs: createDocs({ stated: { ...api, description: api.description ?? api.title } }),
    properties,
    methods: hasOperations(api) ? [...methods, createWaitSignature(context)] : methods,
  });
}

/** Formats a tree of methods as an object literal. */
function formatTree(tree: MethodTree, context: ClientContext, extraEntries?: readonly string[]): string {
  const { names } = context;
  const functions = [...tree.methods.values()].map(
    ({ id, name }) => `${toPropertyKey(toMethodPropertyName(name))}: m${toPropertyAccess(names.method(id).constant)}`,
  );
  const inner = listCollections(tree, extraEntries !== undefined).map(
    ([name, subtree]) => `${toPropertyKey(name)}: ${formatTree(subtree, context)}`,
  );
  const media = listMediaCalls(tree).map(
    ([name, { id }]) => `${toPropertyKey(name)}: m${toPropertyAccess(names.method(id).mediaConstant ?? '')}`,
  );
  const entries = [...inner, ...functions, ...media, ...(extraEntries ?? [])];
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function createClientFunction(tree: MethodTree, { api, names }: ClientContext): Statement {
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
    statements: [`return bindMethods<${names.client}>(${formatTransport(api)}, ${formatTree(tree, { api, names }, extraEntries)});`],
  });
}

function createImports({ api, names }: ClientContext, types: readonly string[]): Statement[] {
  const lists = api.methods.some(({ list }) => list !== undefined);
  const { uploads, downloads, regional } = detectFeatures(api);
  const calls = api.methods.some(({ list }) => list === undefined);
  const plain = api.methods.some((method) => buildCallTypes(method, api, names).options === 'CallOptions');
  const masked = api.methods.filter((method) => hasMaskableResponse(buildCallTypes(method, api, names)));
  const runtimeTypes = [
    'Client',
    regional ? 'RegionalOptions' : 'ClientOptions',
    ...(calls ? ['Call'] : []),
    ...(plain ? ['CallOptions'] : []),
    ...(uploads ? ['UploadOptions'] : []),
    ...(downloads ? ['DownloadOptions', 'MediaCall'] : []),
    ...(masked.length > 0 ? ['Fields', 'FieldsParameter'] : []),
    ...(masked.some(({ list }) => list === undefined) ? ['Masked'] : []),
    ...(lists ? ['ListOptions', 'MaskedItem', 'MaskedPage', 'PagedCall'] : []),
  ];
  return [
    createImport(['api', ...(regional ? ['endpoints'] : [])], './descriptors.js'),
    ...(api.methods.length === 0 ? [] : [createNamespaceImport('m', './methods.js')]),
    createImport([...(regional ? ['selectEndpoint'] : []), 'bindMethods', 'createTransport'], runtime),
    ...createTypeImport([...runtimeTypes, ...(hasOperations(api) ? ['WaitOptions'] : [])].sort(), runtime),
    ...createTypeImport(types, './types.js'),
  ];
}

function createLocationType({ endpoints }: Api, names: Names): Statement {
  return createTypeAlias({
    name: names.location,
    docs: [createDoc('The locations with their own address. For any other location, set `rootUrl`.')],
    type: endpoints.map(({ location }) => toStringLiteral(location)).join(' | '),
  });
}

export function createClientDeclarations(api: Api, plainNames: Names): readonly Statement[] {
  const { names, imports: listImports } = trackImports(plainNames);
  const tree = buildMethodTree(api);
  const locations = detectFeatures(api).regional ? [createLocationType(api, plainNames)] : [];
  const declarations = [...locations, createClientInterface(tree, { api, names }), createClientFunction(tree, { api, names: plainNames })];
  return [...createImports({ api, names }, listImports()), ...declarations, createExport([`${names.createClient} as createClient`])];
}
