/** Reads plain data by key. Absent values and values of another type are `undefined`. Only own members count. */
import type { Json } from './model.js';

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function getMember(of: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}

export function getObject(of: JsonObject, key: string): JsonObject | undefined {
  const value = getMember(of, key);
  return isObject(value) ? value : undefined;
}

/** Returns the members that are objects, in written order. */
export function getObjects(of: JsonObject, key: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(getObject(of, key) ?? {}).flatMap(([name, value]) => (isObject(value) ? [[name, value] as const] : []));
}

export function getList(of: JsonObject, key: string): readonly Json[] {
  const value = getMember(of, key);
  return isList(value) ? value : [];
}

export function getStrings(of: JsonObject, key: string): readonly string[] {
  return getList(of, key).filter((value) => typeof value === 'string');
}

export function getText(of: JsonObject, key: string): string | undefined {
  const value = getMember(of, key);
  return typeof value === 'string' ? value : undefined;
}

export function isTrue(of: JsonObject, key: string): boolean {
  return getMember(of, key) === true;
}

/** Reads a number, or a numeric string, as published documents write bounds. */
export function getNumber(of: JsonObject, key: string): number | undefined {
  const value = getMember(of, key);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Omits undefined members, as `exactOptionalPropertyTypes` requires. The keys are constants, never from a specification. */
export function omitUndefined<T extends object>(members: T): Present<T> {
  const kept: Present<T> = {};
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) kept[key] = value as Present<T>[typeof key];
  }
  return kept;
}

/** Compares by code units, which gives the same order on every machine. */
export function compareByKey<T>(key: (value: T) => string): (left: T, right: T) => number {
  return (left, right) => (key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
