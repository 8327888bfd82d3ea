/**
 * Compiles all validators of an API to one JavaScript module.
 * docs/decisions/0002-validator-compiler.md says why ajv doesn't.
 */
import { Name } from './code.js';
import { getLookup } from '../../model/schema-lookup.js';
import type { Api, Method, Type } from '../../model/model.js';
import type { Names } from '../names.js';
import { compileValidations, emitExpressions, hasRe2Patterns, type ExpressionCode } from '../validations.js';
import { re2Module } from '../regular-expressions.js';
import { FunctionBody } from './function-body.js';
import { emitTypeCheck } from './type-checks.js';
import { emitCommonParameterCheck, emitRequestCheck } from './request-checks.js';
import { errors, getSection, type Compilation, type CheckLocation } from './check-location.js';
import { toRawCode, Tables } from './code-tables.js';
import { serviceSymbols } from './runtime-symbols.js';

export interface CompiledModule {
  /** An ES module that depends only on the runtime of the package. */
  readonly text: string;
  /** The names of the exported validators. */
  readonly exports: readonly string[];
  /** The names of the expressions that are exported for the mock, with those of their types. */
  readonly expressions: ExpressionCode['names'];
}

/** A function of the module. */
interface FunctionDefinition {
  /** Absent if only other functions call it. */
  readonly exportName?: string;
  readonly source: string | undefined;
  readonly emitChecks: (site: CheckLocation) => void;
}

/** Returns the type of a response, unless a schema has its validator. */
export function getOwnResponseType(method: Method): Exclude<Type, { kind: 'ref' }> | undefined {
  return method.response === undefined || method.response.kind === 'ref' ? undefined : method.response;
}

/** Lists the functions: of the schemas, of the common parameters, and of the methods. */
function listFunctionDefinitions(api: Api, names: Names): FunctionDefinition[] {
  const schemas = api.schemas.map((schema): FunctionDefinition => {
    const exportName = names.schemaValidator(schema.id);
    return { exportName, source: getSection(schema), emitChecks: (site) => emitTypeCheck(site, schema.type) };
  });
  const methods = api.methods.flatMap((method): FunctionDefinition[] => {
    const { requestValidator, responseValidator } = names.method(method.id);
    const source = getSection(method);
    const response = getOwnResponseType(method);
    const request: FunctionDefinition = {
      exportName: requestValidator,
      source,
      emitChecks: (site) => emitRequestCheck(site, method, api),
    };
    if (response === undefined) return [request];
    return [request, { exportName: responseValidator, source, emitChecks: (site) => emitTypeCheck(site, response) }];
  });
  const common: FunctionDefinition = { source: undefined, emitChecks: (site) => emitCommonParameterCheck(site, api) };
  return [...schemas, ...(api.parameters.length === 0 ? [] : [common]), ...methods];
}

export function compileValidators(api: Api, names: Names): CompiledModule {
  const definitions = listFunctionDefinitions(api, names);
  const tables = new Tables();
  const compilation = createCompilation(api, tables);
  const functions = definitions.flatMap((definition, index) => emitFunction(definition, getFunctionName(index), compilation));
  const exports = definitions.flatMap(({ exportName }, index) =>
    exportName === undefined ? [] : [{ exportName, name: getFunctionName(index) }],
  );
  const expressions = emitExpressions(api);
  const usesRe2 = hasRe2Patterns(api);
  const lines = [
    '"use strict";',
    ...(usesRe2 ? [`import { RE2JS } from '${re2Module}';`] : []),
    ...formatImports(new Set([...tables.usedSymbols, ...expressions.operations, ...(usesRe2 ? (['createPatternCache'] as const) : [])])),
    ...(usesRe2 ? ['const re2 = /* @__PURE__ */ createPatternCache(RE2JS);'] : []),
    ...tables.print(),
    ...expressions.declarations,
    ...functions,
    'export {',
    ...exports.map(({ exportName, name }) => `  ${name} as ${exportName},`),
    ...[...expressions.names.keys()].map((name) => `  ${name} as ${name},`),
    '};',
  ];
  return {
    text: `${lines.join('\n')}\n`,
    exports: exports.map(({ exportName }) => exportName),
    expressions: expressions.names,
  };
}

function formatImports(symbols: ReadonlySet<string>): readonly string[] {
  const services = [...serviceSymbols].filter(([, symbol]) => symbols.has(symbol));
  const common = [...symbols].filter((symbol) => !services.some(([, each]) => each === symbol)).sort();
  return [
    ...(common.length > 0 ? [`import { ${common.join(', ')} } from './runtime/validate.js';`] : []),
    ...services.map(([entry, symbol]) => `import { ${symbol} } from './runtime/${entry}.js';`),
  ];
}

/** Returns the name of the function at this index. */
const getFunctionName = (index: number): string => `validate${index}`;

function createCompilation(api: Api, tables: Tables): Compilation {
  const indexes = new Map(api.schemas.map(({ id }, index) => [id, index]));
  return {
    tables,
    lookup: getLookup(api),
    protoJson: api.protoJson,
    listValidations: (type) => compileValidations(type, api),
    getValidator: (schema) => {
      const index = indexes.get(schema);
      if (index === undefined) throw new Error('There is no validator of this schema');
      return toRawCode(getFunctionName(index));
    },
    getCommonParameterValidator: () => toRawCode(getFunctionName(api.schemas.length)),
  };
}

/** Emits a function that takes a value and a direction and returns the errors. */
function emitFunction({ source, emitChecks }: FunctionDefinition, name: string, compilation: Compilation): string[] {
  const gen = new FunctionBody();
  emitChecks({
    compilation,
    gen,
    value: new Name('data'),
    schemaPath: '#',
    instance: [],
    steps: [],
    direction: new Name('direction'),
    source,
  });
  return [`function ${name}(data, direction){`, `let ${errors.str} = null;`, ...gen.print(), `return ${errors.str};`, '}'];
}
