/** Types of schemas, fields and parameters. */
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
} from './json-access.js';
import { isClientAssigned, parseDescriptionFlags } from './description-flags.js';
import { parseRequirement, type MethodsBySchema } from './required-fields.js';
import { buildSchemaRules, validationsOf } from './build-rules.js';
import { readSource, readStated } from './statement-source.js';

export interface TypeContext {
  /** Source of the element around. */
  readonly source: Source;
  /** A published document says some things only in prose. */
  readonly published: boolean;
  /** Ids of the API's schemas; a reference to another one is `any`. */
  readonly schemas: ReadonlySet<string>;
  /** The values of the element around are not all shown: said at a list, it holds for its items. */
  readonly open?: boolean;
  readonly takers?: MethodsBySchema;
  /** The methods that may be sent the element. */
  readonly takenBy?: () => readonly string[];
}

const any: Type = { kind: 'any' };

export function buildType(element: JsonObject, around: TypeContext): Type {
  const context = contextIn(element, around);
  const reference = getText(element, '$ref');
  if (reference !== undefined) return context.schemas.has(reference) ? { kind: 'ref', schema: reference } : any;
  switch (kindOf(element)) {
    case 'string':
      return stringType(element, context);
    case 'integer':
      return numericType('integer', element);
    case 'number':
      return numericType('number', element);
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return arrayType(element, context);
    case 'object':
      return objectOrMap(element, context);
    default:
      return any;
  }
}

function kindOf(element: JsonObject): string | undefined {
  const type = getText(element, 'type');
  if (type !== undefined) return type;
  if (getObject(element, 'properties') ?? getObject(element, 'additionalProperties')) return 'object';
  if (getObject(element, 'items')) return 'array';
  return Object.hasOwn(element, 'enum') ? 'string' : undefined;
}

function contextIn(element: JsonObject, around: TypeContext): TypeContext {
  if (!Object.hasOwn(element, 'x-source') && !Object.hasOwn(element, 'x-undocumented')) return around;
  const open = getStrings(element, 'x-undocumented').includes('values') || around.open === true;
  return { ...around, source: readSource(element, around.source), open };
}

function stringType(element: JsonObject, context: TypeContext): StringType {
  const values = enumOf(element);
  const refused = getList(element, 'x-notIn').map(String);
  return {
    kind: 'string',
    open: values.length > 0 && context.open === true,
    ...omitUndefined({
      format: getText(element, 'x-format') ?? getText(element, 'format'),
      pattern: getText(element, 'pattern'),
      enum: values.length > 0 ? values : undefined,
      const: constOf(element),
      minLength: getNumber(element, 'x-minLength'),
      maxLength: getNumber(element, 'x-maxLength'),
      maxBytes: getNumber(element, 'x-maxBytes'),
      byteLength: getNumber(element, 'x-byteLength'),
      not: refused.length > 0 ? refused : undefined,
    }),
  };
}

function constOf(element: JsonObject): string | undefined {
  const value = getMember(element, 'x-const');
  return value === undefined || value === null ? undefined : String(value);
}

function enumOf(element: JsonObject): readonly EnumValue[] {
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

function numericType(kind: NumericType['kind'], element: JsonObject): NumericType {
  const bounds = { minimum: getNumber(element, 'minimum'), maximum: getNumber(element, 'maximum') };
  const refused = getList(element, 'x-notIn').map(Number);
  return { kind, ...omitUndefined({ format: getText(element, 'format'), ...bounds, not: refused.length > 0 ? refused : undefined }) };
}

function arrayType(element: JsonObject, context: TypeContext): ArrayType {
  const items = getObject(element, 'items');
  return { kind: 'array', items: items ? buildType(items, context) : any };
}

/** `additionalProperties` alone is a map; beside `properties`, or where the fields are not shown, an object that admits more. */
function objectOrMap(element: JsonObject, context: TypeContext): ObjectType | MapType {
  const additional = additionalOf(element, context);
  const fieldsOpen = getStrings(element, 'x-undocumented').includes('fields');
  const fields = getObjects(element, 'properties');
  if (additional && fields.length === 0 && !fieldsOpen) return mapType(element, additional);
  const { open: _, ...inside } = context;
  const validations = [...validationsOf(element, context.source), ...validationsOfFields(fields, inside)];
  return {
    kind: 'object',
    fields: fields.map(([name, field]) => fieldOf(name, field, inside)),
    ...omitUndefined({ additional: additional ?? (fieldsOpen ? any : undefined) }),
    rules: buildSchemaRules(element, context.source),
    ...(validations.length > 0 && { validations }),
  };
}

/** Those of fields that are no objects of their own: an object carries its own. */
function validationsOfFields(fields: readonly (readonly [string, JsonObject])[], context: TypeContext): readonly StatedValidation[] {
  return fields.flatMap(([name, field]) => {
    if (!Object.hasOwn(field, 'x-validations') || buildType(field, context).kind === 'object') return [];
    return validationsOf(field, contextIn(field, context).source, name);
  });
}

function additionalOf(element: JsonObject, context: TypeContext): Type | undefined {
  const value = getMember(element, 'additionalProperties');
  if (value === true) return any;
  return isObject(value) ? buildType(value, context) : undefined;
}

function mapType(element: JsonObject, values: Type): MapType {
  const keys = getObject(element, 'x-propertyNames');
  if (!keys) return { kind: 'map', values };
  const bounds = { maxLength: getNumber(keys, 'maxLength'), maxBytes: getNumber(keys, 'maxBytes') };
  return { kind: 'map', values, keys: omitUndefined({ pattern: getText(keys, 'pattern'), ...bounds }) };
}

function fieldOf(name: string, element: JsonObject, context: TypeContext): Field {
  const type = buildType(element, context);
  const description = getText(element, 'description');
  const prose = context.published ? parseDescriptionFlags(description) : new Set();
  const { required, requiredBy } = parseRequirement(element, context);
  const said = {
    required,
    readOnly: isTrue(element, 'readOnly') && !(context.published && isClientAssigned(description)),
    immutable: isTrue(element, 'x-immutable'),
  };
  const flags = ['required', 'readOnly', 'immutable'] as const;
  const inferred = flags.filter(
    (flag) => !said[flag] && prose.has(flag) && !(flag === 'required' && (said.readOnly || requiredBy !== undefined)),
  );
  const readOnly = said.readOnly || inferred.includes('readOnly');
  return {
    kind: 'field',
    name,
    ...readStated(element, context.source),
    type,
    ...omitUndefined({ default: parseDefault(element, type) }),
    required: said.required || inferred.includes('required'),
    ...(requiredBy !== undefined && requiredBy.length > 0 && !readOnly && { requiredBy }),
    readOnly,
    writeOnly: isTrue(element, 'x-writeOnly'),
    immutable: said.immutable || inferred.includes('immutable'),
    patchable: isTrue(element, 'x-patchable'),
    omitEmpty: isTrue(element, 'x-omitEmpty'),
    inferred,
  };
}

/** Published documents write every default as text; it is given in the type of the element. */
export function parseDefault(element: JsonObject, type: Type): Json | undefined {
  const value = getMember(element, 'default');
  if (value === undefined) return undefined;
  if (type.kind === 'string') return typeof value === 'object' ? value : textDefault(String(value), type);
  if (typeof value !== 'string') return value;
  if (type.kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type.kind === 'integer' || type.kind === 'number') return getNumber(element, 'default') ?? value;
  return value;
}

/** What is none of the values may be what the server calls one of them (`SORT_BY_RATING` for `rating`); else nothing is known of the default. */
function textDefault(value: string, { enum: values }: StringType): string | undefined {
  if (values === undefined || values.some((each) => each.value === value)) return value;
  const words = (text: string): string => text.replace(/([a-z0-9])(?=[A-Z])/g, '$1_').toUpperCase();
  return values.find((each) => words(each.value) === value || value.endsWith(`_${words(each.value)}`))?.value;
}
