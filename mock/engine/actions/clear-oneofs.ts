/** Clears the fields that a request excludes: setting one field of a protobuf oneof clears the others. */
import { getField } from '../../catalog/field-tables.js';
import type { ResourceFields } from '../../catalog/resource.js';
import { getMember, isObject, withMember, withoutMember, type JsonObject } from '../../lib/json.js';

/** Removes from `next` the fields that share a oneof with a field that the request sets and that `next` has. */
export function clearOtherMembers(fields: ResourceFields | undefined, sent: JsonObject, next: JsonObject): JsonObject {
  if (fields === undefined) return next;
  let result = next;
  for (const name of Object.keys(sent)) {
    const field = getField(fields, name);
    const value = getMember(sent, name);
    const kept = getMember(result, name);
    if (field === undefined || value === undefined || value === null || kept === undefined) continue;
    if (field.oneof !== undefined)
      for (const other of Object.keys(fields))
        if (other !== name && fields[other]?.oneof === field.oneof && getMember(sent, other) === undefined)
          result = withoutMember(result, other);
    if (field.fields !== undefined && isObject(value) && isObject(kept) && field.type === 'object')
      result = withMember(result, name, clearOtherMembers(field.fields, value, kept));
  }
  return result;
}
