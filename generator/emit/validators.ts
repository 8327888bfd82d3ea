/** Emits the compiled validators (`src/compiled.js`) and their typed exports (`src/validators.ts`). */
import type { Api, Method, Schema } from '../model/model.js';
import { getBodyForm } from './bodies.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { toStringLiteral } from './literals.js';
import type { Names } from './names.js';
import { addHeader } from './print-file.js';
import { formatType } from './type-text.js';
import { compileValidators, getOwnResponseType, type CompiledModule } from './validators/compile-validators.js';

function emitValidators(api: Api, { names }: EmitContext): EmittedFile[] {
  const compiled = compileValidators(api, names);
  return [
    { path: 'src/compiled.js', text: addHeader(compiled.text), format: 'ready' },
    { path: 'src/compiled.d.ts', text: formatDeclarations(compiled), format: 'ready' },
    { path: 'src/validators.ts', text: formatValidators(api, names), format: 'prettier' },
  ];
}

function formatDeclarations({ exports, expressions }: CompiledModule): string {
  return addHeader(
    [
      ...(expressions.length > 0 ? [`import type { ViolationTest } from './runtime/descriptor.js';`] : []),
      `import type { CompiledValidator } from './runtime/validate/validator.js';`,
      '',
      ...exports.map((name) => `export declare const ${name}: CompiledValidator;`),
      ...expressions.map((name) => `export declare const ${name}: ViolationTest;`),
      '',
    ].join('\n'),
  );
}

const validatorFunctions = [
  'acceptAnyValue',
  'createRequestValidator',
  'createResourceValidator',
  'createResponseValidator',
  'type MessageValidator',
  'type ResourceValidator',
] as const;

export const validators: Emitter = { name: 'validators', part: 'validators', emit: emitValidators };

function formatValidators(api: Api, names: Names): string {
  const validators = [
    ...api.schemas.map((schema) => formatSchemaValidator(schema, names)),
    ...api.methods.flatMap((method) => [formatRequestValidator(method, names), formatResponseValidator(method, names)]),
  ].join('\n');
  const used = validatorFunctions.filter((name) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(validators));
  return addHeader(
    [
      ...(/\bcompiled\./.test(validators) ? [`import * as compiled from './compiled.js';`] : []),
      ...(used.length === 0 ? [] : [`import { ${used.join(', ')} } from './runtime/validate/validator.js';`]),
      ...(/\bt\./.test(validators) ? [`import type * as t from './types.js';`] : []),
      '',
      `export type { ValidationError } from './runtime/descriptor.js';`,
      `export type { MessageValidator, ResourceValidator, ValidateOptions } from './runtime/validate/validator.js';`,
      '',
      validators,
      ...formatValidation(api, names),
    ].join('\n'),
  );
}

/** All validators as one object, for the `validate` option of a client. */
function formatValidation(api: Api, names: Names): readonly string[] {
  const pairs = api.methods.map(({ id }) => {
    const { requestValidator: request, responseValidator: response } = names.method(id);
    return `${toStringLiteral(id)}: [${request}, ${response}]`;
  });
  return [
    `import { createValidation } from './runtime/validate/create-validation.js';`,
    `import type { Validation } from './runtime/client/validation.js';`,
    '',
    `export type { Validation } from './runtime/client/validation.js';`,
    '/** The validators of all methods. Pass them as the `validate` option of a client. */',
    `export const validators: Validation = /* @__PURE__ */ createValidation({ ${pairs.join(', ')} });`,
    '',
  ];
}

function formatSchemaValidator({ id }: Schema, names: Names): string {
  const name = names.schemaValidator(id);
  return formatDeclaration(name, `ResourceValidator<t.${names.schema(id)}>`, `createResourceValidator(compiled.${name})`);
}

function formatRequestValidator(method: Method, names: Names): string {
  const { requestValidator: name, params } = names.method(method.id);
  return formatDeclaration(
    name,
    `MessageValidator<t.${params}>`,
    `createRequestValidator(compiled.${name}, ${toStringLiteral(getBodyForm(method))})`,
  );
}

/** A response with a named schema uses the validator of the schema. An undocumented response accepts any value. */
function formatResponseValidator(method: Method, names: Names): string {
  const { responseValidator: name } = names.method(method.id);
  const { response } = method;
  if (response?.kind === 'ref') {
    const type = `MessageValidator<t.${names.schema(response.schema)}>`;
    return formatDeclaration(name, type, `createResponseValidator(compiled.${names.schemaValidator(response.schema)})`);
  }
  const ownType = getOwnResponseType(method);
  if (ownType === undefined) return formatDeclaration(name, 'MessageValidator<unknown>', 'createResponseValidator(acceptAnyValue)');
  return formatDeclaration(
    name,
    `MessageValidator<${formatType(ownType, { names: qualifyTypeNames(names), form: 'output' })}>`,
    `createResponseValidator(compiled.${name})`,
  );
}

function formatDeclaration(name: string, type: string, value: string): string {
  return `export const ${name}: ${type} = /* @__PURE__ */ ${value};\n`;
}

/** Qualifies type names with their module, so that they can't conflict with other names. */
function qualifyTypeNames(names: Names): Names {
  return { ...names, schema: (id, form) => `t.${names.schema(id, form)}`, object: (type, form) => `t.${names.object(type, form)}` };
}
