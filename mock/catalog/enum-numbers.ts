/** Converts enum values between their names and their numbers, which clients of protobuf-based services can send and request. */
import type { FieldBehavior } from '../../runtime/behavior.js';
import { isList, isObject, setMember, type Json, type JsonObject } from '../lib/json.js';
import { createMemberLookup, type FieldLookup, type ObjectTypes } from './field-tables.js';

type EnumNumbers = NonNullable<FieldBehavior['enumNumbers']>;

/** Converts an enum number to its name. Keeps an unknown number. */
export function toEnumName(value: Json, numbers: EnumNumbers): Json {
  return typeof value === 'number' ? (Object.keys(numbers).find((name) => numbers[name] === value) ?? value) : value;
}

/** Converts the names of enum values whose numbers are known to these numbers, at every depth of known fields. */
export function toEnumNumbers(body: JsonObject, members: FieldLookup, objectTypes: ObjectTypes): JsonObject {
  if (!members) return body;
  const converted: Record<string, Json> = {};
  for (const [name, value] of Object.entries(body)) setMember(converted, name, convertValue(value, members(name), objectTypes));
  return converted;
}

function convertValue(value: Json, field: FieldBehavior | null | undefined, objectTypes: ObjectTypes): Json {
  if (!field) return value;
  const { enumNumbers, items } = field;
  if (typeof value === 'string') return enumNumbers && Object.hasOwn(enumNumbers, value) ? (enumNumbers[value] ?? value) : value;
  if (isList(value)) return value.map((item) => convertValue(item, items ?? { ...field, type: 'object' }, objectTypes));
  if (!isObject(value)) return value;
  return toEnumNumbers(value, field.type === 'map' && items ? () => items : createMemberLookup(field, objectTypes), objectTypes);
}
