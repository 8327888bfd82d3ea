/** One compilation of all validators of an API to a JavaScript module. */
import { Name } from 'ajv';
import { getLookup } from '../cached-lookup.js';
import type { Api, Method, Type } from '../../model/model.js';
import type { Names } from '../names.js';
import { findCompiledValidations, formatExpressionCode } from '../validations.js';
import { FunctionBody } from './function-body.js';
import { emitTypeCheck } from './type-checks.js';
import { emitCommonParameterCheck, emitRequestCheck } from './request-checks.js';
import { errors, getSection, type Compilation, type Site } from './site.js';
import { rawCode, Tables, type DroppedPattern } from './code-tables.js';

export interface CompiledModule {
  /** An ES module without dependencies but the package's own runtime. */
  readonly text: string;
  /** Names of the validators that it exports. */
  readonly exports: readonly string[];
  /** Names of the expressions that it exports for the mock. */
  readonly expressions: readonly string[];
  /** Patterns that JavaScript cannot express, which the validators therefore do not judge. */
  readonly dropped: readonly DroppedPattern[];
}

/** One function of the module. */
interface Unit {
  /** Absent: called by other functions alone. */
  readonly exportName?: string;
  readonly source: string | undefined;
  readonly judge: (site: Site) => void;
}

/** The validator of a method's response, where it is not that of a schema. */
export function getOwnResponseType(method: Method): Exclude<Type, { kind: 'ref' }> | undefined {
  return method.response === undefined || method.response.kind === 'ref' ? undefined : method.response;
}

/** Those of schemas first, in their order, then that of the common parameters. */
function unitsOf(api: Api, names: Names): Unit[] {
  const schemas = api.schemas.map((schema): Unit => {
    const exportName = names.schemaValidator(schema.id);
    return { exportName, source: getSection(schema), judge: (site) => emitTypeCheck(site, schema.type) };
  });
  const methods = api.methods.flatMap((method): Unit[] => {
    const { requestValidator, responseValidator } = names.method(method.id);
    const source = getSection(method);
    const response = getOwnResponseType(method);
    const request: Unit = {
      exportName: requestValidator,
      source,
      judge: (site) => emitRequestCheck(site, method, api),
    };
    if (response === undefined) return [request];
    return [request, { exportName: responseValidator, source, judge: (site) => emitTypeCheck(site, response) }];
  });
  const common: Unit = { source: undefined, judge: (site) => emitCommonParameterCheck(site, api) };
  return [...schemas, ...(api.parameters.length === 0 ? [] : [common]), ...methods];
}

export function compileValidators(api: Api, names: Names): CompiledModule {
  const units = unitsOf(api, names);
  const tables = new Tables();
  const compilation = compilationOf(api, tables);
  const functions = units.flatMap((unit, at) => functionOf(unit, nameOf(at), compilation));
  const exports = units.flatMap(({ exportName }, at) => (exportName === undefined ? [] : [{ exportName, name: nameOf(at) }]));
  const expressions = formatExpressionCode(api);
  const lines = [
    '"use strict";',
    ...expressions.imports,
    ...tables.print(),
    ...expressions.declarations,
    ...functions,
    'export {',
    ...exports.map(({ exportName, name }) => `  ${name} as ${exportName},`),
    ...expressions.names.map((name) => `  ${name} as ${name},`),
    '};',
  ];
  return {
    text: `${lines.join('\n')}\n`,
    exports: exports.map(({ exportName }) => exportName),
    expressions: expressions.names,
    dropped: tables.dropped,
  };
}

/** Name of the function of the unit at this place. */
const nameOf = (at: number): string => `validate${at}`;

function compilationOf(api: Api, tables: Tables): Compilation {
  const places = new Map(api.schemas.map(({ id }, at) => [id, at]));
  return {
    tables,
    lookup: getLookup(api),
    validationsOf: (type) => findCompiledValidations(type, api),
    validator: (schema) => {
      const at = places.get(schema);
      if (at === undefined) throw new Error('A validator was asked for that does not exist');
      return rawCode(nameOf(at));
    },
    commonParameters: () => rawCode(nameOf(api.schemas.length)),
  };
}

/** The lines of a function that takes a value and a direction, and answers the errors that it found. */
function functionOf({ source, judge: judgeUnit }: Unit, name: string, compilation: Compilation): string[] {
  const gen = new FunctionBody();
  judgeUnit({
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
