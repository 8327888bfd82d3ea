/** Helpers for JSON objects with members in a fixed order. */
import type { Json } from '../model/model.js';

export type JsonObject = { readonly [key: string]: Json };

/** Members, which can be absent. */
export type Members = readonly (readonly [string, Json | undefined])[];

/** Creates an object from the members that aren't `undefined`. Every key becomes an own member. */
export function toJsonObject(members: Members): JsonObject {
  return Object.fromEntries(members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** Replaces empty lists, objects, and strings with `undefined`. */
export function omitEmpty<T extends Json>(value: T): T | undefined {
  if (value === '') return undefined;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value;
}

/** Returns `true`, or `undefined` to omit the member. */
export function trueOrAbsent(value: boolean): true | undefined {
  return value ? true : undefined;
}
