/** Reads and copies JSON values without trusting their keys. */
import { getMember, isObject, setMember, type Json, type JsonObject } from '../../runtime/values/json.js';

export { getMember, isEqual, isObject, setMember, type Json, type JsonObject } from '../../runtime/values/json.js';

export const emptyObject: JsonObject = Object.freeze({});

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the strings of an array. Any other value has none. */
export function listStrings(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function getTextMember(value: Json | undefined, name: string): string | undefined {
  const member = getMember(value, name);
  return typeof member === 'string' ? member : undefined;
}

/** Returns the member at a dotted path. The path doesn't go through arrays. */
export function getMemberAt(value: Json | undefined, path: string): Json | undefined {
  let current = value;
  for (const name of path.split('.')) {
    current = getMember(current, name);
    if (current === undefined) return undefined;
  }
  return current;
}

export function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  return { ...object, [name]: value };
}

/** Returns a copy that shares nothing with the value. */
export function copyJson<T extends Json | undefined>(value: T): T {
  if (isList(value)) return value.map(copyJson) as unknown as T;
  if (!isObject(value)) return value;
  const copy: Record<string, Json> = { ...(value as JsonObject) };
  for (const name of Object.keys(copy)) {
    const member = copy[name];
    if (typeof member === 'object' && member !== null) setMember(copy, name, copyJson(member));
  }
  return copy as T;
}

/** Returns a copy with a value at a dotted path. Creates missing objects on the way. */
export function withMemberAt(object: JsonObject, path: string, value: Json): JsonObject {
  const dot = path.indexOf('.');
  if (dot < 0) return withMember(object, path, value);
  const head = path.slice(0, dot);
  const inner = getMember(object, head);
  return withMember(object, head, withMemberAt(isObject(inner) ? inner : emptyObject, path.slice(dot + 1), value));
}

/** Returns whether a value can be set at a dotted path: each member on the way is an object or absent. */
export function canSetAt(object: JsonObject, path: string): boolean {
  let current: Json | undefined = object;
  for (const name of path.split('.').slice(0, -1)) {
    current = getMember(current, name);
    if (current === undefined) return true;
    if (!isObject(current)) return false;
  }
  return true;
}

export function withoutMember(object: JsonObject, name: string): JsonObject {
  if (!Object.hasOwn(object, name)) return object;
  const { [name]: _, ...others } = object;
  return others;
}

/** Returns a copy without the member at a dotted path. */
export function withoutMemberAt(object: JsonObject, path: string): JsonObject {
  const dot = path.indexOf('.');
  if (dot < 0) return withoutMember(object, path);
  const head = path.slice(0, dot);
  const inner = getMember(object, head);
  return isObject(inner) ? withMember(object, head, withoutMemberAt(inner, path.slice(dot + 1))) : object;
}

/** Returns a copy with each value at a dotted path changed. The path goes through the elements of arrays. */
export function mapAt(object: JsonObject, path: string, change: (value: Json) => Json): JsonObject {
  const dot = path.indexOf('.');
  const name = dot < 0 ? path : path.slice(0, dot);
  if (!Object.hasOwn(object, name)) return object;
  const before = object[name] ?? null;
  const after = dot < 0 ? change(before) : mapElementsAt(before, path.slice(dot + 1), change);
  return after === before ? object : { ...object, [name]: after };
}

function mapElementsAt(value: Json, path: string, change: (value: Json) => Json): Json {
  if (isObject(value)) return mapAt(value, path, change);
  if (!isList(value)) return value;
  const items = value.map((item) => mapElementsAt(item, path, change));
  return items.some((item, index) => item !== value[index]) ? items : value;
}

export function pick<Value>(object: Readonly<Record<string, Value>>, names: readonly string[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => names.includes(key)));
}

/** Returns whether a value is null, absent, or an empty text, array, or object. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** Returns the same text for equal values, regardless of key order. */
export function toCanonicalText(value: Json): string {
  const sorted = sortMembers(value);
  return sorted === undefined ? formatSorted(value) : JSON.stringify(sorted);
}

/** Returns a value whose members are in the order of their names: the same one if they are. `undefined` if objects can't have this order. */
function sortMembers(value: Json): Json | undefined {
  if (isList(value)) {
    let copy: Json[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const sorted = sortMembers(value[index] as Json);
      if (sorted === undefined) return undefined;
      if (sorted !== value[index]) (copy ??= [...value])[index] = sorted;
    }
    return copy ?? value;
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  let isSorted = true;
  for (let index = 1; isSorted && index < names.length; index++) isSorted = (names[index - 1] as string) < (names[index] as string);
  if (!isSorted) names.sort();
  let copy: Record<string, Json> | undefined = isSorted ? undefined : {};
  for (const name of names) {
    // Objects have numbers first.
    if (!isSorted && startsWithDigit(name)) return undefined;
    const member = value[name] as Json;
    const sorted = sortMembers(member);
    if (sorted === undefined) return undefined;
    if (sorted !== member) copy ??= { ...value };
    if (copy) setMember(copy, name, sorted);
  }
  return copy ?? value;
}

function startsWithDigit(name: string): boolean {
  const unit = name.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

function formatSorted(value: Json): string {
  if (isList(value)) return `[${value.map(formatSorted).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${formatSorted(value[name] ?? null)}`).join(',')}}`;
}

/** Compares texts by code points, which is the order of their bytes in UTF-8. It doesn't depend on the locale. */
export function compareText(one: string, other: string): number {
  const [first, second] = [toSortableText(one), toSortableText(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

const fromSurrogates = /[\ud800-\uffff]/;

/** Returns a text whose code units are in the order of the code points: surrogates follow all other units. `fromSortableText` reverses it. */
export function toSortableText(text: string): string {
  return fromSurrogates.test(text) ? mapUnits(text, (unit) => (unit < 0xe000 ? unit + 0x2000 : unit - 0x800)) : text;
}

export function fromSortableText(text: string): string {
  return fromSurrogates.test(text) ? mapUnits(text, (unit) => (unit < 0xf800 ? unit + 0x800 : unit - 0x2000)) : text;
}

/** Changes the code units from the surrogates on. */
function mapUnits(text: string, map: (unit: number) => number): string {
  let mapped = '';
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    mapped += unit < 0xd800 ? text[index] : String.fromCharCode(map(unit));
  }
  return mapped;
}

/** Applies a merge patch. `null` removes a member, and arrays are replaced as a whole. */
export function applyMergePatch(target: Json | undefined, patch: JsonObject): JsonObject {
  const before = isObject(target) ? target : emptyObject;
  const merged: Record<string, Json> = {};
  for (const name in before) if (getMember(patch, name) !== null) setMember(merged, name, before[name] as Json);
  for (const name in patch) {
    const value = patch[name] as Json;
    if (value !== null) setMember(merged, name, isObject(value) ? applyMergePatch(getMember(before, name), value) : value);
  }
  return merged;
}
