/** Reads, changes, and compares JSON values without trusting their keys. */
import { isObject, type Json } from '../validate/objects.js';

export { isObject, type Json, type JsonObject } from '../validate/objects.js';

/** Returns an own member, never an inherited one. */
export function getMember(value: Json | undefined, name: string): Json | undefined;
export function getMember(value: unknown, name: string): unknown;
export function getMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Sets an own member of any name. An assignment to `__proto__` would change the prototype instead. */
export function setMember(object: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}

/** Returns whether two values are equal. The members of objects can be in any order. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((value, index) => isEqual(value, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  let count = 0;
  // Lists of the names of large maps would take much longer.
  for (const name in one) {
    if (!Object.hasOwn(other, name) || !isEqual(one[name], other[name])) return false;
    count += 1;
  }
  for (const _ in other) count -= 1;
  return count === 0;
}
