/** Reading fields by dotted paths, through lists of objects. */
import { isObject, own, type Members } from '../validate/members.js';
import { pointerSegment } from '../validate/report.js';
import type { RuleContext } from './check.js';

/** A value and how it was reached; its pointer is made only where it is told (`placeOf`). */
export interface Found {
  readonly value: unknown;
  /** An index, or a path through objects alone. */
  readonly key: string | number;
  /** What it stands in, where that is not the object that the rule stands on. */
  readonly owner: Found | undefined;
}

/** A dotted path, read once. */
export interface Path {
  readonly text: string;
  readonly names: readonly string[];
  readonly pointer: string;
}

const none: readonly Found[] = [];
/** Those of rules: there are as many as rules name. */
const paths = new Map<string, Path>();

export function pathOf(text: string): Path {
  let path = paths.get(text);
  if (path === undefined) {
    const names = text.split('.');
    paths.set(text, (path = { text, names, pointer: names.map((name) => `/${pointerSegment(name)}`).join('') }));
  }
  return path;
}

/** Every value at a path: one for each element where a list lies on the way. `null` is no value. */
export function valuesAt(value: unknown, { text, names }: Path): readonly Found[] {
  let held = value;
  for (let next = 0; next < names.length; next += 1) {
    if (next > 0 && Array.isArray(held)) return valuesIn(value as Members, names);
    held = isObject(held) ? (own(held, names[next] as string) ?? undefined) : undefined;
    if (held === undefined) return none;
  }
  return [{ value: held, key: text, owner: undefined }];
}

/** The same where there is a list on the way. */
function valuesIn(value: Members, names: readonly string[]): readonly Found[] {
  const key = names[0] as string;
  const found: Found[] = [];
  collect({ value: own(value, key), key, owner: undefined }, { names, depth: 1, found });
  return found;
}

interface Search {
  readonly names: readonly string[];
  readonly depth: number;
  readonly found: Found[];
}

function collect(from: Found, { names, depth, found }: Search): void {
  let at = from;
  for (let next = depth; next < names.length; next += 1) {
    const { value } = at;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        collect({ value: value[index], key: index, owner: at }, { names, depth: next, found });
      }
      return;
    }
    const name = names[next] as string;
    const member = isObject(value) ? own(value, name) : undefined;
    if (member === undefined || member === null) return;
    at = { value: member, key: name, owner: at };
  }
  found.push(at);
}

/** JSON pointer from the object that the rule stands on. */
export function placeOf({ key, owner }: Found): string {
  const last = typeof key === 'number' ? `/${key}` : pathOf(key).pointer;
  return owner === undefined ? last : placeOf(owner) + last;
}

/** The first value at a dotted path, `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return firstAt(value, pathOf(path));
}

function firstAt(value: unknown, path: Path): unknown {
  const { names } = path;
  if (names.length > 1) return valuesAt(value, path)[0]?.value;
  return isObject(value) ? (own(value, names[0] as string) ?? undefined) : undefined;
}

/** The value of a field, or its default where it is absent and the whole is known. */
export function effective(value: unknown, path: Path, { partial, defaults }: RuleContext): unknown {
  const found = firstAt(value, path);
  if (found !== undefined || partial === true) return found;
  return defaults !== undefined && Object.hasOwn(defaults, path.text) ? defaults[path.text] : undefined;
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
