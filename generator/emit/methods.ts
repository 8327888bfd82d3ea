/** `src/methods.ts`: each method as a function of a client, so that a bundle holds only those that are used. */
import { StructureKind, VariableDeclarationKind, type ImportDeclarationStructure, type VariableStatementStructure } from 'ts-morph';
import type { Api, Method } from '../model/model.js';
import { callTypes, noting, stepsOf } from './calls.js';
import { methodDescriptor } from './descriptors.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { methodDocs } from './method-docs.js';
import type { Names } from './names.js';
import { allOptional } from './parameter-types.js';
import { importTypes, printFile } from './print.js';
import { helpers, methodTypes } from './symbols.js';

const runtime = './runtime/client/index.js';

/** A method that needs no parameters may be called without them. */
function typeName(method: Method, api: Api): string {
  return `${allOptional(method, api) ? 'Free' : ''}${method.list === undefined ? '' : 'List'}Method`;
}

function methodConstant(method: Method, api: Api, names: Names): VariableStatementStructure {
  const { constant } = names.method(method.id);
  const { params, result, item, items = '' } = callTypes(method, api, names);
  const kind = typeName(method, api);
  const [type, define] =
    item === undefined
      ? [`${kind}<${params}, ${result}>`, 'defineMethod']
      : [`${kind}<${params}, ${result}, ${item}, ${items}>`, 'defineListMethod'];
  const steps = stepsOf(methodDescriptor(method, api));
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    isExported: true,
    docs: methodDocs(method),
    declarations: [{ name: constant, type, initializer: `/* @__PURE__ */ ${define}(${[`d.${constant}`, ...steps].join(', ')})` }],
  };
}

function imports(api: Api, types: readonly string[]): ImportDeclarationStructure[] {
  const lists = api.methods.some(({ list }) => list !== undefined);
  const plain = api.methods.some(({ list }) => list === undefined);
  const steps = new Set(api.methods.flatMap((method) => stepsOf(methodDescriptor(method, api))));
  const values = [...(lists ? ['defineListMethod'] : []), ...(plain ? ['defineMethod'] : []), ...steps].sort();
  const kinds = new Set(api.methods.map((method) => typeName(method, api)));
  return [
    { kind: StructureKind.ImportDeclaration, namespaceImport: 'd', moduleSpecifier: './descriptors.js' },
    { kind: StructureKind.ImportDeclaration, namedImports: values, moduleSpecifier: runtime },
    ...importTypes([...kinds].sort(), runtime),
    ...importTypes(types, './types.js'),
  ];
}

/** What it takes to call a method without the whole client. */
function exports(api: Api): readonly string[] {
  const options = api.rootUrl === undefined ? 'options: ClientOptions & { readonly rootUrl: string }' : 'options: ClientOptions = {}';
  return [
    `import { createTransport } from '${runtime}';`,
    `import type { Client, ClientOptions } from '${runtime}';`,
    `import { api } from './descriptors.js';`,
    `/** A plain client: what the functions of this module are called with. */`,
    `export function createClient(${options}): Client { return createTransport(api, options); }`,
    `export { api };`,
    `export { ${['createTransport', ...helpers, 'waitForOperation'].join(', ')} } from '${runtime}';`,
    `export type { ${['Client', 'ClientOptions', ...methodTypes].sort().join(', ')} } from '${runtime}';`,
  ];
}

function emitMethods(api: Api, context: EmitContext): EmittedFile[] {
  const { names, imports: used } = noting(context.names);
  const constants = api.methods.map((method) => methodConstant(method, api, names));
  const text = printFile([...(api.methods.length === 0 ? [] : imports(api, used())), ...constants, ...exports(api)]);
  return [{ path: 'src/methods.ts', text, format: 'prettier' }];
}

export const methods: Emitter = { name: 'methods', part: 'client', emit: emitMethods };
