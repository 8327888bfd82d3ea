/** JSON as values, with members in the order given. */
import type { Json } from '../model/model.js';

export type JsonObject = { readonly [key: string]: Json };

/** Members that may be absent. */
export type Members = readonly (readonly [string, Json | undefined])[];

/** An object of the members that are there. Keys of specifications become own members, whatever their names. */
export function toJsonObject(members: Members): JsonObject {
  return Object.fromEntries(members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** `undefined` instead of what holds nothing: lists, objects, texts. */
export function omitEmpty<T extends Json>(value: T): T | undefined {
  if (value === '') return undefined;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value;
}

/** `true`, or absent. */
export function trueOrAbsent(value: boolean): true | undefined {
  return value ? true : undefined;
}
