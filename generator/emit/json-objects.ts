/** Helpers for JSON objects. */
import type { Json } from '../lib/json.js';

/** Replaces empty lists, objects, and strings with `undefined`. */
export function omitEmpty<T extends Json>(value: T): T | undefined {
  if (value === '') return undefined;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value;
}

/** Copies the members that are set: those that are neither absent nor `false`. */
export function copyMembers<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): { readonly [P in K]?: Exclude<T[P], false | undefined> } {
  const copy: { [P in K]?: Exclude<T[P], false | undefined> } = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined && value !== false) copy[name] = value as Exclude<T[K], false | undefined>;
  }
  return copy;
}
