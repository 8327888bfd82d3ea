/** Reads plain data by key. Absent values and values of another type are `undefined`. Only own members count. */
import type { Json } from './model.js';

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function getMember(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function getObject(object: JsonObject, key: string): JsonObject | undefined {
  const value = getMember(object, key);
  return isObject(value) ? value : undefined;
}

/** Returns the members that are objects, in written order. */
export function getObjects(object: JsonObject, key: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(getObject(object, key) ?? {}).flatMap(([name, value]) => (isObject(value) ? [[name, value] as const] : []));
}

export function getList(object: JsonObject, key: string): readonly Json[] {
  const value = getMember(object, key);
  return isList(value) ? value : [];
}

export function getStrings(object: JsonObject, key: string): readonly string[] {
  return getList(object, key).filter((value) => typeof value === 'string');
}

export function getText(object: JsonObject, key: string): string | undefined {
  const value = getMember(object, key);
  return typeof value === 'string' ? value : undefined;
}

export function isTrue(object: JsonObject, key: string): boolean {
  return getMember(object, key) === true;
}

/** Reads a number, or a numeric string, as published documents write bounds. */
export function getNumber(object: JsonObject, key: string): number | undefined {
  const value = getMember(object, key);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Omits undefined members, as `exactOptionalPropertyTypes` requires. The keys are constants, never from a specification. */
export function omitUndefined<T extends object>(members: T): Present<T> {
  const result: Present<T> = {};
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) result[key] = value as Present<T>[typeof key];
  }
  return result;
}

/** Compares by code units, which gives the same order on every machine. */
export function compareByKey<T>(key: (value: T) => string): (left: T, right: T) => number {
  return (left, right) => (key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
