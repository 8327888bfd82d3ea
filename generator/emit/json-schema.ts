/** The schemas of an API as JSON Schema 2020-12. */
import type { Api, EnumValue, Field, Json, ObjectType, Source, ModelElement, StringType, Type } from '../model/model.js';
import { validationsElement } from './discovery-types.js';
import { addSource, formatSource } from './doc-comments.js';
import { trueOrAbsent, toJsonObject, type JsonObject, type Members, omitEmpty } from './json-members.js';

/** One document; the schemas stand in `$defs` under their ids. Values are judged as a resource stands: unknown members pass. */
export function toJsonSchema(api: Api): Json {
  const style: SchemaStyle = { pointer: (id) => `#/$defs/${pointerToken(id)}`, partial: findPartialSchemas(api), around: api.source };
  return toJsonObject([
    ['$schema', 'https://json-schema.org/draft/2020-12/schema'],
    ['title', api.title],
    ['description', api.description],
    ['x-source', omitEmpty(formatSource(api.source))],
    ['$defs', toJsonObject(api.schemas.map((schema) => [schema.id, toNamedSchema(schema, style)]))],
  ]);
}

export interface SchemaStyle {
  /** Reference to a schema by its id. */
  readonly pointer: (id: string) => string;
  /** Schemas that also stand for a part of a resource, so that what a creation requires cannot be required. */
  readonly partial: ReadonlySet<string>;
  /** Source of the element around: only another one is said. */
  readonly around: Source;
}

/** The same style for what stands inside an element. */
export function styleInside(style: SchemaStyle, { source }: Pick<ModelElement, 'source'>): SchemaStyle {
  return { ...style, around: source };
}

/** Where an element comes from, unless what is around it says so. */
export function toSourceText({ source }: Pick<ModelElement, 'source'>, around: Source): string | undefined {
  return formatSource(source) === formatSource(around) ? undefined : omitEmpty(formatSource(source));
}

/** The bodies of partial updates: such a schema cannot require what a patch leaves out, only the fingerprint that guards it. */
export function findPartialSchemas(api: Api): ReadonlySet<string> {
  return new Set(
    api.methods.flatMap(({ httpMethod, request }) => (httpMethod === 'PATCH' && request?.kind === 'ref' ? [request.schema] : [])),
  );
}

export function toNamedSchema(schema: Api['schemas'][number], style: SchemaStyle): JsonObject {
  const required = !style.partial.has(schema.id);
  return toJsonObject([
    ...statedMembers(schema),
    ...typeMembers(schema.type, { style: styleInside(style, schema), required }),
    ['x-source', toSourceText(schema, style.around)],
  ]);
}

/** A type that stands alone: a body, a parameter, the items of a list. */
export function toTypeSchema(type: Type, style: SchemaStyle): JsonObject {
  return toJsonObject(typeMembers(type, { style, required: true }));
}

function statedMembers({ description, deprecated }: Pick<ModelElement, 'description' | 'deprecated'>): Members {
  return [
    ['description', description],
    ['deprecated', trueOrAbsent(deprecated)],
  ];
}

interface Place {
  readonly style: SchemaStyle;
  /** Whether its fields can be required. */
  readonly required: boolean;
}

function typeMembers(type: Type, { style, required }: Place): Members {
  switch (type.kind) {
    case 'any':
      return [];
    case 'ref':
      return [['$ref', style.pointer(type.schema)]];
    case 'array':
      return [
        ['type', 'array'],
        ['items', toTypeSchema(type.items, style)],
      ];
    case 'map':
      return [
        ['type', 'object'],
        ['propertyNames', type.keys && omitEmpty(stringConstraints({ kind: 'string', open: false, ...type.keys }))],
        ['additionalProperties', toTypeSchema(type.values, style)],
      ];
    case 'object':
      return objectMembers(type, { style, required });
    case 'string':
      return [['type', type.open ? undefined : 'string'], ...Object.entries(stringConstraints(type))];
    case 'integer':
    case 'number':
      return [
        ['type', type.kind],
        ['format', type.format],
        ['minimum', type.minimum],
        ['maximum', type.maximum],
        ['not', type.not && { enum: type.not }],
      ];
    default:
      return [['type', type.kind]];
  }
}

function objectMembers(type: ObjectType, { style, required }: Place): Members {
  const locks = new Set(type.rules.flatMap(({ rule }) => (rule.kind === 'fingerprint' ? [rule.field] : [])));
  const demanded = type.fields.filter((field) => field.required && !field.readOnly && (required || locks.has(field.name)));
  const names = demanded.map(({ name }) => name);
  return [
    ['type', 'object'],
    ['properties', omitEmpty(toJsonObject(type.fields.map((field) => [field.name, fieldSchema(field, type, style)])))],
    ['required', omitEmpty(names)],
    ['additionalProperties', type.additional && toTypeSchema(type.additional, style)],
    ['x-rules', omitEmpty(type.rules.map(({ sentence, source }) => addSource(sentence, source, style.around)))],
    ['x-validations', validationsElement(type, style.around)],
  ];
}

function fieldSchema(field: Field, owner: ObjectType, style: SchemaStyle): JsonObject {
  return toJsonObject([
    ...statedMembers(field),
    ...Object.entries(toTypeSchema(field.type, styleInside(style, field))),
    ['default', field.default],
    ['readOnly', trueOrAbsent(field.readOnly)],
    ['writeOnly', trueOrAbsent(field.writeOnly)],
    ['x-immutable', trueOrAbsent(field.immutable)],
    ...validationMembers(owner, field),
    ['x-source', toSourceText(field, style.around)],
  ]);
}

/** Those of a field that is no object of its own. */
function validationMembers(owner: ObjectType, { name, source }: Field): Members {
  const stated = validationsElement(owner, source, name);
  return stated === undefined ? [] : [['x-validations', stated]];
}

function stringConstraints(type: StringType): JsonObject {
  return toJsonObject([
    ['format', type.format],
    ...patternMembers(type.pattern),
    ...enumMembers(type),
    ['const', type.const],
    ['minLength', type.minLength],
    ['maxLength', type.maxLength],
    ['x-maxBytes', type.maxBytes],
    ['x-byteLength', type.byteLength],
    ['not', type.not && { enum: type.not }],
  ]);
}

/** A pattern holds for the whole string; one that JavaScript cannot read is kept, but not as a pattern. */
function patternMembers(pattern: string | undefined): Members {
  if (pattern === undefined) return [];
  const whole = `^(?:${pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')})$`;
  return isReadable(whole) ? [['pattern', pattern.includes('|') || !/^\^.*\$$/.test(pattern) ? whole : pattern]] : [['x-pattern', pattern]];
}

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** An open enum names its known values and admits others. */
function enumMembers({ enum: values, open }: StringType): Members {
  if (!values) return [];
  const known = values.map(({ value }) => value);
  const admitted: Members[number] = open ? ['anyOf', [{ type: 'string', enum: known }, { type: 'string' }]] : ['enum', known];
  return [admitted, ['x-enum-descriptions', descriptions(values)]];
}

function descriptions(values: readonly EnumValue[]): Json | undefined {
  return values.some(({ description }) => description !== undefined) ? values.map(({ description }) => description ?? '') : undefined;
}

function pointerToken(id: string): string {
  return encodeURIComponent(id.replace(/~/g, '~0').replace(/\//g, '~1'));
}
