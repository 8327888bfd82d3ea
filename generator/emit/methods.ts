/** Emits `src/methods.ts`: one function per method, so that a bundle contains only the methods that it uses. */
import type { Api, Method } from '../model/model.js';
import { buildCallTypes, trackImports, listMiddleware } from './call-types.js';
import { toMethodDescriptor, listWaitRoutes } from './descriptors.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { listFeatureHelpers, detectFeatures, listFeatureTypes, formatOptionsType, formatTransport } from './features.js';
import { createMediaDocs, createMethodDocs } from './method-docs.js';
import type { Names } from './names.js';
import { isCallableWithoutParameters } from './parameter-types.js';
import { createTypeImport, printFile } from './print-file.js';
import type { ConstantStructure, ImportStructure } from './structures.js';
import { helpers, methodTypes } from './symbols.js';

const runtime = './runtime/client/index.js';

/** A method without required parameters can be called without an argument. */
function getMethodTypeName(method: Method, api: Api): string {
  return `${isCallableWithoutParameters(method, api) ? 'Parameterless' : ''}${method.list === undefined ? '' : 'List'}Method`;
}

function createMethodConstant(method: Method, api: Api, names: Names): ConstantStructure {
  const { constant } = names.method(method.id);
  const { params, result, item, items = '', token, options } = buildCallTypes(method, api, names);
  const extraTypes = options === 'UploadOptions' ? ', UploadOptions' : '';
  const kind = getMethodTypeName(method, api);
  const [type, define] =
    item === undefined
      ? [`${kind}<${params}, ${result}${extraTypes}>`, 'defineMethod']
      : [`${kind}<${params}, ${result}, ${item}, ${items}${token === undefined ? '' : `, ${token}`}>`, 'defineListMethod'];
  const middleware = listMiddleware(toMethodDescriptor(method, api), detectFeatures(api));
  return {
    kind: 'constant',
    docs: createMethodDocs(method),
    name: constant,
    type,
    initializer: `/* @__PURE__ */ ${define}(${[`d.${constant}`, ...middleware].join(', ')})`,
  };
}

/** Creates the `Media` variant of a method, if it returns media. */
function createMediaConstants(method: Method, api: Api, names: Names): readonly ConstantStructure[] {
  const { constant, mediaConstant: name, params } = names.method(method.id);
  if (name === undefined) return [];
  const middleware = listMiddleware(toMethodDescriptor(method, api), detectFeatures(api)).filter((name) => name !== 'applyDataWrapper');
  return [
    {
      kind: 'constant',
      docs: createMediaDocs(method),
      name,
      type: `MediaMethod<${params}>`,
      initializer: `/* @__PURE__ */ defineMediaMethod(${[`d.${constant}`, ...middleware].join(', ')})`,
    },
  ];
}

function createImports(api: Api, types: readonly string[]): ImportStructure[] {
  const lists = api.methods.some(({ list }) => list !== undefined);
  const plain = api.methods.some(({ list }) => list === undefined);
  const middleware = new Set(api.methods.flatMap((method) => listMiddleware(toMethodDescriptor(method, api), detectFeatures(api))));
  const { uploads, downloads } = detectFeatures(api);
  const values = [
    ...(lists ? ['defineListMethod'] : []),
    ...(downloads ? ['defineMediaMethod'] : []),
    ...(plain ? ['defineMethod'] : []),
    ...middleware,
  ].sort();
  const extraTypes = [...(downloads ? ['MediaMethod'] : []), ...(uploads ? ['UploadOptions'] : [])];
  const kinds = new Set([...api.methods.map((method) => getMethodTypeName(method, api)), ...extraTypes]);
  return [
    { kind: 'import', namespaceImport: 'd', moduleSpecifier: './descriptors.js' },
    { kind: 'import', namedImports: values, moduleSpecifier: runtime },
    ...createTypeImport([...kinds].sort(), runtime),
    ...createTypeImport(types, './types.js'),
  ];
}

/** The exports that replace the members of the full client. */
function listExports(api: Api, names: Names): readonly string[] {
  const { regional } = detectFeatures(api);
  const waits = listWaitRoutes(api).length > 0;
  const options = `options: ${formatOptionsType(api, names.location)}${api.rootUrl === undefined ? '' : ' = {}'}`;
  return [
    `import { ${regional ? 'selectEndpoint, ' : ''}createTransport, defineWaitForOperation } from '${runtime}';`,
    `import type { Client, ${regional ? 'RegionalOptions' : 'ClientOptions'}, WaitForOperation } from '${runtime}';`,
    `import { api${regional ? ', endpoints' : ''}${waits ? ', waits' : ''} } from './descriptors.js';`,
    ...(regional ? [`import type { ${names.location} } from './client.js';`] : []),
    `/** Creates the client that the functions of this module take as their first argument. */`,
    `export function createClient(${options}): Client {\n  return ${formatTransport(api)};\n}`,
    '/**',
    ' * Polls an operation until it is done.',
    ' *',
    ' * @returns The completed operation.',
    ' * @throws OperationError If the operation failed.',
    " * @throws TimeoutError If the operation isn't done in time.",
    ' */',
    `export const waitForOperation: WaitForOperation = /* @__PURE__ */ defineWaitForOperation(${waits ? 'waits' : ''});`,
    `export { api };`,
    `export { ${['createTransport', ...listFeatureHelpers(api), ...helpers].join(', ')} } from '${runtime}';`,
    `export type { ${['Client', 'ClientOptions', ...listFeatureTypes(api), ...methodTypes].sort().join(', ')} } from '${runtime}';`,
  ];
}

function emitMethods(api: Api, context: EmitContext): EmittedFile[] {
  const { names, imports: listImports } = trackImports(context.names);
  const constants = api.methods.flatMap((method) => [
    createMethodConstant(method, api, names),
    ...createMediaConstants(method, api, names),
  ]);
  const text = printFile([
    ...(api.methods.length === 0 ? [] : createImports(api, listImports())),
    ...constants,
    ...listExports(api, names),
  ]);
  return [{ path: 'src/methods.ts', text, format: 'prettier' }];
}

export const methods: Emitter = { name: 'methods', part: 'client', emit: emitMethods };
