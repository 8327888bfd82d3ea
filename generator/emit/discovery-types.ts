/** Converts schemas, fields, and parameters to Discovery vocabulary. */
import type { Field, ModelElement, ObjectType, Parameter, Schema, Source, StatedRule, StringType, Type, Variants } from '../model/model.js';
import { omitUndefined, type JsonObject, type Json } from '../lib/json.js';
import { omitEmpty } from './json-objects.js';
import { listOwnFields } from './type-queries.js';
import { toSourceElement } from './sources.js';

export function toSchemaElement(schema: Schema, parentSource: Source): JsonObject {
  return { id: schema.id, ...toElement(schema, parentSource) };
}

/** A parameter of type `any` has no type: one with that type is text. */
export function toParameterElement(parameter: Parameter, parentSource: Source): JsonObject {
  return omitUndefined({
    ...toElement(parameter, parentSource),
    ...(parameter.type.kind === 'any' && { type: undefined }),
    location: parameter.location,
    required: parameter.required || undefined,
    repeated: parameter.repeated || undefined,
    default: formatDefault(parameter.default),
  });
}

function toFieldElement(field: Field, owner: ObjectType, parentSource: Source): JsonObject {
  return omitUndefined({
    ...toElement(field, parentSource),
    default: formatDefault(field.default),
    required: toRequiredFlag(field),
    'x-expected': isStatedAsExpected(field) || undefined,
    annotations: field.requiredBy && { required: field.requiredBy },
    readOnly: field.readOnly || undefined,
    'x-writeOnly': field.writeOnly || undefined,
    'x-immutable': field.immutable || undefined,
    'x-oneof': field.oneof,
    'x-patchable': field.patchable || undefined,
    'x-omitEmpty': field.omitEmpty || undefined,
    ...toValidationMembers(owner, field.source, field.name),
  });
}

/** `false` prevents inference from the description, and from an annotation that lists all methods that take the field. */
function toRequiredFlag({ required, requiredBy, statedOptional }: Field): boolean | undefined {
  if (required) return true;
  return requiredBy !== undefined || statedOptional ? false : undefined;
}

/** Whether the description doesn't state what `x-expected` states. */
const isStatedAsExpected = ({ expected, expectedBy, described }: Field): boolean =>
  (expected === true || expectedBy !== undefined) && !described.includes('required');

/** Discovery encodes every default as a string. */
function formatDefault(value: Json | undefined): Json | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Returns the members that schemas, parameters, and fields have in common. */
function toElement(element: ModelElement & { readonly type: Type }, parentSource: Source): JsonObject {
  return omitUndefined({
    description: element.description,
    deprecated: element.deprecated || undefined,
    ...toTypeMembers(element.type, element.source),
    'x-undocumented': omitEmpty([...new Set([...element.undocumentedAspects, ...listUndocumentedAspects(element.type)])]),
    'x-source': toSourceElement(element.source, parentSource),
  });
}

/** Converts a type without an element, such as the request of a method or the items of a list. */
export function toTypeElement(type: Type, parentSource: Source): JsonObject {
  return omitUndefined({ ...toTypeMembers(type, parentSource), 'x-undocumented': omitEmpty(listUndocumentedAspects(type)) });
}

function listUndocumentedAspects(type: Type): readonly string[] {
  if (type.kind === 'string' && type.open) return ['values'];
  return type.kind === 'object' && type.additional && type.fields.length === 0 ? ['fields'] : [];
}

function toTypeMembers(type: Type, parentSource: Source): JsonObject {
  switch (type.kind) {
    case 'string':
      return toStringMembers(type);
    case 'integer':
    case 'number':
      return omitUndefined({
        type: type.kind,
        format: type.format,
        minimum: type.minimum?.toString(),
        maximum: type.maximum?.toString(),
        'x-notIn': type.not,
      });
    case 'array':
      return { type: 'array', items: toTypeElement(type.items, parentSource) };
    case 'map':
      return omitUndefined({
        type: 'object',
        additionalProperties: toTypeElement(type.values, parentSource),
        'x-propertyNames': type.keys && omitUndefined(type.keys),
      });
    case 'object':
      return omitUndefined({
        type: 'object',
        variant: type.variants && toVariantElement(type.variants),
        properties: toProperties(type, parentSource),
        additionalProperties: type.additional && toTypeElement(type.additional, parentSource),
        'x-rules': toRuleElements(type.rules, parentSource),
        ...toValidationMembers(type, parentSource),
      });
    case 'ref':
      return { $ref: type.schema };
    default:
      return { type: type.kind };
  }
}

/** The schemas of an object with variants have the fields that aren't its own. */
function toProperties(type: ObjectType, parentSource: Source): JsonObject | undefined {
  const own = listOwnFields(type);
  if (type.variants && own.length === 0) return undefined;
  return Object.fromEntries(own.map((field) => [field.name, toFieldElement(field, type, parentSource)]));
}

function toVariantElement({ discriminant, options }: Variants): JsonObject {
  return { discriminant, map: options.map(({ value, schema }) => ({ type_value: value, $ref: schema })) };
}

/** Formats outside Discovery, written under `x-format`. */
const extensionFormats: ReadonlySet<string> = new Set([
  'uuid',
  'url',
  'cidr-ipv4',
  'domain-name',
  'bcp47',
  'pem-certificates',
  'pem-private-key',
]);

function toStringMembers(type: StringType): JsonObject {
  const isExtension = extensionFormats.has(type.format ?? '');
  return omitUndefined({
    type: 'string',
    format: isExtension ? undefined : type.format,
    'x-format': isExtension ? type.format : undefined,
    pattern: type.pattern,
    enum: type.enum?.map(({ value }) => value),
    enumDescriptions: listEnumDescriptions(type),
    enumDeprecated: type.enum?.some(({ deprecated }) => deprecated) ? type.enum.map(({ deprecated }) => deprecated) : undefined,
    'x-enumNumbers': listEnumNumbers(type),
    'x-const': type.const,
    'x-minLength': type.minLength,
    'x-maxLength': type.maxLength,
    'x-maxBytes': type.maxBytes,
    'x-byteLength': type.byteLength,
    'x-notIn': type.not,
  });
}

/** Lists the descriptions of the values of an enum, if any value has one. */
export function listEnumDescriptions({ enum: values }: StringType): readonly string[] | undefined {
  return values?.some(({ description }) => description !== undefined) ? values.map(({ description }) => description ?? '') : undefined;
}

/** Returns `x-validations` of an object, or of one of its fields. A field without them keeps those of its type. */
export function toValidationMembers({ validations = [] }: ObjectType, parentSource: Source, fieldName?: string): JsonObject {
  const own = validations.filter(({ field }) => field === fieldName);
  return omitUndefined({ 'x-validations': toRuleElements(own, parentSource) });
}

/** Converts rules or validations, or returns `undefined` if there are none. */
export function toRuleElements(rules: readonly StatedRule<object>[], parentSource: Source): Json | undefined {
  return omitEmpty(rules.map(({ id, rule, source }) => omitUndefined({ ...rule, id, source: toSourceElement(source, parentSource) })));
}

/** Lists the numbers of the values of an enum, if any is known. */
export function listEnumNumbers({ enum: values = [] }: StringType): Readonly<Record<string, number>> | undefined {
  const numbers = values.flatMap(({ value, number }) => (number === undefined ? [] : [[value, number] as const]));
  return numbers.length > 0 ? Object.fromEntries(numbers) : undefined;
}
