/** Omits the values that the responses of an API don't contain. */
import type { ApiBehavior, FieldBehavior } from '../../runtime/behavior.js';
import { isInt64Format } from '../../runtime/proto-number.js';
import { isList, isObject, setMember, type Json, type JsonObject } from '../lib/json.js';
import { createFieldLookup, createMemberLookup, isScalarField, type FieldLookup } from './field-tables.js';
import type { ResourceFields } from './resource.js';

type Omission = Pick<ApiBehavior, 'omittedValues' | 'objectTypes'>;

/**
 * Omits empty lists, or every default value of ProtoJSON, at every depth of known fields. Keeps fields that responses always contain, and
 * fields with another default.
 */
export function omitValues(object: JsonObject, fields: ResourceFields | undefined, omission: Omission): JsonObject {
  return omission.omittedValues === undefined ? object : omitFromMembers(object, createFieldLookup(fields), omission);
}

function omitFromMembers(object: JsonObject, members: FieldLookup, omission: Omission): JsonObject {
  if (!members) return object;
  const remaining: Record<string, Json> = {};
  for (const [name, value] of Object.entries(object)) {
    const field = members(name);
    if (!field) setMember(remaining, name, value);
    else if (!isOmitted(field, value, omission)) setMember(remaining, name, omitFromValue(field, value, omission));
  }
  return remaining;
}

function omitFromValue(field: FieldBehavior, value: Json, omission: Omission): Json {
  if (isObject(value)) return omitFromMembers(value, createMemberLookup(field, omission.objectTypes), omission);
  if (!isList(value)) return value;
  const element: FieldBehavior = { ...field, type: 'object' };
  return value.map((item) => (isObject(item) ? omitFromValue(element, item, omission) : item));
}

function isOmitted(field: FieldBehavior, value: Json, { omittedValues }: Omission): boolean {
  if (field.present || field.default !== undefined || field.const !== undefined) return false;
  if (field.type === 'array') return isList(value) && value.length === 0;
  if (omittedValues !== 'defaults' || !isScalarField(field)) return false;
  return value === false || value === 0 || value === '' || (value === '0' && isInt64Format(field.format));
}
