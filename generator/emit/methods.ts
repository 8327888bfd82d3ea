/** `src/methods.ts`: each method as a function of a client, so that a bundle holds only those that are used. */
import { StructureKind, VariableDeclarationKind, type ImportDeclarationStructure, type VariableStatementStructure } from 'ts-morph';
import type { Api, Method } from '../model/model.js';
import { callTypes, noting } from './calls.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { methodDocs } from './method-docs.js';
import type { Names } from './names.js';
import { importTypes, printFile } from './print.js';
import { methodTypes } from './symbols.js';

const runtime = './runtime/client/index.js';

function methodConstant(method: Method, api: Api, names: Names): VariableStatementStructure {
  const { constant } = names.method(method.id);
  const { params, result, item } = callTypes(method, api, names);
  const [type, define] =
    item === undefined
      ? [`Method<${params}, ${result}>`, 'defineMethod']
      : [`ListMethod<${params}, ${result}, ${item}>`, 'defineListMethod'];
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    isExported: true,
    docs: methodDocs(method),
    declarations: [{ name: constant, type, initializer: `/* @__PURE__ */ ${define}(d.${constant})` }],
  };
}

function imports(api: Api, types: readonly string[]): ImportDeclarationStructure[] {
  const lists = api.methods.some(({ list }) => list !== undefined);
  const plain = api.methods.some(({ list }) => list === undefined);
  const values = [...(lists ? ['defineListMethod'] : []), ...(plain ? ['defineMethod'] : [])];
  return [
    { kind: StructureKind.ImportDeclaration, namespaceImport: 'd', moduleSpecifier: './descriptors.js' },
    { kind: StructureKind.ImportDeclaration, namedImports: values, moduleSpecifier: runtime },
    ...importTypes([...(lists ? ['ListMethod'] : []), ...(plain ? ['Method'] : [])], runtime),
    ...importTypes(types, './types.js'),
  ];
}

/** What it takes to call a method without the whole client. */
const exports = [
  `export { api } from './descriptors.js';`,
  `export { createTransport, waitForOperation } from '${runtime}';`,
  `export type { ${methodTypes.join(', ')} } from '${runtime}';`,
];

function emitMethods(api: Api, context: EmitContext): EmittedFile[] {
  const { names, imports: used } = noting(context.names);
  const constants = api.methods.map((method) => methodConstant(method, api, names));
  const text = printFile([...(api.methods.length === 0 ? [] : imports(api, used())), ...constants, ...exports]);
  return [{ path: 'src/methods.ts', text, format: 'prettier' }];
}

export const methods: Emitter = { name: 'methods', part: 'client', emit: emitMethods };
