/** Reading fields by dotted paths, through lists of objects. */
import { isObject, own } from '../validate/members.js';
import { pointerSegment } from '../validate/report.js';
import type { RuleContext } from './check.js';

/** A value and how it was reached; its pointer is made only where it is told (`placeOf`). */
export interface Found {
  readonly value: unknown;
  readonly key: string | number;
  /** What it stands in, where that is not the object that the rule stands on. */
  readonly owner: Found | undefined;
}

interface Path {
  readonly names: readonly string[];
  readonly pointer: string;
}

const none: readonly Found[] = [];
/** Those of rules: there are as many as rules name. */
const paths = new Map<string, Path>();

function pathOf(path: string): Path {
  let found = paths.get(path);
  if (found === undefined) {
    const names = path.split('.');
    paths.set(path, (found = { names, pointer: names.map((name) => `/${pointerSegment(name)}`).join('') }));
  }
  return found;
}

/** Every value at a dotted path: one for each element where a list lies on the way. `null` is no value. */
export function valuesAt(value: unknown, path: string): readonly Found[] {
  if (!isObject(value)) return none;
  const { names } = pathOf(path);
  const key = names[0] as string;
  const head = own(value, key) ?? undefined;
  if (head === undefined) return none;
  const first: Found = { value: head, key, owner: undefined };
  if (names.length === 1) return [first];
  const found: Found[] = [];
  collect(first, { names, depth: 1, found });
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
  if (pathOf(path).names.length > 1) return valuesAt(value, path)[0]?.value;
  return isObject(value) ? (own(value, path) ?? undefined) : undefined;
}

/** The value of a field, or its default where it is absent and the whole is known. */
export function effective(value: unknown, path: string, context: RuleContext): unknown {
  const found = valueAt(value, path);
  if (found !== undefined || context.partial === true) return found;
  return context.defaults !== undefined && Object.hasOwn(context.defaults, path) ? context.defaults[path] : undefined;
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
