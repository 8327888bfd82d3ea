/** JSON merge patch (RFC 7396). */
import { emptyObject, isObject, type Json, type JsonObject } from './json.js';

/** `null` removes a member; lists are replaced whole. */
export function applyMergePatch(target: Json | undefined, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(isObject(target) ? target : emptyObject));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? applyMergePatch(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}
