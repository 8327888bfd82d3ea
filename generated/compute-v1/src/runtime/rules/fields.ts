/** Reading fields by dotted paths, through lists of objects. */
import { isObject, own, type Members } from '../validate/members.js';
import { isRemoved } from '../validate/removals.js';
import { pointerSegment } from '../validate/report.js';
import type { Known } from './check.js';

/** A value and where it stands. */
export interface Found {
  readonly value: unknown;
  /** JSON pointer from the object that the rule stands on. */
  readonly pointer: string;
}

/** A dotted path, read once. */
export interface Path {
  readonly names: readonly string[];
  readonly pointer: string;
  /** A name on it, such as `constructor`, stands in every object, so only an own member of that name is one. */
  readonly isInherited: boolean;
}

const none: readonly Found[] = [];
/** Those of rules: there are as many as rules name. */
const paths = new Map<string, Path>();

export function pathOf(text: string): Path {
  let path = paths.get(text);
  if (path === undefined) {
    const names = text.split('.');
    const pointer = names.map((name) => `/${pointerSegment(name)}`).join('');
    paths.set(text, (path = { names, pointer, isInherited: names.some((name) => name in Object.prototype) }));
  }
  return path;
}

/** Stands for what a path finds in a list, which may be several values. */
const listed = /* @__PURE__ */ Symbol('listed');

/** What a path through objects alone leads to; `null` is no value. */
function directAt(value: unknown, { names, isInherited }: Path): unknown {
  let held = value;
  for (let next = 0; next < names.length; next += 1) {
    if (typeof held !== 'object' || held === null) return undefined;
    if (Array.isArray(held)) return next === 0 ? undefined : listed;
    const name = names[next] as string;
    held = isInherited ? own(held as Members, name) : (held as Members)[name];
  }
  return held ?? undefined;
}

/** Every value at a path: one for each element where a list lies on the way. `null` is no value. */
export function valuesAt(value: unknown, path: Path): readonly Found[] {
  const held = directAt(value, path);
  if (held === undefined) return none;
  return held === listed ? membersOf({ value, pointer: '' }, path.names) : [{ value: held, pointer: path.pointer }];
}

/** The same from any value on, whatever lies on the way. */
function membersOf(from: Found, names: readonly string[]): readonly Found[] {
  return names.reduce<readonly Found[]>((found, name) => found.flatMap(elementsOf).flatMap((each) => memberOf(each, name)), [from]);
}

/** What stands in a list, however deep; otherwise the value itself. */
function elementsOf(from: Found): readonly Found[] {
  const { value, pointer } = from;
  return Array.isArray(value)
    ? value.flatMap((each: unknown, index) => elementsOf({ value: each, pointer: `${pointer}/${index}` }))
    : [from];
}

function memberOf({ value, pointer }: Found, name: string): readonly Found[] {
  const member = isObject(value) ? own(value, name) : undefined;
  return member === undefined || member === null ? none : [{ value: member, pointer: `${pointer}/${pointerSegment(name)}` }];
}

/** The first value at a dotted path, `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return firstAt(value, pathOf(path));
}

function firstAt(value: unknown, path: Path): unknown {
  const held = directAt(value, path);
  return held === listed ? valuesAt(value, path)[0]?.value : held;
}

/** A field that a rule asks for. */
export interface Sought {
  readonly path: Path;
  /** Its default. */
  readonly standard: unknown;
}

export function withDefault(text: string, { defaults }: Known): Sought {
  return { path: pathOf(text), standard: Object.hasOwn(defaults, text) ? defaults[text] : undefined };
}

/** Stands for the value of a field that may stand elsewhere. */
export const elsewhere: unique symbol = /* @__PURE__ */ Symbol('elsewhere');

/** The value of a field, or its default where it is known to be absent. */
export function effective(value: unknown, { path, standard }: Sought, partial: boolean): unknown {
  return firstAt(value, path) ?? (partial && !isTakenAway(value, path) ? elsewhere : standard);
}

/** Whether a merge patch removes what stands at a path, or something that leads to it. */
export function isTakenAway(value: unknown, { names }: Path): boolean {
  let held = value;
  for (const name of names) {
    if (!isObject(held)) return false;
    if (isRemoved(held, name)) return true;
    held = own(held, name);
  }
  return false;
}

/** There at all; an empty list or map is not. */
export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}

/** A path in the notation of JSON pointers. */
export function pointer(path: string): string {
  return pathOf(path).pointer;
}
