/** Reads objects of JSON, and the fields that merge patches remove from them (RFC 7396). */

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of the object, so that a name such as `constructor` doesn't find one of the prototype. */
export function getOwnMember(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The removed fields. Validators check the remaining values. Rules reset the removed fields to their defaults. */
const removedNames = /* @__PURE__ */ new WeakMap<object, ReadonlySet<string>>();

/** The names of the members that were null in the object of which `remaining` is a result of `omitRemovals`. */
export function listRemovedNames(remaining: object): ReadonlySet<string> {
  return removedNames.get(remaining) ?? noNames;
}

const noNames: ReadonlySet<string> = /* @__PURE__ */ new Set();

/** Whether the patch removes a member. `remaining` is a result of `omitRemovals`. */
export function isRemovedMember(remaining: object, name: string): boolean {
  return removedNames.get(remaining)?.has(name) === true;
}

/**
 * Returns the members of a body that aren't null, at every depth. Objects in lists keep their nulls by default, because a merge patch
 * replaces a list as a whole. ProtoJSON omits them, too.
 */
export function omitRemovals(patch: Members, inLists = false): Members {
  const omitInside = (value: unknown): unknown =>
    isObject(value) ? omitRemovals(value, inLists) : inLists && Array.isArray(value) ? value.map(omitInside) : value;
  const names = new Set<string>();
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) names.add(name);
    else entries.push([name, omitInside(value)]);
  }
  // `fromEntries` defines members, so a member named `__proto__` stays a member.
  const remaining = Object.fromEntries(entries);
  if (names.size > 0) removedNames.set(remaining, names);
  return remaining;
}

/** Whether `omitRemovals` omits a member of a value. */
export function hasRemovals(value: unknown, inLists = false): boolean {
  if (Array.isArray(value)) return inLists && value.some((item) => item !== null && hasRemovals(item, inLists));
  return isObject(value) && Object.values(value).some((member) => member === null || hasRemovals(member, inLists));
}

/** Returns an object without the named members, or any other value unchanged. */
export function omitMembers(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value) || !names.some((name) => Object.hasOwn(value, name))) return value;
  const remaining = Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  const removed = removedNames.get(value);
  if (removed) removedNames.set(remaining, removed);
  return remaining;
}

/** Returns a copy whose members, and those that a merge patch removes, have other names. */
export function renameMembers(object: Members, rename: (name: string) => string): Members {
  const renamed = Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), value]));
  const removed = removedNames.get(object);
  if (removed) removedNames.set(renamed, new Set([...removed].map(rename)));
  return renamed;
}
