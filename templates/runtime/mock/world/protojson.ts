/** Normalizes request bodies of protobuf-based services: enum numbers, integers as strings, and null for absent fields. */
import type { FieldBehavior, MethodBehavior } from '../../behavior.js';
import { isNumberType, normalizeNumber } from '../../proto-number.js';
import { isList, isObject, mapAt, setMember, type Json, type JsonObject } from '../lib/json.js';
import { getExactDigits } from '../lib/parse-json.js';
import { createMemberLookup, type FieldLookup, type Shapes } from './field-tables.js';

type JsonTolerance = Pick<MethodBehavior, 'enumNumbers' | 'looseBody' | 'requestShape'> & {
  readonly method: Pick<MethodBehavior['method'], 'httpMethod'>;
};

/** The shapes of request bodies. */
interface ShapeSource {
  readonly api: { readonly shapes?: Shapes };
}

/** Converts a body to its documented form. Keeps the nulls of a patch, which remove fields, and those of unknown fields. */
export function normalizeProtoJson(
  body: JsonObject | undefined,
  { enumNumbers, looseBody, method, requestShape }: JsonTolerance,
  { api: { shapes } }: ShapeSource,
): JsonObject | undefined {
  if (!body) return body;
  const members = requestShape === undefined ? undefined : createMemberLookup({ shape: requestShape }, shapes);
  const normalized = Object.entries(enumNumbers ?? {}).reduce(
    (object, [path, values]) => mapAt(object, path, (value) => toEnumName(value, values)),
    normalizeNumbers(body, members, shapes),
  );
  return looseBody && method.httpMethod !== 'PATCH' ? omitKnownNulls(normalized, members, shapes) : normalized;
}

/** Converts an enum number to its name. Keeps an unknown number. */
function toEnumName(value: Json, values: readonly string[]): Json {
  if (isList(value)) return value.map((item) => toEnumName(item, values));
  return typeof value === 'number' ? (values[value] ?? value) : value;
}

/** Converts the numbers in known fields to the documented form. Returns the same object if nothing changes. */
export function normalizeNumbers(body: JsonObject, members: FieldLookup, shapes: Shapes): JsonObject {
  if (!members) return body;
  let copy: Record<string, Json> | undefined;
  for (const name of Object.keys(body)) {
    const value = body[name] ?? null;
    const normalized = normalizeMember(body, name, { field: members(name), shapes });
    if (normalized === value) continue;
    copy ??= { ...body };
    setMember(copy, name, normalized);
  }
  return copy ?? body;
}

interface MemberContext {
  readonly field: FieldBehavior | null;
  readonly shapes: Shapes;
}

function normalizeMember(holder: JsonObject | readonly Json[], name: string, { field, shapes }: MemberContext): Json {
  const value = (holder as JsonObject)[name] ?? null;
  if (!field || value === null) return value;
  if (typeof value === 'string' || typeof value === 'number')
    return isNumberType(field) ? (normalizeNumber(field, value, getExactDigits(holder, name)) as Json) : value;
  if (isList(value)) {
    const element = field.items ?? { ...field, type: 'object' as const };
    const items = value.map((_, index) => normalizeMember(value, String(index), { field: element, shapes }));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const { items } = field;
  return normalizeNumbers(value, field.type === 'map' && items ? () => items : createMemberLookup(field, shapes), shapes);
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
