/** Reads and builds plain data by key. Absent values and values of another type are `undefined`. Only own members count, including `__proto__`. */
import { getMember, isObject, setMember, type Json, type JsonObject } from '../../runtime/values/json.js';
import { compareText } from './diagnostics.js';

export { getMember, isEqual, isObject, setMember, type Json, type JsonObject } from '../../runtime/values/json.js';

/** Keys and indexes from the root to a part. */
export type Pointer = readonly (string | number)[];

/** Returns `undefined` if the text isn't JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the value if it is an object, otherwise an empty object. */
export function toObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the member of a mapping, or the element of a list. */
export function getPart(value: Json | undefined, segment: string | number): Json | undefined {
  return Array.isArray(value) ? (value[Number(segment)] as Json | undefined) : getMember(value, String(segment));
}

/** Returns the value at a pointer. */
export function getAt(root: Json, pointer: Pointer): Json | undefined {
  return pointer.reduce<Json | undefined>(getPart, root);
}

export function getObject(value: Json | undefined, key: string): JsonObject | undefined {
  const member = getMember(value, key);
  return isObject(member) ? member : undefined;
}

/** Returns the members of the object `key` that are objects, in written order. */
export function getObjects(value: Json | undefined, key: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(getObject(value, key) ?? {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
}

export function getList(value: Json | undefined, key: string): readonly Json[] {
  const member = getMember(value, key);
  return Array.isArray(member) ? (member as readonly Json[]) : [];
}

export function getStrings(value: Json | undefined, key: string): readonly string[] {
  return getList(value, key).filter((element) => typeof element === 'string');
}

export function getText(value: Json | undefined, key: string): string | undefined {
  const member = getMember(value, key);
  return typeof member === 'string' ? member : undefined;
}

export function isTrue(value: Json | undefined, key: string): boolean {
  return getMember(value, key) === true;
}

/** Reads a number, or a numeric string, as published documents write bounds. */
export function getNumber(value: Json | undefined, key: string): number | undefined {
  const member = getMember(value, key);
  const number = typeof member === 'string' && member.trim() !== '' ? Number(member) : member;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Returns an object with the same keys and other values. */
export function mapMembers(value: JsonObject, change: (inner: Json, key: string) => Json): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(value)) setMember(result, key, change(inner, key));
  return result;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Omits undefined members, as `exactOptionalPropertyTypes` requires. The keys are constants, never from a specification. */
export function omitUndefined<T extends object>(members: T): Present<T> {
  const present: Record<string, unknown> = {};
  for (const key of Object.keys(members)) {
    const value = members[key as keyof T];
    if (value !== undefined) present[key] = value;
  }
  return present as Present<T>;
}

/** Serializes a value with sorted members, for comparison. */
export function toCanonicalText(value: unknown): string {
  return JSON.stringify(value, (_, inner: Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareText(a, b))) : inner,
  );
}

/** Returns a function that compares values by a text of them. */
export function compareByKey<T>(key: (value: T) => string): (left: T, right: T) => number {
  return (left, right) => compareText(key(left), key(right));
}

/** Formats a value as JSON on one line, with spaces between its parts, at which text can be broken. */
export function formatJsonLine(value: unknown): string {
  // Line breaks are only between parts, because strings contain them as escapes.
  return JSON.stringify(value, null, 1)
    .replace(/([[{])\n */g, '$1')
    .replace(/\n *([\]}])/g, '$1')
    .replace(/\n */g, ' ');
}
