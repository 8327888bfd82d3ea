/** Builds the types of schemas, fields, and parameters. */
import type { SchemaRule } from '../../templates/runtime/rule.js';
import type {
  ArrayType,
  EnumValue,
  Field,
  Json,
  MapType,
  NumericType,
  ObjectType,
  Source,
  StatedValidation,
  StringType,
  Type,
} from './model.js';
import {
  isObject,
  isTrue,
  type JsonObject,
  getList,
  getMember,
  getNumber,
  getObject,
  getObjects,
  omitUndefined,
  getStrings,
  getText,
} from '../lib/json.js';
import { isPatternMatch } from '../lib/pattern.js';
import { isClientAssigned, parseDescriptionFlags } from './infer/description-flags.js';
import { hasNumbers, inferEtag, inferLink, isSecretField } from './infer/fields.js';
import { inferReplacedField } from './infer/replaced-fields.js';
import { readRequired, type ElementMethods } from './required-fields.js';
import { buildRules, buildValidations } from './build-rules.js';
import { readSource, buildElement } from './statement-source.js';

export interface TypeContext extends ElementMethods {
  /** The source of the enclosing element. */
  readonly source: Source;
  /** Whether the document is published. Published documents state some facts only in descriptions. */
  readonly published: boolean;
  /** The ids of the API's schemas. A reference to any other id has type `any`. */
  readonly schemas: ReadonlySet<string>;
  /** Whether the enclosing element lists only some of its values. The setting of a list applies to its items. */
  readonly open?: boolean;
}

const any: Type = { kind: 'any' };

export function buildType(element: JsonObject, inherited: TypeContext): Type {
  const context = createNestedContext(element, inherited);
  const reference = getText(element, '$ref');
  if (reference !== undefined) return context.schemas.has(reference) ? { kind: 'ref', schema: reference } : any;
  switch (getKind(element)) {
    case 'string':
      return buildStringType(element, context);
    case 'integer':
      return buildNumericType('integer', element);
    case 'number':
      return buildNumericType('number', element);
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return buildArrayType(element, context);
    case 'object':
      return buildObjectOrMap(element, context);
    default:
      return any;
  }
}

function getKind(element: JsonObject): string | undefined {
  const type = getText(element, 'type');
  if (type !== undefined) return type;
  if (getObject(element, 'properties') ?? getObject(element, 'additionalProperties')) return 'object';
  if (getObject(element, 'items')) return 'array';
  return Object.hasOwn(element, 'enum') ? 'string' : undefined;
}

function createNestedContext(element: JsonObject, inherited: TypeContext): TypeContext {
  if (!Object.hasOwn(element, 'x-source') && !Object.hasOwn(element, 'x-undocumented')) return inherited;
  const open = getStrings(element, 'x-undocumented').includes('values') || inherited.open === true;
  return { ...inherited, source: readSource(element, inherited.source), open };
}

function buildStringType(element: JsonObject, context: TypeContext): StringType {
  const values = readEnum(element);
  const excluded = getList(element, 'x-notIn').map(String);
  return {
    kind: 'string',
    open: values.length > 0 && context.open === true,
    ...(hasNumbers(values) && { numbered: true }),
    ...omitUndefined({
      format: getText(element, 'x-format') ?? getText(element, 'format'),
      pattern: getText(element, 'pattern'),
      enum: values.length > 0 ? values : undefined,
      const: readConst(element),
      minLength: getNumber(element, 'x-minLength'),
      maxLength: getNumber(element, 'x-maxLength'),
      maxBytes: getNumber(element, 'x-maxBytes'),
      byteLength: getNumber(element, 'x-byteLength'),
      not: excluded.length > 0 ? excluded : undefined,
    }),
  };
}

function readConst(element: JsonObject): string | undefined {
  const value = getMember(element, 'x-const');
  return value === undefined || value === null ? undefined : String(value);
}

function readEnum(element: JsonObject): readonly EnumValue[] {
  const descriptions = getList(element, 'enumDescriptions');
  const deprecated = getList(element, 'enumDeprecated');
  return getList(element, 'enum').map((value, index) => {
    const description = descriptions[index];
    return {
      value: String(value),
      ...(typeof description === 'string' && description !== '' && { description }),
      deprecated: deprecated[index] === true,
    };
  });
}

function buildNumericType(kind: NumericType['kind'], element: JsonObject): NumericType {
  const bounds = { minimum: getNumber(element, 'minimum'), maximum: getNumber(element, 'maximum') };
  const excluded = getList(element, 'x-notIn').map(Number);
  return { kind, ...omitUndefined({ format: getText(element, 'format'), ...bounds, not: excluded.length > 0 ? excluded : undefined }) };
}

function buildArrayType(element: JsonObject, context: TypeContext): ArrayType {
  const items = getObject(element, 'items');
  return { kind: 'array', items: items ? buildType(items, context) : any };
}

/** `additionalProperties` alone makes a map. With `properties` or undocumented fields, it makes an object that accepts further members. */
function buildObjectOrMap(element: JsonObject, context: TypeContext): ObjectType | MapType {
  const additional = buildAdditionalProperties(element, context);
  const acceptsOtherFields = getStrings(element, 'x-undocumented').includes('fields');
  const fields = getObjects(element, 'properties');
  if (additional && fields.length === 0 && !acceptsOtherFields) return buildMapType(element, additional);
  const { open: _, ...fieldContext } = context;
  const validations = [...buildValidations(element, context.source), ...buildFieldValidations(fields, fieldContext)];
  return {
    kind: 'object',
    fields: fields.map(([name, field]) => buildField(name, field, fieldContext)),
    ...omitUndefined({ additional: additional ?? (acceptsOtherFields ? any : undefined) }),
    rules: buildRules<SchemaRule>(element, context.source),
    ...(validations.length > 0 && { validations }),
  };
}

/** Builds the validations of fields other than inline objects. The type of an inline object contains its validations. */
function buildFieldValidations(fields: readonly (readonly [string, JsonObject])[], context: TypeContext): readonly StatedValidation[] {
  return fields.flatMap(([name, field]) => {
    if (!Object.hasOwn(field, 'x-validations') || buildType(field, context).kind === 'object') return [];
    return buildValidations(field, createNestedContext(field, context).source, name);
  });
}

function buildAdditionalProperties(element: JsonObject, context: TypeContext): Type | undefined {
  const value = getMember(element, 'additionalProperties');
  if (value === true) return any;
  return isObject(value) ? buildType(value, context) : undefined;
}

function buildMapType(element: JsonObject, values: Type): MapType {
  const keys = getObject(element, 'x-propertyNames');
  if (!keys) return { kind: 'map', values };
  const bounds = { maxLength: getNumber(keys, 'maxLength'), maxBytes: getNumber(keys, 'maxBytes') };
  return { kind: 'map', values, keys: omitUndefined({ pattern: getText(keys, 'pattern'), ...bounds }) };
}

function buildField(name: string, element: JsonObject, context: TypeContext): Field {
  const type = buildType(element, context);
  const description = getText(element, 'description');
  const described = parseDescriptionFlags(description);
  const { required, requiredBy } = readRequired(element, context);
  const statedFlags = {
    required,
    readOnly: isTrue(element, 'readOnly') && !(context.published && isClientAssigned(description)),
    immutable: isTrue(element, 'x-immutable'),
  };
  const flags = ['required', 'readOnly', 'immutable'] as const;
  const inferred = flags.filter(
    (flag) =>
      context.published &&
      !statedFlags[flag] &&
      described.has(flag) &&
      !(flag === 'required' && (statedFlags.readOnly || requiredBy !== undefined)),
  );
  const stated = { required: statedFlags.required || inferred.includes('required'), ...(requiredBy !== undefined && { requiredBy }) };
  const requirement = inferReplacedField({ name, type }, stated, context);
  const writeOnly = isTrue(element, 'x-writeOnly');
  const readOnly = statedFlags.readOnly || inferred.includes('readOnly');
  return {
    kind: 'field',
    name,
    ...buildElement(element, context.source),
    type,
    ...omitUndefined({ default: parseDefault(element, type) }),
    required: requirement.required,
    ...(!readOnly && pickMethods(requirement)),
    readOnly,
    writeOnly,
    ...omitUndefined({ link: inferLink(name, getText(element, 'description')), etag: inferEtag(name, type) }),
    ...(isSecretField({ name, type, writeOnly }) && { secret: true }),
    immutable: statedFlags.immutable || inferred.includes('immutable'),
    patchable: isTrue(element, 'x-patchable'),
    omitEmpty: isTrue(element, 'x-omitEmpty'),
    described: [...described],
    inferred: inferred.filter((flag) => flag !== 'required' || requirement.required),
  };
}

function pickMethods({ requiredBy = [], replacedByMedia }: Partial<Field>): Pick<Field, 'requiredBy' | 'replacedByMedia'> {
  return requiredBy.length === 0 ? {} : { requiredBy, ...(replacedByMedia && { replacedByMedia }) };
}

/** Parses a default. Published documents write every default as a string; the result has the element's type. */
export function parseDefault(element: JsonObject, type: Type): Json | undefined {
  const value = getMember(element, 'default');
  if (value === undefined) return undefined;
  if (type.kind === 'string') return typeof value === 'object' ? value : parseTextDefault(String(value), type);
  if (typeof value !== 'string') return value;
  if (type.kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type.kind === 'integer' || type.kind === 'number') return getNumber(element, 'default') ?? value;
  return value;
}

/**
 * Parses the default of a string. Published documents may use the server's name of an enum value (`SORT_BY_RATING` for `rating`). Ignores a
 * default that violates the pattern, such as an empty string.
 */
function parseTextDefault(value: string, { enum: values, pattern }: StringType): string | undefined {
  if (pattern !== undefined && !isPatternMatch(pattern, value)) return undefined;
  if (values === undefined || values.some((enumValue) => enumValue.value === value)) return value;
  const toConstantCase = (text: string): string => text.replace(/([a-z0-9])(?=[A-Z])/g, '$1_').toUpperCase();
  return values.find((enumValue) => toConstantCase(enumValue.value) === value || value.endsWith(`_${toConstantCase(enumValue.value)}`))
    ?.value;
}
