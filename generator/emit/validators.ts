/** `src/compiled.js`: the validators as ajv compiles them; `src/validators.ts`: their typed surface. */
import type { Api, Method, Schema } from '../model/model.js';
import { bodyForm } from './bodies.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { stringLiteral } from './literals.js';
import type { Names } from './names.js';
import { withHeader } from './print.js';
import { typeText } from './type-text.js';
import { compileApi, ownResponse, type CompiledModule } from './validators/compile.js';

function emitValidators(api: Api, { names }: EmitContext): EmittedFile[] {
  const compiled = compileApi(api, names);
  return [
    { path: 'src/compiled.js', text: withHeader(compiled.text), format: 'ready' },
    { path: 'src/compiled.d.ts', text: declarations(compiled), format: 'ready' },
    { path: 'src/validators.ts', text: surface(api, names), format: 'prettier' },
  ];
}

function declarations({ exports, expressions }: CompiledModule): string {
  return withHeader(
    [
      ...(expressions.length > 0 ? [`import type { Expression } from './runtime/descriptor.js';`] : []),
      `import type { CompiledValidator } from './runtime/validate/validator.js';`,
      '',
      ...exports.map((name) => `export declare const ${name}: CompiledValidator;`),
      ...expressions.map((name) => `export declare const ${name}: Expression;`),
      '',
    ].join('\n'),
  );
}

const library = [
  'anything',
  'requestValidator',
  'resourceValidator',
  'responseValidator',
  'type MessageValidator',
  'type ResourceValidator',
] as const;

export const validators: Emitter = { name: 'validators', part: 'validators', emit: emitValidators };

function surface(api: Api, names: Names): string {
  const validators = [
    ...api.schemas.map((schema) => schemaValidator(schema, names)),
    ...api.methods.flatMap((method) => [requestValidator(method, names), responseValidator(method, names)]),
  ].join('\n');
  const used = library.filter((name) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(validators));
  return withHeader(
    [
      ...(/\bcompiled\./.test(validators) ? [`import * as compiled from './compiled.js';`] : []),
      ...(used.length === 0 ? [] : [`import { ${used.join(', ')} } from './runtime/validate/validator.js';`]),
      ...(/\bt\./.test(validators) ? [`import type * as t from './types.js';`] : []),
      '',
      `export type { ValidationError } from './runtime/descriptor.js';`,
      `export type { MessageValidator, ResourceValidator, ValidateOptions } from './runtime/validate/validator.js';`,
      '',
      validators,
      ...border(api, names),
    ].join('\n'),
  );
}

/** All of them together, for a client that judges what it sends and gets. */
function border(api: Api, names: Names): readonly string[] {
  const pairs = api.methods.map(({ id }) => {
    const { requestValidator: request, responseValidator: response } = names.method(id);
    return `${stringLiteral(id)}: [${request}, ${response}]`;
  });
  return [
    `import { validationOf } from './runtime/validate/border.js';`,
    `import type { Validation } from './runtime/client/validate.js';`,
    '',
    `export type { Validation } from './runtime/client/validate.js';`,
    '/** The validators of all methods. Pass them as the `validate` option of a client. */',
    `export const validators: Validation = /* @__PURE__ */ validationOf({ ${pairs.join(', ')} });`,
    '',
  ];
}

function schemaValidator({ id }: Schema, names: Names): string {
  const name = names.schemaValidator(id);
  return declaration(name, `ResourceValidator<t.${names.schema(id)}>`, `resourceValidator(compiled.${name})`);
}

function requestValidator(method: Method, names: Names): string {
  const { requestValidator: name, params } = names.method(method.id);
  return declaration(name, `MessageValidator<t.${params}>`, `requestValidator(compiled.${name}, ${stringLiteral(bodyForm(method))})`);
}

/** A response that is a schema's is judged by that schema's validator; one that is not shown, by none. */
function responseValidator(method: Method, names: Names): string {
  const { responseValidator: name } = names.method(method.id);
  const { response } = method;
  if (response?.kind === 'ref') {
    const type = `MessageValidator<t.${names.schema(response.schema)}>`;
    return declaration(name, type, `responseValidator(compiled.${names.schemaValidator(response.schema)})`);
  }
  const own = ownResponse(method);
  if (own === undefined) return declaration(name, 'MessageValidator<unknown>', 'responseValidator(anything)');
  return declaration(
    name,
    `MessageValidator<${typeText(own, { names: inTypes(names), form: 'output' })}>`,
    `responseValidator(compiled.${name})`,
  );
}

function declaration(name: string, type: string, value: string): string {
  return `export const ${name}: ${type} = /* @__PURE__ */ ${value};\n`;
}

/** Types by their module, so that none of their names can meet another one. */
function inTypes(names: Names): Names {
  return { ...names, schema: (id, form) => `t.${names.schema(id, form)}`, object: (type, form) => `t.${names.object(type, form)}` };
}
