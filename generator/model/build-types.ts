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
import { findConstantProblem, findFormProblem, findNamedEnumValue } from '../lib/default-problem.js';
import { toNumber } from '../lib/number-ranges.js';
import { isClientAssigned, parseDescriptionFlags } from './infer/description-flags.js';
import { inferEtag, inferLink, isSecretField, isUnreturnedSecret } from './infer/fields.js';
import { inferReplacedField } from './infer/replaced-fields.js';
import { readRequired, type ElementMethods } from './required-fields.js';
import { buildRules, buildValidations } from './build-rules.js';
import { readSource, buildElement } from './statement-source.js';

export interface TypeContext extends ElementMethods {
  /** The source of the enclosing element. */
  readonly source: Source;
  /** Whether the document is published. Published documents state some facts only in descriptions. */
  readonly published: boolean;
  /** The API's schemas by id. A reference to any other id has type `any`. */
  readonly schemas: ReadonlyMap<string, JsonObject>;
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
  const numbers = getObject(element, 'x-enumNumbers') ?? {};
  return getList(element, 'enum').map((value, index) => {
    const description = descriptions[index];
    const number = getNumber(numbers, String(value));
    return {
      value: String(value),
      ...(typeof description === 'string' && description !== '' && { description }),
      deprecated: deprecated[index] === true,
      ...(number !== undefined && { number }),
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
  const stated = readRequired(element, context);
  const requirement = inferReplacedField({ name, type }, stated, context);
  const statedFlags = {
    readOnly: isTrue(element, 'readOnly') && !(context.published && isClientAssigned(description)),
    immutable: isTrue(element, 'x-immutable'),
  };
  const flags = ['readOnly', 'immutable'] as const;
  const inferred = flags.filter((flag) => context.published && !statedFlags[flag] && described.has(flag));
  const writeOnly = isTrue(element, 'x-writeOnly');
  const readOnly = statedFlags.readOnly || inferred.includes('readOnly');
  const isStated = stated.required || stated.requiredBy !== undefined || getMember(element, 'required') === false;
  const isExpected = context.published && described.has('required') && !isStated;
  return {
    kind: 'field',
    name,
    ...buildElement(element, context.source),
    type,
    ...omitUndefined({ default: parseDefault(element, context) }),
    required: requirement.required,
    ...(!readOnly && pickMethods(requirement)),
    ...(isExpected && !readOnly && { expected: true }),
    ...(isStated && !stated.required && described.has('required') && { statedOptional: true }),
    readOnly,
    writeOnly,
    ...(context.published && isUnreturnedSecret({ name, type }, description) && { unreturned: true }),
    ...omitUndefined({ link: inferLink(name, getText(element, 'description')), etag: inferEtag(name, type) }),
    ...(isSecretField({ name, type, writeOnly }) && { secret: true }),
    immutable: statedFlags.immutable || inferred.includes('immutable'),
    patchable: isTrue(element, 'x-patchable'),
    omitEmpty: isTrue(element, 'x-omitEmpty'),
    described: [...described],
    inferred,
  };
}

function pickMethods({ requiredBy = [], replacedByMedia }: Partial<Field>): Pick<Field, 'requiredBy' | 'replacedByMedia'> {
  return requiredBy.length === 0 ? {} : { requiredBy, ...(replacedByMedia && { replacedByMedia }) };
}

/**
 * Parses a default. Published documents write every default as a string; the result has the element's type. Ignores a default that doesn't
 * fit the element: in a published document, it is a warning.
 */
export function parseDefault(element: JsonObject, { schemas }: TypeContext): Json | undefined {
  const value = getMember(element, 'default');
  if (value === undefined) return undefined;
  const target = { ...resolveElement(element, schemas), ...element };
  const namedValue = findNamedEnumValue(value, target);
  if (namedValue !== undefined) return namedValue;
  if (findConstantProblem(value, target) !== undefined || findFormProblem(value, target) !== undefined) return undefined;
  switch (getKind(target)) {
    case 'string':
      return String(value);
    case 'boolean':
      return String(value) === 'true';
    case 'integer':
    case 'number':
      return toNumber(value);
    default:
      return value;
  }
}

/** Follows the references of an element. Returns the element itself if they lead nowhere. */
export function resolveElement(element: JsonObject, schemas: TypeContext['schemas']): JsonObject {
  let current: JsonObject | undefined = element;
  for (let hops = 0; current !== undefined && hops <= schemas.size; hops++) {
    const reference = getText(current, '$ref');
    if (reference === undefined) return current;
    current = schemas.get(reference);
  }
  return element;
}
