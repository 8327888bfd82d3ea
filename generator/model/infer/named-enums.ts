/** Finds the methods whose responses can contain enum values without a known number. */
import type { Lookup } from '../schema-lookup.js';
import type { Method, Type } from '../model.js';

/**
 * Whether a response can contain an enum value that the mock can't encode as a number. A long-running operation contains messages whose
 * types its schema doesn't state.
 */
export function hasNamedEnums({ action, operation, response }: Method, lookup: Lookup): boolean {
  if (action.kind === 'notImplemented') return false;
  return operation === 'longrunning' || containsNamedEnum(response, lookup, new Set());
}

function containsNamedEnum(type: Type | undefined, lookup: Lookup, visited: Set<string>): boolean {
  switch (type?.kind) {
    case 'ref':
      if (visited.has(type.schema)) return false;
      visited.add(type.schema);
      return containsNamedEnum(lookup.schema(type.schema)?.type, lookup, visited);
    case 'string':
      return type.enum?.some(({ number }) => number === undefined) === true;
    case 'array':
      return containsNamedEnum(type.items, lookup, visited);
    case 'map':
      return containsNamedEnum(type.values, lookup, visited);
    case 'object':
      return [...type.fields.map((field) => field.type), type.additional].some((member) => containsNamedEnum(member, lookup, visited));
    default:
      return false;
  }
}
