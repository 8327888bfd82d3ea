/** Converts the schemas of an API to JSON Schema 2020-12. */
import type { Api, Field, ObjectType, Schema, Source, StringType, Type, Variants } from '../model/model.js';
import { listEnumDescriptions, toValidationMembers } from './discovery-types.js';
import { omitUndefined, type JsonObject, type Json } from '../lib/json.js';
import { omitEmpty } from './json-objects.js';
import { findEntirePattern, formatPattern } from './patterns.js';
import { isNullValue, listOwnFields, listRequiredEtags } from './type-queries.js';
import { formatRule, formatSource } from './sources.js';

/** Creates one document with the schemas in `$defs` under their IDs. The schemas validate stored resources, so they accept unknown members. */
export function toJsonSchema(api: Api): Json {
  const context: SchemaContext = { toReference: (id) => `#/$defs/${escapePointerToken(id)}`, parentSource: api.source };
  return omitUndefined({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: api.title,
    description: api.description,
    'x-source': formatSource(api.source),
    $defs: Object.fromEntries(listNamedSchemas(api, context)),
  });
}

export interface SchemaContext {
  /** Returns the reference to a schema. */
  readonly toReference: (id: string) => string;
  /** The source of the surrounding element. */
  readonly parentSource: Source;
}

/** Converts the schemas of an API. The bodies of partial updates can't require the fields that creation requires. */
export function listNamedSchemas({ methods, schemas }: Api, context: SchemaContext): readonly (readonly [id: string, JsonObject])[] {
  const patched = new Set(
    methods.flatMap(({ httpMethod, request }) => (httpMethod === 'PATCH' && request?.kind === 'ref' ? request.schema : [])),
  );
  return schemas.map((schema) => [schema.id, toNamedSchema(schema, context, patched.has(schema.id))]);
}

function toNamedSchema({ type, ...schema }: Schema, context: SchemaContext, isPartial: boolean): JsonObject {
  const inner = { ...context, parentSource: schema.source };
  return omitUndefined({
    description: schema.description,
    deprecated: schema.deprecated || undefined,
    ...(type.kind === 'object' ? toObjectSchema(type, inner, isPartial) : toTypeSchema(type, inner)),
    'x-source': formatSource(schema.source, context.parentSource),
  });
}

/** Converts a type without an element, such as a body, a parameter, or the items of a list. */
export function toTypeSchema(type: Type, context: SchemaContext): JsonObject {
  switch (type.kind) {
    case 'any':
      return {};
    case 'ref':
      return { $ref: context.toReference(type.schema) };
    case 'array':
      return { type: 'array', items: toTypeSchema(type.items, context) };
    case 'map':
      return omitUndefined({
        type: 'object',
        propertyNames: type.keys && omitEmpty(toStringConstraints({ kind: 'string', open: false, ...type.keys })),
        additionalProperties: toTypeSchema(type.values, context),
      });
    case 'object':
      return toObjectSchema(type, context);
    case 'string':
      if (isNullValue(type)) return { type: ['string', 'null'], enum: ['NULL_VALUE', null] };
      return omitUndefined({ type: type.open ? undefined : 'string', ...toStringConstraints(type) });
    case 'integer':
    case 'number':
      return omitUndefined({
        type: type.kind,
        format: type.format,
        minimum: type.minimum,
        maximum: type.maximum,
        not: type.not && { enum: type.not },
      });
    default:
      return { type: type.kind };
  }
}

/** A partial object requires only the etag that prevents lost updates. */
function toObjectSchema(type: ObjectType, context: SchemaContext, isPartial = false): JsonObject {
  const etags = listRequiredEtags(type.rules);
  const required = listOwnFields(type).filter((field) => field.required && !field.readOnly && (!isPartial || etags.includes(field.name)));
  return omitUndefined({
    type: 'object',
    oneOf: type.variants && toOptions(type.variants, context),
    properties: omitEmpty(Object.fromEntries(listOwnFields(type).map((field) => [field.name, toFieldSchema(field, type, context)]))),
    required: omitEmpty(required.map(({ name }) => name)),
    additionalProperties: type.additional && toTypeSchema(type.additional, context),
    'x-rules': omitEmpty(type.rules.map((rule) => formatRule(rule, context.parentSource))),
    ...toValidationMembers(type, context.parentSource),
  });
}

function toOptions({ discriminant, options }: Variants, { toReference }: SchemaContext): readonly JsonObject[] {
  return options.map(({ value, schema }) => ({
    $ref: toReference(schema),
    properties: { [discriminant]: { const: value } },
    required: [discriminant],
  }));
}

function toFieldSchema(field: Field, owner: ObjectType, context: SchemaContext): JsonObject {
  return omitUndefined({
    description: field.description,
    deprecated: field.deprecated || undefined,
    ...toTypeSchema(field.type, { ...context, parentSource: field.source }),
    default: field.default,
    readOnly: field.readOnly || undefined,
    writeOnly: field.writeOnly || undefined,
    'x-immutable': field.immutable || undefined,
    ...toValidationMembers(owner, field.source, field.name),
    'x-source': formatSource(field.source, context.parentSource),
  });
}

function toStringConstraints(type: StringType): JsonObject {
  return omitUndefined({
    format: type.format,
    ...toPatternMember(type.pattern),
    ...toEnumMember(type),
    'x-enum-descriptions': listEnumDescriptions(type),
    const: type.const,
    minLength: type.minLength,
    maxLength: type.maxLength,
    'x-maxBytes': type.maxBytes,
    'x-byteLength': type.byteLength,
    not: type.not && { enum: type.not },
  });
}

/** A pattern applies to the entire string. JSON Schema has those of JavaScript, without flags. Another pattern becomes `x-pattern`. */
function toPatternMember(pattern: string | undefined): JsonObject {
  if (pattern === undefined) return {};
  const expression = findEntirePattern(pattern);
  if (expression === undefined || expression.ignoreCase) return { 'x-pattern': pattern };
  const body = formatPattern(expression);
  const isAnchored = !body.includes('|') && /^\^.*\$$/.test(body);
  return { pattern: isAnchored ? body : `^(?:${body.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')})$` };
}

/** An open enum lists its known values and accepts other values. */
function toEnumMember({ enum: values, open }: StringType): JsonObject {
  if (values === undefined) return {};
  const known = values.map(({ value }) => value);
  return open ? { anyOf: [{ type: 'string', enum: known }, { type: 'string' }] } : { enum: known };
}

function escapePointerToken(id: string): string {
  return encodeURIComponent(id.replace(/~/g, '~0').replace(/\//g, '~1'));
}
