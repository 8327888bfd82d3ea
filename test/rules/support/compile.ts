/** Compiles validators of one schema or method in memory from a specification. */
import { compileFunction } from 'node:vm';
import { createNames } from '../../../generator/emit/names.js';
import { compileValidators } from '../../../generator/emit/validators/compile-validators.js';
import { buildModel } from '../../../generator/model/build.js';
import { type MethodLookup, readRequired, indexMethodsBySchema } from '../../../generator/model/required-fields.js';
import { buildStatements } from '../../../generator/model/statements.js';
import { isObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Specification } from '../../../generator/language/specification.js';
import { resolvePointer, findMethod, getSpecification, listReferencedSchemas, type ApiName, type SpecifiedRule } from './specifications.js';
import {
  createRequestValidator,
  createResourceValidator,
  createResponseValidator,
  type CompiledValidator,
  type MessageValidator,
  type ResourceValidator,
} from '../../../runtime/validate/validator.js';
import * as dnsValidators from '../../../services/dns/validate/index.js';
import * as validators from '../../../runtime/validate/index.js';

/** What compiled validators import. */
const runtime = { ...validators, ...dnsValidators };

export type Validator = MessageValidator<unknown> | ResourceValidator<unknown>;

/** The validated value: a resource of a schema or a message of a method. */
export type Target = { readonly schema: string } | { readonly method: string; readonly message: 'request' | 'response' };

/** Returns whether a schema has the rule, or refers to one that has it, directly or through others. */
function containsRule(value: JsonObject, id: string, { pointer: [part, owner] }: SpecifiedRule): boolean {
  if (part !== 'schemas') return false;
  return id === owner || listReferencedSchemas(resolvePointer(value, ['schemas', id]), { value } as Specification).has(String(owner));
}

/** The part of a specification that a target needs, because compile time grows with the whole. */
function selectPart(api: ApiName, value: JsonObject, target: Target, rule: SpecifiedRule | undefined): JsonObject {
  const pointer = 'method' in target ? findMethod(api, target.method).pointer : ['schemas', target.schema];
  const schemaIds = listReferencedSchemas(
    resolvePointer(value, pointer),
    { value } as Specification,
    new Set('schema' in target ? [target.schema] : []),
  );
  const method = 'method' in target ? `${api}.${target.method}` : undefined;
  const isNeeded = (id: string): boolean =>
    rule === undefined || ('schema' in target && id === target.schema) || containsRule(value, id, rule);
  const schemas = Object.fromEntries(
    [...schemaIds].map((id) => [
      id,
      isNeeded(id) ? keepRequirements(resolvePointer(value, ['schemas', id]), { api, id, method }) : { id, type: 'any' },
    ]),
  );
  const resources = 'method' in target ? nestAt(pointer, resolvePointer(value, pointer) as Json) : {};
  return { ...value, resources: (resolvePointer(resources, ['resources']) ?? {}) as Json, schemas, 'x-notes': [] };
}

const methodsBySchemaOfApi = new Map<ApiName, MethodLookup>();

/** Indexes the whole specification, which takes longer than compiling a part of it. Mutants have the same methods. */
function getMethodsBySchema(api: ApiName): MethodLookup {
  const index = methodsBySchemaOfApi.get(api) ?? indexMethodsBySchema(buildStatements(getSpecification(api).value));
  methodsBySchemaOfApi.set(api, index);
  return index;
}

interface SchemaContext {
  readonly api: ApiName;
  readonly id: string;
  readonly method: string | undefined;
}

/** A schema whose required fields stay the same if only some methods remain. */
function keepRequirements(schema: Json | undefined, { api, id, method }: SchemaContext): Json {
  const properties = resolvePointer(schema, ['properties']);
  if (!isObject(schema) || !isObject(properties)) return schema ?? {};
  const keepRequirement = (field: Json): Json => {
    if (!isObject(field) || !Object.hasOwn(field, 'annotations')) return field;
    const { annotations = {}, ...otherKeys } = field;
    const methodsBySchema = getMethodsBySchema(api);
    const { required, requiredBy = [] } = readRequired(field, { methodsBySchema, listMethods: () => methodsBySchema.listMethods(id) });
    return { ...otherKeys, required, ...(requiredBy.includes(method ?? '') && { annotations }) };
  };
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, keepRequirement(field)])) };
}

/** Builds an object that contains only the value at a path. */
function nestAt([first, ...rest]: readonly string[], inner: Json): Json {
  return first === undefined ? inner : { [first]: nestAt(rest, inner) };
}

/** Evaluates the compiled module with the given imports. */
function evaluateModule(moduleText: string): Readonly<Record<string, CompiledValidator>> {
  const exported = [...moduleText.matchAll(/^export (?:function|const) ([\w$]+)/gm)].map(([, name]) => name);
  const statements = moduleText.replace(/^import [^;]*;$/gm, '').replace(/^export (?=function|const)/gm, '');
  const body = `${statements}\nreturn { ${exported.join(', ')} };`;
  const make = compileFunction(`const { ${Object.keys(runtime).join(', ')} } = runtime;\n${body}`, ['runtime']) as (
    imports: typeof runtime,
  ) => Readonly<Record<string, CompiledValidator>>;
  return make(runtime);
}

/** With a rule, the validator accepts anything in the schemas that don't contain it. Without these, compiling takes half as long. */
export function compile(api: ApiName, value: JsonObject, target: Target, rule?: SpecifiedRule): Validator {
  const model = buildModel(selectPart(api, value, target, rule), { variables: {} });
  const names = createNames(model);
  const compiled = evaluateModule(compileValidators(model, names).text);
  const getValidator = (name: string): CompiledValidator => {
    const validator = compiled[name];
    if (validator === undefined) throw new Error(`There is no validator ${name}`);
    return validator;
  };
  if ('schema' in target) return createResourceValidator(getValidator(names.schemaValidator(target.schema)));
  const method = model.methods.find(({ id }) => id === `${api}.${target.method}`);
  if (method === undefined) throw new Error(`There is no method ${target.method}`);
  const methodNames = names.method(method.id);
  if (target.message === 'request') return createRequestValidator(getValidator(methodNames.requestValidator), method.bodyForm);
  const { response } = method;
  return createResponseValidator(
    getValidator(response?.kind === 'ref' ? names.schemaValidator(response.schema) : methodNames.responseValidator),
  );
}
