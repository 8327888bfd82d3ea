/** Builds the types of schemas, fields, and parameters. */
import type { SchemaRule } from '../../runtime/rule.js';
import type { EnumValue, Field, MapType, NumericType, ObjectType, StatedValidation, StringType, Type, Variants } from './model.js';
import { mergeVariantFields, readVariants } from './build-variants.js';
import { isTrue, type JsonObject, getList, getMember, getNumber, getObject, omitUndefined, getText, type Json } from '../lib/json.js';
import { findConstantProblem, findFormProblem, findNamedEnumValue } from '../language/default-problem.js';
import { toNumber } from '../language/number-ranges.js';
import { compilePattern } from '../lib/pattern.js';
import { inferEtag, inferLink, isClientAssigned, isSecretField, isUnreturnedSecret, parseDescriptionFlags } from './infer/fields.js';
import { inferReplacedField } from './infer/bodies.js';
import { readRequired, type ElementMethods } from './required-fields.js';
import { buildRules, buildValidations } from './build-rules.js';
import { buildElement, isUndocumented, resolveReference, type ElementStatement, type Statements } from './statements.js';

export interface TypeContext extends ElementMethods {
  /** Whether the document is published. Published documents state some facts only in descriptions. */
  readonly published: boolean;
  /** The API's schemas by id. A reference to any other id has type `any`. */
  readonly schemas: Statements['schemas'];
  readonly targets: Statements['targets'];
  /** Whether the enclosing element lists only some of its values. The setting of a list applies to its items. */
  readonly open?: boolean;
}

const any: Type = { kind: 'any' };

export function buildType(statement: ElementStatement, inherited: TypeContext): Type {
  const context = isUndocumented(statement, 'values') ? { ...inherited, open: true } : inherited;
  const element = statement.value;
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
      return { kind: 'array', items: statement.items ? buildType(statement.items, context) : any };
    case 'object':
      return buildObjectOrMap(statement, context);
    default:
      return any;
  }
}

function getKind(element: JsonObject): string | undefined {
  const type = getText(element, 'type');
  if (type !== undefined) return type;
  if (getObject(element, 'properties') ?? getObject(element, 'additionalProperties') ?? getObject(element, 'variant')) return 'object';
  if (getObject(element, 'items')) return 'array';
  return Object.hasOwn(element, 'enum') ? 'string' : undefined;
}

/** Whether a time can lack the offset from UTC, because another field has the time zone. Such a time doesn't have the format `date-time`. */
const acceptsLocalTimes = (element: JsonObject): boolean =>
  getText(element, 'format') === 'date-time' && /\boffset is required unless\b/.test(getText(element, 'description') ?? '');

function buildStringType(element: JsonObject, context: TypeContext): StringType {
  const values = readEnum(element);
  const excluded = getList(element, 'x-notIn').map(String);
  return {
    kind: 'string',
    open: values.length > 0 && context.open === true,
    ...omitUndefined({
      format: getText(element, 'x-format') ?? (context.published && acceptsLocalTimes(element) ? undefined : getText(element, 'format')),
      pattern: readPattern(element),
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

/** Reads a pattern. Published documents can contain one that isn't valid, which lint reports and the model ignores. */
export function readPattern(element: JsonObject, key: 'pattern' | 'x-valuePattern' = 'pattern'): string | undefined {
  const pattern = getText(element, key);
  return pattern !== undefined && compilePattern(pattern).ok ? pattern : undefined;
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

/** `additionalProperties` alone makes a map. With `properties` or undocumented fields, it makes an object that accepts further members. */
function buildObjectOrMap(statement: ElementStatement, context: TypeContext): ObjectType | MapType {
  const { value, fields, values } = statement;
  const additional = values ? buildType(values, context) : isTrue(value, 'additionalProperties') ? any : undefined;
  const acceptsOtherFields = isUndocumented(statement, 'fields');
  if (additional && fields.length === 0 && !acceptsOtherFields) return buildMapType(value, additional);
  const { open: _, ...fieldContext } = context;
  const variants = readVariants(value, context.schemas);
  if (variants) return buildVariantObject(statement, variants, fieldContext);
  const validations = [...buildValidations(statement), ...fields.flatMap((field) => buildFieldValidations(field, fieldContext))];
  return {
    kind: 'object',
    fields: fields.map((field) => buildField(field, fieldContext)),
    ...omitUndefined({ additional: additional ?? (acceptsOtherFields ? any : undefined) }),
    rules: buildRules<SchemaRule>(statement),
    ...(validations.length > 0 && { validations }),
  };
}

/** Accepts other members if an option isn't an object with fields of its own. */
function buildVariantObject(
  statement: ElementStatement,
  variants: Pick<Variants, 'discriminant' | 'options'>,
  context: TypeContext,
): ObjectType {
  const own = statement.fields.map((field) => buildField(field, context));
  const options = variants.options.map(({ schema }) =>
    (context.schemas.get(schema)?.fields ?? []).map((field) => buildField(field, context)),
  );
  const ownNames = own.map(({ name }) => name);
  const hasFields = (fields: readonly Field[]): boolean =>
    [variants.discriminant, ...ownNames].every((name) => fields.some((field) => field.name === name));
  const validations = [...buildValidations(statement), ...statement.fields.flatMap((field) => buildFieldValidations(field, context))];
  return {
    kind: 'object',
    fields: mergeVariantFields(variants, { own, options }),
    variants: { ...variants, own: ownNames, areWhole: options.every(hasFields) },
    ...(options.some((fields) => fields.length === 0) && { additional: any }),
    rules: buildRules<SchemaRule>(statement),
    ...(validations.length > 0 && { validations }),
  };
}

/** Builds the validations of a field other than an inline object. The type of an inline object contains its validations. */
function buildFieldValidations(field: ElementStatement, context: TypeContext): readonly StatedValidation[] {
  if (!Object.hasOwn(field.value, 'x-validations') || buildType(field, context).kind === 'object') return [];
  return buildValidations(field, field.name);
}

function buildMapType(element: JsonObject, values: Type): MapType {
  const keys = getObject(element, 'x-propertyNames');
  if (!keys) return { kind: 'map', values };
  const bounds = { maxLength: getNumber(keys, 'maxLength'), maxBytes: getNumber(keys, 'maxBytes') };
  return { kind: 'map', values, keys: omitUndefined({ pattern: readPattern(keys), ...bounds }) };
}

function buildField(statement: ElementStatement, context: TypeContext): Field {
  const { name, value: element } = statement;
  const type = buildType(statement, context);
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
  const isExpected = (isTrue(element, 'x-expected') || (context.published && described.has('required'))) && !isStated;
  return {
    kind: 'field',
    name,
    ...buildElement(statement),
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
    ...omitUndefined({ oneof: getText(element, 'x-oneof') }),
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
export function parseDefault(element: JsonObject, context: TypeContext): Json | undefined {
  const value = getMember(element, 'default');
  if (value === undefined) return undefined;
  const target = { ...resolveReference(context, element), ...element };
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
