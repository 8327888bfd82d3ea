/** JSON merge patch (RFC 7396). */
import { emptyObject, isObject, type Json, type JsonObject } from './json.js';

/** Applies a merge patch. `null` removes a member, and arrays are replaced as a whole. */
export function applyMergePatch(target: Json | undefined, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(isObject(target) ? target : emptyObject));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? applyMergePatch(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}
