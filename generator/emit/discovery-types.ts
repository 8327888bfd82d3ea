/** Converts schemas, fields, and parameters to Discovery vocabulary. */
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

export function toSchemaElement(schema: Schema, parentSource: Source): JsonObject {
  return toJsonObject([['id', schema.id], ...listElementMembers(schema, { type: schema.type, parentSource })]);
}

export function toParameterElement(parameter: Parameter, parentSource: Source): JsonObject {
  return toJsonObject([
    ...listElementMembers(parameter, { type: parameter.type, parentSource }),
    ['location', parameter.location],
    ['required', trueOrAbsent(parameter.required)],
    ['repeated', trueOrAbsent(parameter.repeated)],
    ['default', formatDefault(parameter.default)],
  ]);
}

function toFieldElement(field: Field, owner: ObjectType, parentSource: Source): JsonObject {
  return toJsonObject([
    ...listElementMembers(field, { type: field.type, parentSource }),
    ['default', formatDefault(field.default)],
    // `false` overrides the inference that a field is required because the annotation lists all methods that take it.
    ['required', field.requiredBy === undefined ? trueOrAbsent(field.required) : false],
    ['annotations', field.requiredBy && { required: field.requiredBy }],
    ['readOnly', trueOrAbsent(field.readOnly)],
    ['x-writeOnly', trueOrAbsent(field.writeOnly)],
    ['x-immutable', trueOrAbsent(field.immutable)],
    ['x-patchable', trueOrAbsent(field.patchable)],
    ['x-omitEmpty', trueOrAbsent(field.omitEmpty)],
    ...listFieldValidations(field, owner),
  ]);
}

/** The validations of a field. An object field has its own. */
function listFieldValidations({ name, source }: Field, owner: ObjectType): Members {
  const stated = toValidationElements(owner, source, name);
  return stated === undefined ? [] : [['x-validations', stated]];
}

/** Discovery encodes every default as a string. */
function formatDefault(value: Json | undefined): Json | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

interface TypedElement {
  readonly type: Type;
  readonly parentSource: Source;
}

/** Lists the common members of an element, and the members of its type. */
function listElementMembers(stated: ModelElement, { type, parentSource }: TypedElement): Members {
  const undocumentedAspects = [...new Set([...stated.undocumentedAspects, ...listUndocumentedAspects(type)])];
  return [
    ['description', stated.description],
    ['deprecated', trueOrAbsent(stated.deprecated)],
    ...listTypeMembers(type, stated.source),
    ['x-undocumented', omitEmpty(undocumentedAspects)],
    ['x-source', toSourceUnless(stated.source, parentSource)],
  ];
}

/** Converts a type without an element, such as the request of a method or the items of a list. */
export function toTypeElement(type: Type, parentSource: Source): JsonObject {
  return toJsonObject([...listTypeMembers(type, parentSource), ['x-undocumented', omitEmpty(listUndocumentedAspects(type))]]);
}

function listUndocumentedAspects(type: Type): readonly string[] {
  if (type.kind === 'string' && type.open) return ['values'];
  return type.kind === 'object' && type.additional && type.fields.length === 0 ? ['fields'] : [];
}

function listTypeMembers(type: Type, parentSource: Source): Members {
  switch (type.kind) {
    case 'string':
      return listStringMembers(type);
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
        ['items', toTypeElement(type.items, parentSource)],
      ];
    case 'map':
      return [
        ['type', 'object'],
        ['additionalProperties', toTypeElement(type.values, parentSource)],
        ['x-propertyNames', type.keys && toJsonObject(Object.entries(type.keys))],
      ];
    case 'object':
      return listObjectMembers(type, parentSource);
    case 'ref':
      return [['$ref', type.schema]];
    default:
      return [['type', type.kind]];
  }
}

function listObjectMembers(type: ObjectType, parentSource: Source): Members {
  return [
    ['type', 'object'],
    ['properties', toJsonObject(type.fields.map((field) => [field.name, toFieldElement(field, type, parentSource)]))],
    ['additionalProperties', type.additional && toTypeElement(type.additional, parentSource)],
    ['x-rules', toRuleElements(type.rules, parentSource)],
    ['x-validations', toValidationElements(type, parentSource)],
  ];
}

/** Formats outside Discovery, written under `x-format`. */
const extensionFormats: ReadonlySet<string> = new Set(['uuid', 'url', 'cidr-ipv4', 'bcp47', 'pem-certificates', 'pem-private-key']);

function listStringMembers(type: StringType): Members {
  const isExtension = type.format !== undefined && extensionFormats.has(type.format);
  return [
    ['type', 'string'],
    [isExtension ? 'x-format' : 'format', type.format],
    ['pattern', type.pattern],
    ...listEnumMembers(type.enum),
    ['x-const', type.const],
    ['x-minLength', type.minLength],
    ['x-maxLength', type.maxLength],
    ['x-maxBytes', type.maxBytes],
    ['x-byteLength', type.byteLength],
    ['x-notIn', type.not],
  ];
}

function listEnumMembers(values: readonly EnumValue[] | undefined): Members {
  if (!values) return [];
  const described = values.some(({ description }) => description !== undefined);
  return [
    ['enum', values.map(({ value }) => value)],
    ['enumDescriptions', described ? values.map(({ description }) => description ?? '') : undefined],
    ['enumDeprecated', values.some(({ deprecated }) => deprecated) ? values.map(({ deprecated }) => deprecated) : undefined],
  ];
}

/** Returns `x-validations` of an object, or of one of its fields. */
export function toValidationElements({ validations = [] }: ObjectType, parentSource: Source, field?: string): Json | undefined {
  const isExtension = validations.filter((validation) => validation.field === field);
  return omitEmpty(
    isExtension.map(({ rule, source }) =>
      toJsonObject([...Object.entries(rule as unknown as JsonObject), ['source', toSourceUnless(source, parentSource)]]),
    ),
  );
}

export function toRuleElements(rules: readonly StatedRule<Rule>[], parentSource: Source): Json | undefined {
  return omitEmpty(
    rules.map(({ rule, source }) =>
      toJsonObject([...Object.entries(rule as unknown as JsonObject), ['source', toSourceUnless(source, parentSource)]]),
    ),
  );
}

/** Returns a source unless it equals the source of the surrounding element. */
export function toSourceUnless(source: Source, parentSource: Source): Json | undefined {
  if (source.kind === parentSource.kind && source.reference === parentSource.reference) return undefined;
  if (source.kind === 'published') return undefined;
  return source.kind === 'document' ? source.reference : { [source.kind]: source.reference };
}
