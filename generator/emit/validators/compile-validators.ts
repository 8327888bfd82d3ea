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
import { emitCommonParameterCheck, emitRequestCheck, listRequestMembers } from './request-checks.js';
import { errors, getSection, type Compilation, type CheckLocation } from './check-location.js';
import { toRawCode, Tables } from './code-tables.js';
import { ruleValidators } from '../../language/service.js';

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
  readonly name: string;
  /** Whether only other functions of the module call it. */
  readonly internal?: true;
  /** The name of the checked type. */
  readonly typeName: string;
  readonly source: string | undefined;
  readonly emitChecks: (site: CheckLocation) => void;
}

/** Returns the type of a response, unless a schema has its validator. */
export function getOwnResponseType(method: Method): Exclude<Type, { kind: 'ref' }> | undefined {
  return method.response === undefined || method.response.kind === 'ref' ? undefined : method.response;
}

const commonParameterValidator = 'validate$CommonParameters';

/** Lists the functions: of the schemas, of the common parameters, and of the methods. */
function listFunctionDefinitions(api: Api, names: Names): FunctionDefinition[] {
  const schemas = api.schemas.map((schema): FunctionDefinition => {
    const [name, typeName] = [names.schemaValidator(schema.id), names.schema(schema.id)];
    return { name, typeName, source: getSection(schema), emitChecks: (site) => emitTypeCheck(site, schema.type) };
  });
  const methods = api.methods.flatMap((method): FunctionDefinition[] => {
    const { base, params, requestValidator, responseValidator } = names.method(method.id);
    const source = getSection(method);
    const response = getOwnResponseType(method);
    const request: FunctionDefinition = {
      name: requestValidator,
      typeName: params,
      source,
      emitChecks: (site) => emitRequestCheck(site, method, api),
    };
    if (response === undefined) return [request];
    const emitChecks = (site: CheckLocation): void => emitTypeCheck(site, response);
    return [request, { name: responseValidator, typeName: `${base}Response`, source, emitChecks }];
  });
  const common: FunctionDefinition = {
    name: commonParameterValidator,
    internal: true,
    typeName: names.commonParameters,
    source: undefined,
    emitChecks: (site) => emitCommonParameterCheck(site, api),
  };
  return [...schemas, ...(api.parameters.length === 0 ? [] : [common]), ...methods];
}

export function compileValidators(api: Api, names: Names): CompiledModule {
  const definitions = listFunctionDefinitions(api, names);
  const tables = new Tables();
  const compilation = createCompilation(api, names, tables);
  const functions = definitions.flatMap((definition) => emitFunction(definition, compilation));
  const expressions = emitExpressions(api);
  const usesRe2 = tables.usesRe2 || hasRe2Patterns(api);
  const lines = [
    ...(usesRe2 ? [`import { re2 } from '${re2Module}';`] : []),
    ...formatImports(new Set([...tables.usedSymbols, ...expressions.operations])),
    '',
    ...tables.printShapes(),
    '',
    ...expressions.declarations,
    ...functions,
  ];
  return {
    text: `${lines.join('\n')}\n`,
    exports: definitions.filter(({ internal }) => internal !== true).map(({ name }) => name),
    expressions: expressions.names,
  };
}

function formatImports(symbols: ReadonlySet<string>): readonly string[] {
  const services = [...ruleValidators].filter(([symbol]) => symbols.has(symbol));
  const common = [...symbols].filter((symbol) => !ruleValidators.has(symbol)).sort();
  return [
    ...(common.length > 0 ? [`import { ${common.join(', ')} } from '../runtime/validate.js';`] : []),
    ...services.map(([symbol, entry]) => `import { ${symbol} } from '../runtime/${entry}.js';`),
  ];
}

function createCompilation(api: Api, names: Names, tables: Tables): Compilation {
  return {
    tables,
    names,
    lookup: getLookup(api),
    protoJson: api.protoJson,
    listValidations: (type) => compileValidations(type, api),
    getValidator: (schema) => toRawCode(names.schemaValidator(schema)),
    getCommonParameterValidator: () => toRawCode(commonParameterValidator),
    isCommonParameterType: findCommonParameterTypes(api),
  };
}

/** Finds the most frequent type of the parameters with each name. */
function findCommonParameterTypes(api: Api): Compilation['isCommonParameterType'] {
  const counts = new Map<string, Map<string, number>>();
  for (const { name, type } of api.methods.flatMap(listRequestMembers)) {
    const byType = counts.get(name) ?? new Map<string, number>();
    const key = JSON.stringify(type);
    counts.set(name, byType.set(key, (byType.get(key) ?? 0) + 1));
  }
  const mostFrequent = new Map([...counts].map(([name, byType]) => [name, [...byType].reduce((a, b) => (b[1] > a[1] ? b : a))[0]]));
  return ({ name, type }) => mostFrequent.get(name) === JSON.stringify(type);
}

/** Emits a function that takes a value and a mode and returns the errors, after the constants that it uses. */
function emitFunction({ name, internal, typeName, source, emitChecks }: FunctionDefinition, compilation: Compilation): string[] {
  const gen = new FunctionBody();
  emitChecks({
    compilation,
    gen,
    value: new Name('value'),
    schemaPath: '#',
    instance: [],
    steps: [],
    mode: new Name('mode'),
    name: typeName,
    object: undefined,
    source,
  });
  return [
    '',
    ...compilation.tables.takeLines(),
    `${internal ? '' : 'export '}function ${name}(value, mode) {`,
    `let ${errors.str} = null;`,
    ...gen.print(),
    `return ${errors.str};`,
    '}',
  ];
}
