/** Writes code that reads, creates, and validates values of all schemas. */
import { formatType } from '../../../generator/emit/type-text.js';
import type { TypeForm } from '../../../generator/emit/names.js';
import { listFields } from '../../../generator/emit/type-queries.js';
import { getLookup, isNeeded } from '../../../generator/model/schema-lookup.js';
import type { Field, Method, ObjectType, Schema, Type } from '../../../generator/model/model.js';
import { SampleValues } from '../samples.js';
import type { Source } from './pairs.js';

export const forms = ['output', 'input'] as const satisfies readonly TypeForm[];
export const extents = ['least', 'most'] as const;

export function createTypeUses(source: Source): readonly string[] {
  const texts = new Map<string, string>();
  // If both forms have the same name, the type has the output form.
  for (const form of forms) {
    for (const object of listObjects(source, form)) addOnce(texts, `read${object.name}`, () => writeReader(object, source, form));
    for (const schema of source.api.schemas)
      addOnce(texts, `create${source.names.schema(schema.id, form)}`, () => writeValues(schema, source, form));
  }
  return [...texts.values(), ...source.api.schemas.map((schema) => writeValidation(schema, source))];
}

function addOnce(texts: Map<string, string>, name: string, write: () => string): void {
  if (!texts.has(name)) texts.set(name, write());
}

interface NamedObject {
  readonly name: string;
  readonly type: ObjectType;
}

/** Lists all object types that one form contains. */
function listObjects({ api, names }: Source, form: TypeForm): readonly NamedObject[] {
  const found = new Map<string, NamedObject>();
  const visit = (type: Type | undefined, schema?: Schema): void => {
    if (type?.kind === 'array') visit(type.items);
    else if (type?.kind === 'map') visit(type.values);
    else if (type?.kind === 'object') {
      const name = schema === undefined ? names.object(type, form) : names.schema(schema.id, form);
      if (found.has(name)) return;
      found.set(name, { name, type });
      for (const field of listFields(type, form)) visit(field.type);
      visit(type.additional);
    }
  };
  for (const schema of api.schemas) visit(schema.type, schema);
  for (const { request, response } of api.methods) visit(form === 'output' ? response : request);
  return [...found.values()];
}

const canOmit = (field: Field, form: TypeForm): boolean => !isNeeded(field) && !(field.present === true && form === 'output');

/** Reads every field of an object, every value of an enum, and a field that isn't listed. Sets fields that aren't output-only. */
function writeReader({ name, type }: NamedObject, source: Source, form: TypeForm): string {
  const { names } = source;
  const lines = listFields(type, form).flatMap((field, index) => {
    const text = formatType(field.type, { names, form });
    const access = `value[${JSON.stringify(field.name)}]`;
    return [
      `const f${index}: ${text}${canOmit(field, form) ? ' | undefined' : ''} = ${access};`,
      `void f${index};`,
      ...writeComparisons(field.type, access, source),
      ...(field.readOnly && form === 'output' ? [] : writeChange(access, canOmit(field, form))),
    ];
  });
  const additional = type.additional === undefined || type.fields.length > 0 ? 'unknown' : formatType(type.additional, { names, form });
  const rest = type.additional === undefined ? [] : [`const rest: ${additional} | undefined = value['notListed'];`, `void rest;`];
  return `export function read${name}(value: ${name}): void {\n  ${[...lines, ...rest, 'void value;'].join('\n  ')}\n}`;
}

const writeChange = (access: string, isOptional: boolean): readonly string[] => [
  `if (${access} !== undefined) ${access} = ${access};`,
  ...(isOptional ? [`delete ${access};`] : []),
];

/** Compares a value, or the elements of a list or map, with each literal of its enum. */
export function writeComparisons(type: Type, access: string, source: Source): readonly string[] {
  if (type.kind === 'array') return writeComparisons(type.items, `${access}?.[0]`, source);
  if (type.kind === 'map') return writeComparisons(type.values, `${access}?.['key']`, source);
  const resolved = type.kind === 'ref' ? getLookup(source.api).schema(type.schema)?.type : type;
  if (resolved?.kind !== 'string') return [];
  const literals = new Set(resolved.const === undefined ? resolved.enum?.map(({ value }) => value) : [resolved.const]);
  return [...literals].map((literal) => `void (${access} === ${JSON.stringify(literal)});`);
}

function writeValues({ id }: Schema, { api, names }: Source, form: TypeForm): string {
  const samples = new SampleValues(api, '', form);
  const name = names.schema(id, form);
  const texts = extents.map((extent) => {
    const value = samples.value({ kind: 'ref', schema: id }, extent);
    return value === undefined ? '' : `export const ${extent}${name}: ${name} = ${JSON.stringify(value)};`;
  });
  return texts.join('\n');
}

function writeValidation({ id, type }: Schema, source: Source): string {
  const { names } = source;
  const validator = `validators.${names.schemaValidator(id)}`;
  const use = type.kind === 'object' ? `read${names.schema(id)}(value)` : 'value';
  return `export const check${names.schema(id)} = (value: unknown): void => void (${validator}(value) ? ${use} : ${validator}.errors);`;
}

/** Returns code that reads the response of a method. */
export function formatRead(type: Type | undefined, value: string, { api, names }: Source): string {
  const schema = type?.kind === 'ref' ? getLookup(api).schema(type.schema) : undefined;
  if (type?.kind === 'object') return `read${names.object(type)}(${value});`;
  return schema?.type.kind === 'object' ? `read${names.schema(schema.id)}(${value});` : `void (${value});`;
}

/** Lists the fields of the response of a method. */
export const listResponseFields = ({ response }: Method, { api }: Source): readonly Field[] =>
  listFields(getLookup(api).object(response) ?? { fields: [] }, 'output');
