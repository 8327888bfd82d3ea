/** Adapts the fields of an operation to the schema of the operation. */
import { isObject, setMember, type Json, type JsonObject } from '../lib/json.js';
import { getField } from './field-tables.js';
import type { Resource } from './resource.js';

/** Omits the fields that the schema of an operation or a change doesn't define, or defines with another type. */
export function selectOperationFields({ fields }: Resource, values: JsonObject): JsonObject {
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
