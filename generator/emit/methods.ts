/** Emits `src/methods.ts`: one function per method, so that a bundle contains only the methods that it uses. */
import type { Api, Method } from '../model/model.js';
import { buildCallTypes, createNameTracker, formatMethodType, listCallSteps, type CallTypes, type NameTracker } from './call-types.js';
import { listOperationRoutes } from './descriptors.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { listFeatureHelpers, detectFeatures, listFeatureTypes, formatOptionsType, formatTransport, listOptionTypes } from './features.js';
import { type Names, qualifyTypeNames } from './names.js';
import { createDoc, createMediaDocs, createMethodDocs, waitForOperationDocs } from './doc-comments.js';
import {
  createConstant,
  createExport,
  createFunction,
  createImport,
  createNamespaceImport,
  createTypeImport,
  type ModuleStatement,
} from '../lib/module-statements.js';
import { helpers, methodTypes } from './symbols.js';

const runtime = '../runtime/client.js';

interface MethodsContext {
  readonly api: Api;
  readonly names: Names;
  /** Record the functions and types of the runtime that the methods use. */
  readonly trackFunction: NameTracker['track'];
  readonly trackType: NameTracker['track'];
}

function createMethodConstant(method: Method, { api, names, trackFunction, trackType }: MethodsContext): ModuleStatement {
  const { constant } = names.method(method.id);
  const types = buildCallTypes(method, api, names);
  const { result, mediaParams } = types;
  const define = trackFunction(getDefineFunction(method, types));
  const steps = listCallSteps(method, api).map(trackFunction);
  // The parameters of a call without media and those of one with media have no common type.
  const typeArguments = mediaParams === undefined ? '' : `<object, ${result}>`;
  return createConstant({
    name: constant,
    type: formatMethodType(method, types, { api, track: trackType }),
    initializer: `/* @__PURE__ */ ${define}${typeArguments}(${[`d.${constant}`, ...steps].join(', ')})`,
    docs: createMethodDocs(method),
  });
}

function getDefineFunction({ returnsEvents }: Method, { item }: CallTypes): string {
  if (item !== undefined) return 'defineListMethod';
  return returnsEvents ? 'defineStreamingMethod' : 'defineMethod';
}

/** Creates the `Media` variant of a method, if it returns media. */
function createMediaConstants(method: Method, { api, names, trackFunction, trackType }: MethodsContext): readonly ModuleStatement[] {
  const { constant, mediaConstant: name, params } = names.method(method.id);
  if (name === undefined) return [];
  const steps = listCallSteps(method, api).filter((name) => name !== 'applyDataWrapper');
  const initializer = `/* @__PURE__ */ ${trackFunction('defineMediaMethod')}(${[`d.${constant}`, ...steps].join(', ')})`;
  return [createConstant({ name, type: `${trackType('MediaMethod')}<${params}>`, initializer, docs: createMediaDocs(method) })];
}

/** The exports that replace the members of the full client. */
function listExports(api: Api, { names, trackFunction, trackType }: MethodsContext): readonly ModuleStatement[] {
  const { regional } = detectFeatures(api);
  const hasRoutes = listOperationRoutes(api).length > 0;
  const type = formatOptionsType(api, names.location);
  for (const name of [...(regional ? ['selectEndpoint'] : []), 'createTransport', 'defineWaitForOperation']) trackFunction(name);
  for (const name of ['ApiDescriptor', 'Client', ...listOptionTypes(api), 'WaitForOperation']) trackType(name);
  return [
    createFunction({
      name: 'createClient',
      docs: [createDoc('Creates the client that the functions of this module take as their first argument.')],
      parameters: [{ name: 'options', type, ...(api.rootUrl !== undefined && { initializer: '{}' }) }],
      returnType: 'Client',
      statements: [`return ${formatTransport(api, 'd.')};`],
    }),
    createConstant({
      name: 'waitForOperation',
      type: 'WaitForOperation',
      initializer: `/* @__PURE__ */ defineWaitForOperation(${hasRoutes ? 'd.operationRoutes' : ''})`,
      docs: waitForOperationDocs,
    }),
    createConstant({ name: 'api', type: 'ApiDescriptor', initializer: 'd.api' }),
    createExport(['createTransport', ...listFeatureHelpers(api), ...helpers], runtime),
    createExport(['Client', 'ClientOptions', ...listFeatureTypes(api), ...methodTypes].sort(), runtime, true),
  ];
}

export function emitMethods(api: Api, context: EmitContext): EmittedFile[] {
  const names = qualifyTypeNames(context.names);
  const { track: trackFunction, list: listRuntimeFunctions } = createNameTracker();
  const { track: trackType, list: listRuntimeTypes } = createNameTracker();
  const methodsContext = { api, names, trackFunction, trackType };
  const constants = api.methods.flatMap((method) => [
    createMethodConstant(method, methodsContext),
    ...createMediaConstants(method, methodsContext),
  ]);
  const exports = listExports(api, methodsContext);
  const imports = [
    createNamespaceImport('d', './descriptors.js'),
    createImport([...listRuntimeFunctions()], runtime),
    ...createTypeImport(listRuntimeTypes(), runtime),
    ...createTypeImport(detectFeatures(api).regional ? [names.location] : [], './index.js'),
    ...(api.methods.length === 0 ? [] : [createNamespaceImport('t', './types.js', true)]),
  ];
  const statements = [...imports, ...constants, ...exports];
  return [{ path: 'src/methods.ts', statements, format: 'prettier' }];
}
