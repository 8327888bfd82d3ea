/** The client as one object with nested collections. */
import type { Api, Method } from '../model/model.js';
import { buildCallTypes, createNameTracker, trackImports, type CallTypes, type NameTracker } from './call-types.js';
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
  /** Records the types of the runtime that the client uses. */
  readonly track: NameTracker['track'];
}

/** Creates the signature of a method, and another one if calls that send media, or return events, have other types. */
function createMethodSignatures(method: Method, context: ClientContext): readonly MethodMember[] {
  const types = buildCallTypes(method, context.api, context.names);
  const common = { name: toPropertyName(toMethodPropertyName(method.name)), docs: createMethodDocs(method) };
  return listSignatures(method, types, context).map((signature) => ({ ...common, ...signature }));
}

function listSignatures(method: Method, types: CallTypes, context: ClientContext): readonly Partial<MethodMember>[] {
  if (method.returnsEvents) return createStreamingSignatures(types, context);
  const { mediaParams } = types;
  if (mediaParams === undefined) return [createSignature(types, context)];
  context.track(mediaParams.bodyType);
  const mediaTypes: CallTypes = { ...types, params: `(${mediaParams.text})`, optional: false, options: 'MediaOptions' };
  return [createSignature(types, context), createSignature(mediaTypes, context)];
}

function createSignature(types: CallTypes, context: ClientContext): Partial<MethodMember> {
  return hasMaskableResponse(types) ? createMaskedSignature(types, context) : createPlainSignature(types, context);
}

/** Whether a field mask can narrow the response. */
function hasMaskableResponse({ result }: CallTypes): boolean {
  return result !== 'void' && result !== 'unknown';
}

function createPlainSignature({ params, optional, result, options }: CallTypes, { track }: ClientContext): Partial<MethodMember> {
  return {
    parameters: [
      { name: 'params', type: params, hasQuestionToken: optional },
      { name: 'options', type: track(options), hasQuestionToken: options !== 'MediaOptions' },
    ],
    returnType: `${track('Call')}<${result}>`,
  };
}

function createMaskedSignature(types: CallTypes, { track }: ClientContext): Partial<MethodMember> {
  const { params, optional, result, options } = types;
  return {
    typeParameters: [{ name: 'Mask', isConst: true, constraint: `${track('Fields')}<${result}>`, default: `'*'` }],
    parameters: [
      { name: 'params', type: `${params} & ${track('FieldsParameter')}<${result}, Mask>`, hasQuestionToken: optional },
      { name: 'options', type: track(options), hasQuestionToken: options !== 'MediaOptions' },
    ],
    returnType: formatMaskedCall(types, track),
  };
}

/** One signature for a call that returns events, and one for all others. */
function createStreamingSignatures(types: CallTypes, { track }: ClientContext): readonly Partial<MethodMember>[] {
  const { params, optional, result, options } = types;
  const mask = { name: 'Mask', isConst: true, constraint: `${track('Fields')}<${result}>`, default: `'*'` };
  const alt = { name: 'Alt', isConst: true, constraint: 'string | undefined', default: 'undefined' };
  const masked = `${track('Masked')}<${result}, Mask>`;
  const createParameters = (type: string, hasQuestionToken: boolean): NonNullable<MethodMember['parameters']> => [
    { name: 'params', type: `${params} & ${track('FieldsParameter')}<${result}, Mask> & ${type}`, hasQuestionToken },
    { name: 'options', type: track(options), hasQuestionToken: true },
  ];
  return [
    {
      typeParameters: [mask],
      parameters: createParameters(track('EventsParameter'), false),
      returnType: `${track('EventStream')}<${masked}>`,
    },
    {
      typeParameters: [mask, alt],
      parameters: createParameters(`${track('AltParameter')}<Alt>`, optional),
      returnType: `${track('StreamingCall')}<${masked}, Alt>`,
    },
  ];
}

function formatMaskedCall({ result, item, items = 'never', token }: CallTypes, track: NameTracker['track']): string {
  if (item === undefined) return `${track('Call')}<${track('Masked')}<${result}, Mask>>`;
  const page = `${track('MaskedPage')}<${result}, Mask${token === undefined ? '' : `, ${token}`}>`;
  return `${track('PagedCall')}<${track('MaskedItem')}<${item}, Mask, ${items}>, ${page}>`;
}

/** The `Media` variant of a method, which returns raw content. */
function createMediaSignature(name: string, method: Method, { names, track }: ClientContext): MethodMember {
  return {
    name: toPropertyName(name),
    parameters: [
      { name: 'params', type: names.method(method.id).params },
      { name: 'options', type: track('DownloadOptions'), hasQuestionToken: true },
    ],
    returnType: track('MediaCall'),
    docs: createMediaDocs(method),
  };
}

/** Lists the methods of a tree that return media, by the names of their `Media` variants. */
function listMediaMethods(tree: MethodTree): readonly (readonly [string, Method])[] {
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
      ...[...tree.methods.values()].flatMap((method) => createMethodSignatures(method, context)),
      ...listMediaMethods(tree).map(([name, method]) => createMediaSignature(name, method, context)),
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

function createClientInterface(tree: MethodTree, context: ClientContext): Statement {
  const { api, names } = context;
  const { properties = [], methods = [] } = createMembers(tree, context, true);
  return createInterface({
    name: names.client,
    extends: [context.track('Client')],
    docs: createDocs({ stated: { ...api, description: api.description ?? api.title } }),
    properties,
    methods: hasOperations(api) ? [...methods, createWaitSignature(context)] : methods,
  });
}

/** Formats a tree of methods as an object literal. */
function formatTree(tree: MethodTree, names: Names, extraEntries?: readonly string[]): string {
  const functions = [...tree.methods.values()].map(
    ({ id, name }) => `${toPropertyKey(toMethodPropertyName(name))}: m${toPropertyAccess(names.method(id).constant)}`,
  );
  const inner = listCollections(tree, extraEntries !== undefined).map(
    ([name, subtree]) => `${toPropertyKey(name)}: ${formatTree(subtree, names)}`,
  );
  const media = listMediaMethods(tree).map(
    ([name, { id }]) => `${toPropertyKey(name)}: m${toPropertyAccess(names.method(id).mediaConstant ?? '')}`,
  );
  const entries = [...inner, ...functions, ...media, ...(extraEntries ?? [])];
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function createClientFunction(tree: MethodTree, api: Api, names: Names): Statement {
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
    statements: [`return bindMethods<${names.client}>(${formatTransport(api)}, ${formatTree(tree, names, extraEntries)});`],
  });
}

function createImports(api: Api, runtimeTypes: readonly string[], types: readonly string[]): Statement[] {
  const { regional } = detectFeatures(api);
  return [
    createImport(['api', ...(regional ? ['endpoints'] : [])], './descriptors.js'),
    ...(api.methods.length === 0 ? [] : [createNamespaceImport('m', './methods.js')]),
    createImport([...(regional ? ['selectEndpoint'] : []), 'bindMethods', 'createTransport'], runtime),
    ...createTypeImport([...runtimeTypes, regional ? 'RegionalOptions' : 'ClientOptions'].sort(), runtime),
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
  const { track, list: listRuntimeTypes } = createNameTracker();
  const tree = buildMethodTree(api);
  const locations = detectFeatures(api).regional ? [createLocationType(api, plainNames)] : [];
  const clientInterface = createClientInterface(tree, { api, names, track });
  const declarations = [...locations, clientInterface, createClientFunction(tree, api, plainNames)];
  return [
    ...createImports(api, listRuntimeTypes(), listImports()),
    ...declarations,
    createExport([`${names.createClient} as createClient`]),
  ];
}
