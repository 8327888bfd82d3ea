/** Schemas, fields and parameters in Discovery vocabulary. */
import type {
  EnumValue,
  Field,
  Json,
  ObjectType,
  Parameter,
  Schema,
  Source,
  ModelElement,
  StatedRule,
  StringType,
  Type,
} from '../model/model.js';
import type { Rule } from '../../templates/runtime/rule.js';
import { trueOrAbsent, toJsonObject, type JsonObject, type Members, omitEmpty } from './json-members.js';

export function toSchemaElement(schema: Schema, around: Source): JsonObject {
  return toJsonObject([['id', schema.id], ...element(schema, { type: schema.type, around })]);
}

export function toParameterElement(parameter: Parameter, around: Source): JsonObject {
  return toJsonObject([
    ...element(parameter, { type: parameter.type, around }),
    ['location', parameter.location],
    ['required', trueOrAbsent(parameter.required)],
    ['repeated', trueOrAbsent(parameter.repeated)],
    ['default', defaultText(parameter.default)],
  ]);
}

function fieldElement(field: Field, owner: ObjectType, around: Source): JsonObject {
  return toJsonObject([
    ...element(field, { type: field.type, around }),
    ['default', defaultText(field.default)],
    // Denied beside an annotation: methods that are all of those that take a field would make it required.
    ['required', field.requiredBy === undefined ? trueOrAbsent(field.required) : false],
    ['annotations', field.requiredBy && { required: field.requiredBy }],
    ['readOnly', trueOrAbsent(field.readOnly)],
    ['x-writeOnly', trueOrAbsent(field.writeOnly)],
    ['x-immutable', trueOrAbsent(field.immutable)],
    ['x-patchable', trueOrAbsent(field.patchable)],
    ['x-omitEmpty', trueOrAbsent(field.omitEmpty)],
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
function element(stated: ModelElement, { type, around }: Typed): Members {
  const undocumentedAspects = [...new Set([...stated.undocumentedAspects, ...openAspects(type)])];
  return [
    ['description', stated.description],
    ['deprecated', trueOrAbsent(stated.deprecated)],
    ...typeMembers(type, stated.source),
    ['x-undocumented', omitEmpty(undocumentedAspects)],
    ['x-source', toSourceUnless(stated.source, around)],
  ];
}

/** A type that stands alone: the request of a method, the items of a list. */
export function toTypeElement(type: Type, around: Source): JsonObject {
  return toJsonObject([...typeMembers(type, around), ['x-undocumented', omitEmpty(openAspects(type))]]);
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
        ['x-notIn', type.not],
      ];
    case 'array':
      return [
        ['type', 'array'],
        ['items', toTypeElement(type.items, around)],
      ];
    case 'map':
      return [
        ['type', 'object'],
        ['additionalProperties', toTypeElement(type.values, around)],
        ['x-propertyNames', type.keys && toJsonObject(Object.entries(type.keys))],
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
    ['properties', toJsonObject(type.fields.map((field) => [field.name, fieldElement(field, type, around)]))],
    ['additionalProperties', type.additional && toTypeElement(type.additional, around)],
    ['x-rules', toRuleElements(type.rules, around)],
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
    ['x-byteLength', type.byteLength],
    ['x-notIn', type.not],
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
  return omitEmpty(
    own.map(({ rule, source }) =>
      toJsonObject([...Object.entries(rule as unknown as JsonObject), ['source', toSourceUnless(source, around)]]),
    ),
  );
}

export function toRuleElements(rules: readonly StatedRule<Rule>[], around: Source): Json | undefined {
  return omitEmpty(
    rules.map(({ rule, source }) =>
      toJsonObject([...Object.entries(rule as unknown as JsonObject), ['source', toSourceUnless(source, around)]]),
    ),
  );
}

/** A source is said where it differs from what surrounds it. */
export function toSourceUnless(source: Source, around: Source): Json | undefined {
  if (source.kind === around.kind && source.reference === around.reference) return undefined;
  if (source.kind === 'published') return undefined;
  return source.kind === 'document' ? source.reference : { [source.kind]: source.reference };
}
