/** One compilation of all validators of an API to a JavaScript module, by ajv as its code generator. */
import { Ajv, type Code, type KeywordCxt } from 'ajv';
import { compileSchema, type SchemaEnv } from 'ajv/dist/compile/index.js';
import { lookupIn } from '../../model/lookup.js';
import type { Api, Method, Type } from '../../model/model.js';
import type { Names } from '../names.js';
import { judge } from './judge.js';
import { judgeCommonParameters, judgeRequest } from './requests.js';
import { sectionOf, type Site } from './site.js';
import { raw, Tables, type DroppedPattern } from './tables.js';

export interface CompiledModule {
  /** An ES module without dependencies but the package's own runtime. */
  readonly text: string;
  /** Names that it exports. */
  readonly exports: readonly string[];
  /** Patterns that JavaScript cannot express, which the validators therefore do not judge. */
  readonly dropped: readonly DroppedPattern[];
}

/** One function of the module. */
interface Unit {
  /** Key in ajv. */
  readonly key: string;
  /** Absent: called by other functions alone. */
  readonly exportName?: string;
  readonly source: string | undefined;
  readonly judge: (site: Site) => void;
}

const commonKey = 'parameters';

/**
 * In the place of a function's name until all are compiled, since compiling each where it is called would go as deep as schemas
 * refer to each other. No literal holds the invisible character in it, which every literal escapes.
 */
const standIn = /unit\u200d(\d+)/g;
const standInFor = (unit: number): Code => raw(`unit\u200d${unit}`);
const schemaKey = (id: string): string => keyOf('schema', id);

/** ajv takes keys for addresses: no character of a name may mean anything in one. */
function keyOf(kind: 'schema' | 'request' | 'response', id: string): string {
  return `${kind}-${Buffer.from(id, 'utf16le').toString('hex')}`;
}

/** The validator of a method's response, where it is not that of a schema. */
export function ownResponse(method: Method): Exclude<Type, { kind: 'ref' }> | undefined {
  return method.response === undefined || method.response.kind === 'ref' ? undefined : method.response;
}

function unitsOf(api: Api, names: Names): Unit[] {
  const schemas = api.schemas.map((schema): Unit => {
    const exportName = names.schemaValidator(schema.id);
    return { key: schemaKey(schema.id), exportName, source: sectionOf(schema), judge: (site) => judge(site, schema.type) };
  });
  const methods = api.methods.flatMap((method): Unit[] => {
    const { requestValidator, responseValidator } = names.method(method.id);
    const source = sectionOf(method);
    const response = ownResponse(method);
    const request: Unit = {
      key: keyOf('request', method.id),
      exportName: requestValidator,
      source,
      judge: (site) => judgeRequest(site, method, api),
    };
    if (response === undefined) return [request];
    return [request, { key: keyOf('response', method.id), exportName: responseValidator, source, judge: (site) => judge(site, response) }];
  });
  const common: Unit = { key: commonKey, source: undefined, judge: (site) => judgeCommonParameters(site, api) };
  return [...schemas, ...(api.parameters.length === 0 ? [] : [common]), ...methods];
}

export function compileApi(api: Api, names: Names): CompiledModule {
  const units = unitsOf(api, names);
  const tables = new Tables();
  const ajv = compilerOf(units, { api, tables });
  const compiled = units.map(({ key, exportName }) => ({ exportName, ...compile(ajv, key) }));
  const exports = compiled.flatMap(({ exportName, name }) => (exportName === undefined ? [] : [{ exportName, name: String(name) }]));
  const lines = [
    '"use strict";',
    ...tables.print(),
    ...compiled.map(({ code }) => code.replace(standIn, (_, at: string) => String(compiled[Number(at)]?.name))),
    'export {',
    ...exports.map(({ exportName, name }) => `  ${name} as ${exportName},`),
    '};',
  ];
  return { text: `${lines.join('\n')}\n`, exports: exports.map(({ exportName }) => exportName), dropped: tables.dropped };
}

interface Shared {
  readonly api: Api;
  readonly tables: Tables;
}

/** Keys are no addresses: there is nothing in them to resolve. */
const plainKeys = {
  parse: (key: string) => ({ path: key }),
  serialize: ({ path = '' }: { readonly path?: string }) => path,
  resolve: (_: string, key: string) => key,
};

/**
 * ajv with a vocabulary of one keyword, whose code is made from the model: `{ judge: 3 }` is the unit 3. Nothing of a specification
 * becomes a schema, so that none of its keys can mean anything to ajv.
 */
function compilerOf(units: readonly Unit[], { api, tables }: Shared): Ajv {
  const ajv = new Ajv({
    // What is wanted is the text: nothing of it is run here, so nothing of it is parsed.
    code: { esm: true, source: true, optimize: 1, lines: true, process: () => 'return () => false' },
    uriResolver: plainKeys,
    allErrors: true,
    inlineRefs: false,
    validateSchema: false,
    meta: false,
    strict: false,
  });
  const lookup = lookupIn(api);
  const indexes = new Map(units.map(({ key }, index) => [key, index]));
  const compilation = {
    tables,
    lookup,
    validator: (schema: string) => standInFor(indexes.get(schemaKey(schema)) ?? -1),
    commonParameters: () => standInFor(indexes.get(commonKey) ?? -1),
  };
  ajv.addKeyword({
    keyword: 'judge',
    schemaType: 'number',
    code(cxt: KeywordCxt) {
      const unit = units[Number(cxt.schema)];
      if (unit === undefined) throw new Error('A validator was asked for that does not exist');
      const { gen, data: value } = cxt;
      const { source } = unit;
      unit.judge({ compilation, gen, value, schemaPath: '#', instance: [], steps: [], direction: raw('direction'), source });
    },
  });
  units.forEach(({ key }, judged) => ajv.addSchema({ judge: judged }, key));
  return ajv;
}

/** What ajv begins and ends every function with, and what ours begin and end with: they take a direction, and answer what they found. */
const frame = [
  [/, \{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}\)/, ', direction)'],
  [/^let errors = 0;\n/m, ''],
  [/^\w+\.errors = vErrors;\nreturn errors === 0;$/m, 'return vErrors;'],
] as const;

interface CompiledFunction {
  readonly name: Code;
  readonly code: string;
}

/** ajv's own steps, without what it would do at the end: a function declared in one module is called by its name, before or after. */
function compile(ajv: Ajv, key: string): CompiledFunction {
  const known = ajv.schemas[key];
  if (known === undefined) throw new Error('A validator was asked for that does not exist');
  const env: SchemaEnv = compileSchema.call(ajv, known);
  if (env.validateName === undefined) throw new Error('ajv gave a validator no name');
  const code = frame.reduce((text, [theirs, ours]) => text.replace(theirs, ours), String(env.validate?.source?.validateCode ?? ''));
  return { name: env.validateName, code: code.trimEnd() };
}
