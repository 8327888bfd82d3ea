/** Emits the compiled validators (`src/compiled.js`) and their typed exports (`src/validators.ts`). */
import type { Api, Method, Schema } from '../model/model.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { toStringLiteral } from '../lib/literals.js';
import { type Names, qualifyTypeNames } from './names.js';
import { createDoc } from './doc-comments.js';
import {
  createConstant,
  declareConstant,
  createExport,
  createImport,
  createNamespaceImport,
  createTypeImport,
  header,
  type ModuleStatement,
} from '../lib/module-statements.js';
import { formatType } from './type-text.js';
import { compileValidators, getOwnResponseType, type CompiledModule } from './validators/compile-validators.js';

export function emitValidators(api: Api, { names }: Pick<EmitContext, 'names'>): EmittedFile[] {
  const compiled = compileValidators(api, names);
  return [
    { path: 'src/compiled.js', text: header + compiled.text, format: 'prettier' },
    { path: 'src/compiled.d.ts', statements: createDeclarations(compiled), format: 'ready' },
    { path: 'src/validators.ts', statements: createValidators(api, names), format: 'prettier' },
  ];
}

function createDeclarations({ exports, expressions }: CompiledModule): readonly ModuleStatement[] {
  return [
    ...createTypeImport([...new Set(expressions.values())].sort(), '../runtime/validate.js'),
    ...createTypeImport(['CompiledValidator'], '../runtime/validate.js'),
    ...exports.map((name) => declareConstant(name, 'CompiledValidator')),
    ...[...expressions].map(([name, type]) => declareConstant(name, type)),
  ];
}

function createValidators(api: Api, names: Names): readonly ModuleStatement[] {
  const { schemas, methods } = api;
  return [
    ...createImports(api),
    createExport(
      ['MessageValidator', 'ResourceValidator', 'ValidateOptions', 'Validation', 'ValidationError'],
      '../runtime/validate.js',
      true,
    ),
    ...schemas.map((schema) => createSchemaValidator(schema, api, names)),
    ...methods.flatMap((method) => [createRequestValidator(method, api, names), createResponseValidator(method, api, names)]),
    ...createValidation(api, names),
  ];
}

function createImports({ schemas, methods }: Api): readonly ModuleStatement[] {
  const acceptsAnyValue = methods.some(({ response }) => response === undefined);
  const names = [
    ...(acceptsAnyValue ? ['acceptAnyValue'] : []),
    ...(methods.length > 0 ? ['createRequestValidator'] : []),
    ...(schemas.length > 0 ? ['createResourceValidator'] : []),
    ...(methods.length > 0 ? ['createResponseValidator'] : []),
    'createValidation',
  ];
  const types = [...(methods.length > 0 ? ['MessageValidator'] : []), ...(schemas.length > 0 ? ['ResourceValidator'] : []), 'Validation'];
  return [
    ...(schemas.length + methods.length === 0 ? [] : [createNamespaceImport('compiled', './compiled.js')]),
    createImport(names, '../runtime/validate.js'),
    ...createTypeImport(types, '../runtime/validate.js'),
    ...(schemas.length + methods.length === 0 ? [] : [createNamespaceImport('t', './types.js', true)]),
  ];
}

/** All validators as one object, for the `validate` option of a client. */
function createValidation(api: Api, names: Names): readonly ModuleStatement[] {
  const pairs = api.methods.map(({ id }) => {
    const { requestValidator: request, responseValidator: response } = names.method(id);
    return `${toStringLiteral(id)}: [${request}, ${response}]`;
  });
  const docs = [createDoc('The validators of all methods. Pass them as the `validate` option of a client.')];
  return [
    createConstant({
      name: 'validators',
      type: 'Validation',
      initializer: `/* @__PURE__ */ createValidation({ ${pairs.join(', ')} })`,
      docs,
    }),
  ];
}

function createSchemaValidator({ id }: Schema, { protoJson }: Api, names: Names): ModuleStatement {
  const name = names.schemaValidator(id);
  return createValidatorConstant(
    name,
    `ResourceValidator<t.${names.schema(id)}>`,
    `createResourceValidator(compiled.${name}${protoJson ? ', true' : ''})`,
  );
}

function createRequestValidator(method: Method, { protoJson }: Api, names: Names): ModuleStatement {
  const { requestValidator: name, params } = names.method(method.id);
  return createValidatorConstant(
    name,
    `MessageValidator<t.${params}>`,
    `createRequestValidator(compiled.${name}, ${toStringLiteral(method.bodyForm)}${protoJson ? ', true' : ''})`,
  );
}

/** A response with a named schema uses the validator of the schema. An undocumented response accepts any value. */
function createResponseValidator(method: Method, { protoJson }: Api, names: Names): ModuleStatement {
  const { responseValidator: name } = names.method(method.id);
  const { response } = method;
  if (response?.kind === 'ref') {
    const type = `MessageValidator<t.${names.schema(response.schema)}>`;
    return createValidatorConstant(
      name,
      type,
      `createResponseValidator(compiled.${names.schemaValidator(response.schema)}${protoJson ? ', true' : ''})`,
    );
  }
  const ownType = getOwnResponseType(method);
  if (ownType === undefined) return createValidatorConstant(name, 'MessageValidator<unknown>', 'createResponseValidator(acceptAnyValue)');
  return createValidatorConstant(
    name,
    `MessageValidator<${formatType(ownType, { names: qualifyTypeNames(names), form: 'output' })}>`,
    `createResponseValidator(compiled.${name}${protoJson ? ', true' : ''})`,
  );
}

function createValidatorConstant(name: string, type: string, value: string): ModuleStatement {
  return createConstant({ name, type, initializer: `/* @__PURE__ */ ${value}` });
}
