/**
 * Normalizes request bodies of protobuf-based services: names of fields, enum numbers, integers as strings, times, durations, bytes, and null for
 * absent fields.
 */
import type { ApiBehavior, FieldBehavior, MethodBehavior } from '../../runtime/behavior.js';
import { toJsonName } from '../../runtime/proto-names.js';
import { isNumberType, normalizeNumber } from '../../runtime/proto-number.js';
import { HttpError } from '../lib/http-error.js';
import { isList, isObject, setMember, withMember, type Json, type JsonObject } from '../lib/json.js';
import { getExactDigits } from '../lib/parse-json.js';
import { toEnumName } from './enum-numbers.js';
import { toCanonicalForm } from './canonical-values.js';
import { createFieldLookup, createMemberLookup, type FieldLookup, type ObjectTypes } from './field-tables.js';
import type { CompiledResource } from './resource.js';

type RequestBodyForm = Pick<MethodBehavior, 'requestType' | 'rules'> & {
  readonly method: Pick<MethodBehavior['method'], 'httpMethod'>;
};

/** What an API determines about its bodies. */
interface BodyFormat {
  readonly api: Pick<ApiBehavior, 'omittedValues' | 'protoJson' | 'objectTypes'>;
}

/**
 * Converts a body to its documented form. Keeps the nulls of a patch outside lists, which remove fields, and those of unknown fields. Throws
 * 400 if a field has both of its names.
 */
export function normalizeProtoJson(
  body: JsonObject | undefined,
  { method, requestType, rules = [] }: RequestBodyForm,
  { api }: BodyFormat,
): JsonObject | undefined {
  if (!body) return body;
  const { objectTypes, protoJson } = api;
  const members = requestType === undefined ? undefined : createMemberLookup({ objectType: requestType }, objectTypes);
  const normalized = normalizeMembers(body, members, { api, namesVary: protoJson === true, at: '' });
  if (!protoJson || !hasNull(normalized)) return normalized;
  const isPatch = method.httpMethod === 'PATCH' || rules.some((rule) => rule.kind === 'update' && rule.merge === true);
  return omitKnownNulls(normalized, members, { objectTypes, removesFields: isPatch });
}

interface NormalizationContext extends BodyFormat {
  /** Whether fields can have the names of their definitions. */
  readonly namesVary: boolean;
  /** The path of the object: empty, or names of fields with a dot at its end. */
  readonly at: string;
}

/** Converts the values of known fields to the form in which the server stores them. Returns the same object if nothing changes. */
export function normalizeValues(body: JsonObject, members: FieldLookup, api: BodyFormat['api']): JsonObject {
  return normalizeMembers(body, members, { api, namesVary: false, at: '' });
}

/** Converts the names and values of known fields to the documented form. Returns the same object if nothing changes. */
function normalizeMembers(body: JsonObject, members: FieldLookup, context: NormalizationContext): JsonObject {
  if (!members) return body;
  const isField = (name: string): boolean => members(name) !== null;
  let unchangedCount = 0;
  let normalized: Record<string, Json> | undefined;
  for (const key of Object.keys(body)) {
    const name = context.namesVary ? toJsonName(key, isField) : key;
    const value = normalizeMember(body, key, { field: members(name), context, name });
    if (!normalized && name === key && value === (body[key] ?? null)) {
      unchangedCount += 1;
      continue;
    }
    normalized ??= Object.fromEntries(Object.entries(body).slice(0, unchangedCount));
    if (Object.hasOwn(normalized, name)) throw createRepeatedFieldError(context.at + name);
    setMember(normalized, name, value);
  }
  return normalized ?? body;
}

function createRepeatedFieldError(path: string): HttpError {
  return new HttpError('invalid', {
    message: `The request body has the field '${path}' twice, with its name in JSON and the name in its definition.`,
    location: path,
    rule: 'json',
  });
}

interface MemberContext {
  readonly field: FieldBehavior | null;
  readonly context: NormalizationContext;
  /** The name of the field, or the index of the element. */
  readonly name: string;
}

/** Converts the member with a key, which can be another name of the field. */
function normalizeMember(holder: JsonObject | readonly Json[], key: string, { field, context, name }: MemberContext): Json {
  const value = (holder as JsonObject)[key] ?? null;
  if (!field) return value;
  if (field.isNull) return value === null || value === 0 ? nullName : value;
  if (value === null) return value;
  if (field.enumNumbers) return toEnumName(value, field.enumNumbers);
  if (typeof value === 'string' || typeof value === 'number') {
    if (isNumberType(field)) return normalizeNumber(field, value, getExactDigits(holder, key)) as Json;
    return field.format !== undefined && typeof value === 'string' ? normalizeText(field.format, value, { context, name }) : value;
  }
  if (!isList(value) && !isObject(value)) return value;
  const inner = { ...context, at: `${context.at}${name}.` };
  if (isList(value)) {
    const element = field.items ?? { ...field, type: 'object' as const };
    const items = value.map((_, index) => normalizeMember(value, String(index), { field: element, context: inner, name: String(index) }));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const { items } = field;
  return normalizeMembers(value, field.type === 'map' && items ? () => items : createMemberLookup(field, context.api.objectTypes), inner);
}

/** The name of the only value of `google.protobuf.NullValue`. It stands for `null` until a resource is stored, because `null` removes a field. */
const nullName = 'NULL_VALUE';

/**
 * Services that write ProtoJSON omit the default values of fields; the others write bytes in the alphabet for URLs. The mask of an update isn't
 * stored, and can name keys of maps.
 */
function normalizeText(format: string, text: string, { context, name }: Omit<MemberContext, 'field'>): string {
  const isKept = format === 'byte' ? context.api.omittedValues !== 'defaults' : format === 'google-fieldmask' && name === 'updateMask';
  return isKept ? text : toCanonicalForm(format, text);
}

/** Restores the `null` of the fields whose only value it is. Returns the same object if it has none. */
export function restoreNulls({ fields, hasNulls, api }: CompiledResource, body: JsonObject): JsonObject {
  return hasNulls ? restoreMembers(body, createFieldLookup(fields), api.objectTypes) : body;
}

function restoreMembers(body: JsonObject, members: FieldLookup, objectTypes: ObjectTypes): JsonObject {
  if (!members) return body;
  let restored = body;
  for (const [name, value] of Object.entries(body)) {
    const next = restoreNull(value, members(name), objectTypes);
    if (next !== value) restored = withMember(restored, name, next);
  }
  return restored;
}

function restoreNull(value: Json, field: FieldBehavior | null | undefined, objectTypes: ObjectTypes): Json {
  if (!field) return value;
  if (typeof value === 'string') return field.isNull && value === nullName ? null : value;
  const { items } = field;
  if (isList(value)) {
    const restored = value.map((item) => restoreNull(item, items ?? { ...field, type: 'object' }, objectTypes));
    return restored.some((item, index) => item !== value[index]) ? restored : value;
  }
  if (!isObject(value)) return value;
  return restoreMembers(value, field.type === 'map' && items ? () => items : createMemberLookup(field, objectTypes), objectTypes);
}

interface NullContext {
  readonly objectTypes: ObjectTypes;
  /** Whether the nulls of objects remain, because they remove fields. An update replaces a list as a whole, so those inside lists don't. */
  readonly removesFields: boolean;
}

/** Omits the nulls of known fields at every depth. */
function omitKnownNulls(body: JsonObject, members: FieldLookup, context: NullContext): JsonObject {
  const remaining: Record<string, Json> = {};
  for (const [name, value] of Object.entries(body)) {
    const field = members?.(name);
    if (!field) setMember(remaining, name, value);
    else if (value !== null) setMember(remaining, name, omitNullsInside(value, field, context));
    else if (context.removesFields) setMember(remaining, name, value);
  }
  return remaining;
}

function omitNullsInside(value: Json, field: FieldBehavior, context: NullContext): Json {
  if (isList(value)) {
    const element = field.items ?? (field.type === 'array' ? { ...field, type: 'object' as const } : field);
    return value.map((item) => omitNullsInside(item, element, { ...context, removesFields: false }));
  }
  if (!isObject(value)) return value;
  // In a map of texts or numbers, ProtoJSON doesn't allow `null`. In any JSON, it is a value.
  const members = createMemberLookup(field, context.objectTypes);
  return members ? omitKnownNulls(value, members, context) : value;
}

const hasNull = (value: Json): boolean =>
  value === null || (isList(value) ? value.some(hasNull) : isObject(value) && Object.values(value).some(hasNull));
