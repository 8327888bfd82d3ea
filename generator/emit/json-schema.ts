/** Converts the schemas of an API to JSON Schema 2020-12. */
import type { Api, EnumValue, Field, Json, ObjectType, Source, ModelElement, StringType, Type } from '../model/model.js';
import { toValidationElements } from './discovery-types.js';
import { addSource, formatSource } from './doc-comments.js';
import { trueOrAbsent, toJsonObject, type JsonObject, type Members, omitEmpty } from './json-members.js';
import { listRequiredEtags } from './type-queries.js';

/** Creates one document with the schemas in `$defs` under their IDs. The schemas validate stored resources, so they accept unknown members. */
export function toJsonSchema(api: Api): Json {
  const style: SchemaStyle = {
    pointer: (id) => `#/$defs/${escapePointerToken(id)}`,
    partial: findPartialSchemas(api),
    parentSource: api.source,
  };
  return toJsonObject([
    ['$schema', 'https://json-schema.org/draft/2020-12/schema'],
    ['title', api.title],
    ['description', api.description],
    ['x-source', omitEmpty(formatSource(api.source))],
    ['$defs', toJsonObject(api.schemas.map((schema) => [schema.id, toNamedSchema(schema, style)]))],
  ]);
}

export interface SchemaStyle {
  /** Returns the reference to a schema. */
  readonly pointer: (id: string) => string;
  /** The schemas that are also bodies of partial updates, so that they can't require the fields that creation requires. */
  readonly partial: ReadonlySet<string>;
  /** The source of the surrounding element. An element states its source only if it differs. */
  readonly parentSource: Source;
}

/** Returns the style for the children of an element. */
export function createChildStyle(style: SchemaStyle, { source }: Pick<ModelElement, 'source'>): SchemaStyle {
  return { ...style, parentSource: source };
}

/** Returns the source of an element unless it equals the source of the surrounding element. */
export function toSourceText({ source }: Pick<ModelElement, 'source'>, parentSource: Source): string | undefined {
  return formatSource(source) === formatSource(parentSource) ? undefined : omitEmpty(formatSource(source));
}

/** Finds the schemas that are bodies of partial updates. They can't require fields, except the etag that prevents lost updates. */
export function findPartialSchemas(api: Api): ReadonlySet<string> {
  return new Set(
    api.methods.flatMap(({ httpMethod, request }) => (httpMethod === 'PATCH' && request?.kind === 'ref' ? [request.schema] : [])),
  );
}

export function toNamedSchema(schema: Api['schemas'][number], style: SchemaStyle): JsonObject {
  const required = !style.partial.has(schema.id);
  return toJsonObject([
    ...listDocumentationMembers(schema),
    ...listTypeMembers(schema.type, { style: createChildStyle(style, schema), required }),
    ['x-source', toSourceText(schema, style.parentSource)],
  ]);
}

/** Converts a type without an element, such as a body, a parameter, or the items of a list. */
export function toTypeSchema(type: Type, style: SchemaStyle): JsonObject {
  return toJsonObject(listTypeMembers(type, { style, required: true }));
}

function listDocumentationMembers({ description, deprecated }: Pick<ModelElement, 'description' | 'deprecated'>): Members {
  return [
    ['description', description],
    ['deprecated', trueOrAbsent(deprecated)],
  ];
}

interface SchemaPosition {
  readonly style: SchemaStyle;
  /** Whether the schema can require fields. */
  readonly required: boolean;
}

function listTypeMembers(type: Type, { style, required }: SchemaPosition): Members {
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
        ['propertyNames', type.keys && omitEmpty(toStringConstraints({ kind: 'string', open: false, ...type.keys }))],
        ['additionalProperties', toTypeSchema(type.values, style)],
      ];
    case 'object':
      return listObjectMembers(type, { style, required });
    case 'string':
      return [['type', type.open ? undefined : 'string'], ...Object.entries(toStringConstraints(type))];
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

function listObjectMembers(type: ObjectType, { style, required }: SchemaPosition): Members {
  const etagFields = new Set(listRequiredEtags(type.rules));
  const requiredFields = type.fields.filter((field) => field.required && !field.readOnly && (required || etagFields.has(field.name)));
  const names = requiredFields.map(({ name }) => name);
  return [
    ['type', 'object'],
    ['properties', omitEmpty(toJsonObject(type.fields.map((field) => [field.name, toFieldSchema(field, type, style)])))],
    ['required', omitEmpty(names)],
    ['additionalProperties', type.additional && toTypeSchema(type.additional, style)],
    ['x-rules', omitEmpty(type.rules.map(({ sentence, source }) => addSource(sentence, source, style.parentSource)))],
    ['x-validations', toValidationElements(type, style.parentSource)],
  ];
}

function toFieldSchema(field: Field, owner: ObjectType, style: SchemaStyle): JsonObject {
  return toJsonObject([
    ...listDocumentationMembers(field),
    ...Object.entries(toTypeSchema(field.type, createChildStyle(style, field))),
    ['default', field.default],
    ['readOnly', trueOrAbsent(field.readOnly)],
    ['writeOnly', trueOrAbsent(field.writeOnly)],
    ['x-immutable', trueOrAbsent(field.immutable)],
    ...listValidationMembers(owner, field),
    ['x-source', toSourceText(field, style.parentSource)],
  ]);
}

/** The validations of a field. An object field has its own. */
function listValidationMembers(owner: ObjectType, { name, source }: Field): Members {
  const stated = toValidationElements(owner, source, name);
  return stated === undefined ? [] : [['x-validations', stated]];
}

function toStringConstraints(type: StringType): JsonObject {
  return toJsonObject([
    ['format', type.format],
    ...listPatternMembers(type.pattern),
    ...listEnumMembers(type),
    ['const', type.const],
    ['minLength', type.minLength],
    ['maxLength', type.maxLength],
    ['x-maxBytes', type.maxBytes],
    ['x-byteLength', type.byteLength],
    ['not', type.not && { enum: type.not }],
  ]);
}

/** A pattern applies to the entire string. A pattern that JavaScript can't compile becomes `x-pattern`. */
function listPatternMembers(pattern: string | undefined): Members {
  if (pattern === undefined) return [];
  const anchored = `^(?:${pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')})$`;
  return isValidPattern(anchored)
    ? [['pattern', pattern.includes('|') || !/^\^.*\$$/.test(pattern) ? anchored : pattern]]
    : [['x-pattern', pattern]];
}

function isValidPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** An open enum lists its known values and accepts other values. */
function listEnumMembers({ enum: values, open }: StringType): Members {
  if (!values) return [];
  const known = values.map(({ value }) => value);
  const constraint: Members[number] = open ? ['anyOf', [{ type: 'string', enum: known }, { type: 'string' }]] : ['enum', known];
  return [constraint, ['x-enum-descriptions', listDescriptions(values)]];
}

function listDescriptions(values: readonly EnumValue[]): Json | undefined {
  return values.some(({ description }) => description !== undefined) ? values.map(({ description }) => description ?? '') : undefined;
}

function escapePointerToken(id: string): string {
  return encodeURIComponent(id.replace(/~/g, '~0').replace(/\//g, '~1'));
}
