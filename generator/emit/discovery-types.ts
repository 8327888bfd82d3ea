/** Schemas, fields and parameters in Discovery vocabulary. */
import type {
  EnumValue,
  Field,
  Json,
  ObjectType,
  Parameter,
  Schema,
  Source,
  Stated,
  StatedRule,
  StringType,
  Type,
} from '../model/model.js';
import type { Rule } from '../../templates/runtime/rule.js';
import { flag, jsonObject, type JsonObject, type Members, unlessEmpty } from './json.js';

export function schemaElement(schema: Schema, around: Source): JsonObject {
  return jsonObject([['id', schema.id], ...element(schema, { type: schema.type, around })]);
}

export function parameterElement(parameter: Parameter, around: Source): JsonObject {
  return jsonObject([
    ...element(parameter, { type: parameter.type, around }),
    ['location', parameter.location],
    ['required', flag(parameter.required)],
    ['repeated', flag(parameter.repeated)],
    ['default', defaultText(parameter.default)],
  ]);
}

function fieldElement(field: Field, owner: ObjectType, around: Source): JsonObject {
  return jsonObject([
    ...element(field, { type: field.type, around }),
    ['default', defaultText(field.default)],
    // Denied beside an annotation: methods that are all of those that take a field would make it required.
    ['required', field.requiredBy === undefined ? flag(field.required) : false],
    ['annotations', field.requiredBy && { required: field.requiredBy }],
    ['readOnly', flag(field.readOnly)],
    ['x-writeOnly', flag(field.writeOnly)],
    ['x-immutable', flag(field.immutable)],
    ['x-patchable', flag(field.patchable)],
    ['x-omitEmpty', flag(field.omitEmpty)],
    ...fieldValidations(field, owner),
  ]);
}

/** An object carries its own. */
function fieldValidations({ name, source }: Field, owner: ObjectType): Members {
  const stated = validationsElement(owner, source, name);
  return stated === undefined ? [] : [['x-validations', stated]];
}

/** Discovery writes every default as text. */
function defaultText(value: Json | undefined): Json | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

interface Typed {
  readonly type: Type;
  readonly around: Source;
}

/** The members that every stated element has, and those of its type. */
function element(stated: Stated, { type, around }: Typed): Members {
  const notShown = [...new Set([...stated.notShown, ...openAspects(type)])];
  return [
    ['description', stated.description],
    ['deprecated', flag(stated.deprecated)],
    ...typeMembers(type, stated.source),
    ['x-notShown', unlessEmpty(notShown)],
    ['x-source', sourceUnless(stated.source, around)],
  ];
}

/** A type that stands alone: the request of a method, the items of a list. */
export function typeElement(type: Type, around: Source): JsonObject {
  return jsonObject([...typeMembers(type, around), ['x-notShown', unlessEmpty(openAspects(type))]]);
}

function openAspects(type: Type): readonly string[] {
  if (type.kind === 'string' && type.open) return ['values'];
  return type.kind === 'object' && type.additional && type.fields.length === 0 ? ['fields'] : [];
}

function typeMembers(type: Type, around: Source): Members {
  switch (type.kind) {
    case 'string':
      return stringMembers(type);
    case 'integer':
    case 'number':
      return [
        ['type', type.kind],
        ['format', type.format],
        ['minimum', type.minimum === undefined ? undefined : String(type.minimum)],
        ['maximum', type.maximum === undefined ? undefined : String(type.maximum)],
        ['x-not', type.not],
      ];
    case 'array':
      return [
        ['type', 'array'],
        ['items', typeElement(type.items, around)],
      ];
    case 'map':
      return [
        ['type', 'object'],
        ['additionalProperties', typeElement(type.values, around)],
        ['x-keys', type.keys && jsonObject(Object.entries(type.keys))],
      ];
    case 'object':
      return objectMembers(type, around);
    case 'ref':
      return [['$ref', type.schema]];
    default:
      return [['type', type.kind]];
  }
}

function objectMembers(type: ObjectType, around: Source): Members {
  return [
    ['type', 'object'],
    ['properties', jsonObject(type.fields.map((field) => [field.name, fieldElement(field, type, around)]))],
    ['additionalProperties', type.additional && typeElement(type.additional, around)],
    ['x-rules', rulesElement(type.rules, around)],
    ['x-validations', validationsElement(type, around)],
  ];
}

/** Formats that Discovery does not know, said under a key of our own. */
const ownFormats: ReadonlySet<string> = new Set(['uuid', 'url', 'cidr-ipv4', 'bcp47', 'pem-certificates', 'pem-private-key']);

function stringMembers(type: StringType): Members {
  const own = type.format !== undefined && ownFormats.has(type.format);
  return [
    ['type', 'string'],
    [own ? 'x-format' : 'format', type.format],
    ['pattern', type.pattern],
    ...enumMembers(type.enum),
    ['x-const', type.const],
    ['x-minLength', type.minLength],
    ['x-maxLength', type.maxLength],
    ['x-maxBytes', type.maxBytes],
    ['x-decodedBytes', type.decodedBytes],
    ['x-not', type.not],
  ];
}

function enumMembers(values: readonly EnumValue[] | undefined): Members {
  if (!values) return [];
  const described = values.some(({ description }) => description !== undefined);
  return [
    ['enum', values.map(({ value }) => value)],
    ['enumDescriptions', described ? values.map(({ description }) => description ?? '') : undefined],
    ['enumDeprecated', values.some(({ deprecated }) => deprecated) ? values.map(({ deprecated }) => deprecated) : undefined],
  ];
}

/** `x-validations` of an object, or of one of its fields. */
export function validationsElement({ validations = [] }: ObjectType, around: Source, field?: string): Json | undefined {
  const own = validations.filter((validation) => validation.field === field);
  return unlessEmpty(
    own.map(({ rule, source }) => jsonObject([...Object.entries(rule as unknown as JsonObject), ['source', sourceUnless(source, around)]])),
  );
}

export function rulesElement(rules: readonly StatedRule<Rule>[], around: Source): Json | undefined {
  return unlessEmpty(
    rules.map(({ rule, source }) =>
      jsonObject([...Object.entries(rule as unknown as JsonObject), ['source', sourceUnless(source, around)]]),
    ),
  );
}

/** A source is said where it differs from what surrounds it. */
export function sourceUnless(source: Source, around: Source): Json | undefined {
  if (source.kind === around.kind && source.reference === around.reference) return undefined;
  if (source.kind === 'published') return undefined;
  return source.kind === 'document' ? source.reference : { [source.kind]: source.reference };
}
