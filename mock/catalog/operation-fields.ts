/** Adapts the fields of an operation to its schema, and to the rule of the method that starts it. */
import { canSetAt, getMember, isObject, setMember, withMemberAt, withoutMemberAt, type Json, type JsonObject } from '../lib/json.js';
import { getField } from './field-tables.js';
import type { CompiledResource } from './resource.js';

/** Omits the fields that the schema of an operation or a change doesn't define, or defines with another type. */
export function selectOperationFields({ fields }: CompiledResource, values: JsonObject): JsonObject {
  if (!fields) return values;
  const selected: Record<string, Json> = {};
  for (const name of Object.keys(values)) {
    const field = getField(fields, name);
    if (field && isValueOfType(values[name] ?? null, field.type ?? 'string')) setMember(selected, name, values[name] ?? null);
  }
  return selected;
}

function isValueOfType(value: Json, type: string): boolean {
  if (typeof value === 'number') return type === 'integer' || type === 'number' || type === 'any';
  return isObject(value) ? type !== 'string' : typeof value === type || type === 'any';
}

/** The fields of an operation that the rule `operation` of a method states. */
export interface StatedFields {
  readonly fields: readonly (readonly [path: string, value: Json])[];
  /** The fields that the operation has only after it succeeds. */
  readonly doneFields: readonly (readonly [path: string, value: Json])[];
  readonly omitted: readonly string[];
}

/** Applies the stated fields to a new operation. It has no result yet. */
export function applyStatedFields(operation: JsonObject, stated: StatedFields | undefined): JsonObject {
  return stated === undefined ? operation : setStatedFields(operation, stated, (name) => name !== 'response' && name !== 'error');
}

/** Applies the stated fields to the fields that change while an operation runs, or when it ends. */
export function applyStatedChanges(changes: JsonObject, stated: StatedFields | undefined): JsonObject {
  return stated === undefined ? changes : setStatedFields(changes, stated, (name) => Object.hasOwn(changes, name));
}

/** Returns the members of an operation that `doneFields` changes when it succeeds, with their new values. */
export function selectDoneFields(operation: JsonObject, stated: StatedFields | undefined): JsonObject {
  return (stated?.doneFields ?? []).reduce<JsonObject>((changes, [path, value]) => {
    const [name = ''] = path.split('.');
    const before = getMember(operation, name);
    const own = before === undefined || Object.hasOwn(changes, name) ? changes : { ...changes, [name]: before };
    return canSetAt(own, path) ? withMemberAt(own, path, value) : changes;
  }, {});
}

function setStatedFields(values: JsonObject, { fields, omitted }: StatedFields, isSet: (name: string) => boolean): JsonObject {
  const remaining = omitted.reduce(withoutMemberAt, values);
  return fields.reduce((next, [path, value]) => {
    const [name = ''] = path.split('.');
    return isSet(name) && canSetAt(next, path) ? withMemberAt(next, path, value) : next;
  }, remaining);
}
