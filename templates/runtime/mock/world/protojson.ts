/** Normalizes request bodies of protobuf-based services: names of fields, enum numbers, integers as strings, and null for absent fields. */
import type { FieldBehavior, MethodBehavior } from '../../behavior.js';
import { toJsonName } from '../../proto-names.js';
import { isNumberType, normalizeNumber } from '../../proto-number.js';
import { HttpError } from '../lib/http-error.js';
import { isList, isObject, mapAt, setMember, type Json, type JsonObject } from '../lib/json.js';
import { getExactDigits } from '../lib/parse-json.js';
import { createMemberLookup, type FieldLookup, type Shapes } from './field-tables.js';

type BodyForm = Pick<MethodBehavior, 'enumNumbers' | 'requestShape' | 'rules'> & {
  readonly method: Pick<MethodBehavior['method'], 'httpMethod'>;
};

/** What an API determines about its bodies. */
interface BodySource {
  readonly api: { readonly shapes?: Shapes; readonly protoJson?: true };
}

/**
 * Converts a body to its documented form. Keeps the nulls of a patch, which remove fields, and those of unknown fields. Throws 400 if a field
 * has both of its names.
 */
export function normalizeProtoJson(
  body: JsonObject | undefined,
  { enumNumbers, method, requestShape, rules = [] }: BodyForm,
  { api: { shapes, protoJson } }: BodySource,
): JsonObject | undefined {
  if (!body) return body;
  const members = requestShape === undefined ? undefined : createMemberLookup({ shape: requestShape }, shapes);
  const normalized = Object.entries(enumNumbers ?? {}).reduce(
    (object, [path, values]) => mapAt(object, path, (value) => toEnumName(value, values)),
    normalizeMembers(body, members, { shapes, protoJson: protoJson === true, at: '' }),
  );
  const isPatch = method.httpMethod === 'PATCH' || rules.some((rule) => rule.kind === 'update' && rule.merge === true);
  return protoJson && !isPatch ? omitKnownNulls(normalized, members, shapes) : normalized;
}

/** Converts an enum number to its name. Keeps an unknown number. */
function toEnumName(value: Json, values: readonly string[]): Json {
  if (isList(value)) return value.map((item) => toEnumName(item, values));
  return typeof value === 'number' ? (values[value] ?? value) : value;
}

interface NormalizationContext {
  readonly shapes: Shapes;
  /** Whether fields can have the names of their definitions. */
  readonly protoJson: boolean;
  /** The path of the object: empty, or names of fields with a dot at its end. */
  readonly at: string;
}

/** Converts the numbers in known fields to the documented form. Returns the same object if nothing changes. */
export function normalizeNumbers(body: JsonObject, members: FieldLookup, shapes: Shapes): JsonObject {
  return normalizeMembers(body, members, { shapes, protoJson: false, at: '' });
}

/** Converts the names and numbers of known fields to the documented form. Returns the same object if nothing changes. */
function normalizeMembers(body: JsonObject, members: FieldLookup, context: NormalizationContext): JsonObject {
  if (!members) return body;
  const isField = (name: string): boolean => members(name) !== null;
  const entries: (readonly [name: string, value: Json])[] = [];
  let isChanged = false;
  for (const key of Object.keys(body)) {
    const name = context.protoJson ? toJsonName(key, isField) : key;
    const value = normalizeMember(body, key, { field: members(name), context, name });
    isChanged ||= name !== key || value !== (body[key] ?? null);
    entries.push([name, value]);
  }
  if (!isChanged) return body;
  const normalized: Record<string, Json> = {};
  for (const [name, value] of entries) {
    if (Object.hasOwn(normalized, name)) throw createRepeatedFieldError(context.at + name);
    setMember(normalized, name, value);
  }
  return normalized;
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
  if (!field || value === null) return value;
  if (typeof value === 'string' || typeof value === 'number')
    return isNumberType(field) ? (normalizeNumber(field, value, getExactDigits(holder, key)) as Json) : value;
  if (!isList(value) && !isObject(value)) return value;
  const inner = { ...context, at: `${context.at}${name}.` };
  if (isList(value)) {
    const element = field.items ?? { ...field, type: 'object' as const };
    const items = value.map((_, index) => normalizeMember(value, String(index), { field: element, context: inner, name: String(index) }));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const { items } = field;
  return normalizeMembers(value, field.type === 'map' && items ? () => items : createMemberLookup(field, context.shapes), inner);
}

/** Removes the nulls of known fields at every depth. Returns the same object if there are none. */
function omitKnownNulls(body: JsonObject, members: FieldLookup, shapes: Shapes): JsonObject {
  let copy: Record<string, Json> | undefined;
  for (const name of Object.keys(body)) {
    const value = body[name] ?? null;
    const field = members?.(name);
    if (!field) continue;
    const next = value === null ? undefined : omitNullsInside(value, createMemberLookup(field, shapes), shapes);
    if (next === value) continue;
    copy ??= { ...body };
    if (next === undefined) delete copy[name];
    else setMember(copy, name, next);
  }
  return copy ?? body;
}

function omitNullsInside(value: Json, members: FieldLookup, shapes: Shapes): Json {
  if (!members) return value;
  if (isList(value)) {
    const items = value.map((item) => omitNullsInside(item, members, shapes));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isObject(value) ? omitKnownNulls(value, members, shapes) : value;
}
