/** Writes a program that uses everything that a package exports, from the description of the old version. */
import { findSchemaDirections } from '../../../generator/diff/schema-directions.js';
import type { Published } from '../published.js';
import { formatType } from '../../../generator/emit/type-text.js';
import { buildMethodTree, getMethodPath } from '../../../generator/emit/method-tree.js';
import { listFields } from '../../../generator/emit/type-queries.js';
import { toPropertyName } from '../../../generator/lib/literals.js';
import { getLookup } from '../../../generator/model/schema-lookup.js';
import type { Field, Method, ObjectType, Schema, StringType, Type } from '../../../generator/model/model.js';
import { SampleValues } from '../samples.js';

type Source = Pick<Published, 'api' | 'names'>;

/** The program imports the package from `./package/dist/`. */
export function writeConsumer({ api, names }: Source): string {
  const samples = new SampleValues(api);
  const objects = listObjects({ api, names });
  const body = [
    `declare const client: ReturnType<typeof index.createClient>;`,
    ...objects.map(({ name, type }) => writeReader({ name, type }, { api, names })),
    ...api.schemas.flatMap((schema) => writeValues(schema, samples, { api, names })),
    `async function call(): Promise<void> {`,
    ...api.methods.flatMap((method) => writeCalls(method, samples, { api, names })),
    `}`,
    `export const handlers: NonNullable<mock.MockOptions['handlers']> = {`,
    ...api.methods.map((method) => writeHandler(method, samples, { api, names })),
    `};`,
    `mock.createMock({ handlers });`,
    `void call;`,
  ].join('\n');
  const declared = [...new Set(body.match(/\b[A-Z][\w$]*/g))].filter(
    (name) => objects.some((each) => each.name === name) || isSchema(name, { api, names }),
  );
  return [
    `import * as index from './package/dist/index.js';`,
    `import * as methods from './package/dist/methods.js';`,
    `import * as mock from './package/dist/mock.js';`,
    `import * as validators from './package/dist/validators.js';`,
    `import type { ${declared.join(', ')} } from './package/dist/index.js';`,
    body,
    '',
  ].join('\n');
}

interface NamedObject {
  readonly name: string;
  readonly type: ObjectType;
}

const isSchema = (name: string, { api, names }: Source): boolean =>
  api.schemas.some(({ id }) => names.schema(id) === name || names.schema(id, 'input') === name);

/** All object types in their output form. */
function listObjects({ api, names }: Source): readonly NamedObject[] {
  const found = new Map<string, NamedObject>();
  const visit = (type: Type | undefined, schema?: Schema): void => {
    if (type?.kind === 'array') visit(type.items);
    else if (type?.kind === 'map') visit(type.values);
    else if (type?.kind === 'object') {
      const name = schema === undefined ? names.object(type) : names.schema(schema.id);
      if (found.has(name)) return;
      found.set(name, { name, type });
      for (const field of type.fields) visit(field.type);
      visit(type.additional);
    }
  };
  for (const schema of api.schemas) visit(schema.type, schema);
  for (const { response } of api.methods) visit(response);
  return [...found.values()];
}

const canOmit = (field: Field): boolean => !field.required && field.present !== true;

/** Reads every field of an object, and every value of a closed enum. */
function writeReader({ name, type }: NamedObject, { names }: Source): string {
  const lines = listFields(type, 'output').flatMap((field, index) => {
    const text = formatType(field.type, { names, form: 'output' });
    const access = `value[${JSON.stringify(field.name)}]`;
    const read = `const f${index}: ${text}${canOmit(field) ? ' | undefined' : ''} = ${access};\n  void f${index};`;
    return [read, ...(field.type.kind === 'string' ? writeComparisons(field.type, access) : []), ...writeWrite(field, access)];
  });
  return `export function read${name}(value: ${name}): void {\n  ${lines.join('\n  ')}\n  void value;\n}`;
}

function writeComparisons(type: StringType, access: string): string[] {
  const literals = [...new Set(type.enum?.map(({ value }) => value))];
  return literals.map((literal) => `if (${access} === ${JSON.stringify(literal)}) void ${access};`).slice(0, 20);
}

/** Sets fields that aren't output-only. */
const writeWrite = (field: Field, access: string): string[] =>
  field.readOnly || !canOmit(field) ? [] : [`if (${access} !== undefined) ${access} = ${access};`];

/** Declares values of the input form of a schema, and validates one. */
function writeValues({ id, type }: Schema, samples: SampleValues, { api, names }: Source): string[] {
  if (type.kind !== 'object') return [];
  const name = names.schema(id, 'input');
  const isSent = api.methods.some(({ request }) => request !== undefined) && findSchemaDirections(api)(id).sent;
  const values = !isSent
    ? []
    : (['least', 'most'] as const).flatMap((extent) => {
        const value = samples.value({ kind: 'ref', schema: id }, extent);
        return value === undefined ? [] : [`export const ${extent}${name}: ${name} = ${JSON.stringify(value)};`];
      });
  const validator = names.schemaValidator(id);
  return [...values, `export const check${name} = (value: unknown): boolean => validators.${validator}(value);`];
}

/** Calls a method through the client and as a function, with few and with all parameters, and reads the response. */
function writeCalls(method: Method, samples: SampleValues, { api, names }: Source): string[] {
  const path = getMethodPath(method, buildMethodTree(api)).map((name) => `[${JSON.stringify(name)}]`);
  const reader = getReader(method.response, { api, names });
  return (['least', 'most'] as const).flatMap((extent) => {
    const params = JSON.stringify(samples.params(method, extent));
    const call = `await client${path.join('')}(${params}, { timeout: 1000 })`;
    const { constant } = names.method(method.id);
    return [
      reader === undefined || extent === 'least' ? `${call};` : `${reader}(${call});`,
      `await methods.${constant}(client, ${params});`,
      `validators.${names.method(method.id).requestValidator};`,
    ];
  });
}

function getReader(type: Type | undefined, { api, names }: Source): string | undefined {
  if (type?.kind === 'object') return `read${names.object(type)}`;
  if (type?.kind !== 'ref') return undefined;
  return getLookup(api).schema(type.schema)?.type.kind === 'object' ? `read${names.schema(type.schema)}` : undefined;
}

/** Reads the parameters and the fields of the body, and returns a response. */
function writeHandler(method: Method, samples: SampleValues, { api, names }: Source): string {
  const parameters = method.parameters.map(({ name, value, required, location, mask }) => {
    const text = `${value.kind === 'array' ? 'readonly ' : ''}${formatType(value, { names, form: 'input' })}${mask ? ' | readonly string[]' : ''}`;
    const presence = required || location === 'path' ? '' : ' | undefined';
    return `((value: ${text}${presence}) => value)(parameters[${JSON.stringify(name)}]);`;
  });
  const fields = method.body === 'required' && method.bodyForm === 'whole' ? (getLookup(api).object(method.request)?.fields ?? []) : [];
  const reads = fields.filter(({ readOnly }) => !readOnly).map(({ name }) => `void requestBody[${JSON.stringify(name)}];`);
  const response = method.response === undefined ? '{}' : JSON.stringify(samples.value(method.response, 'most') ?? {});
  return `  ${toPropertyName(method.id)}: ({ parameters, requestBody }) => {\n    void requestBody;\n    ${[...parameters, ...reads].join('\n    ')}\n    return ${response};\n  },`;
}
