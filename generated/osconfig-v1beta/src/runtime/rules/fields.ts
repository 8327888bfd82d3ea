/** Reading fields by dotted paths, through lists of objects. */
import { isObject, own, type Members } from '../validate/members.js';
import { pointerSegment } from '../validate/report.js';
import type { RuleContext } from './check.js';

/** A value and how it was reached; its pointer is made only where it is told (`placeOf`). */
export interface Found {
  readonly value: unknown;
  /** What leads to it: an index, or the pointer of a path through objects alone. */
  readonly step: string | number;
  /** What it stands in, where that is not the object that the rule stands on. */
  readonly owner: Found | undefined;
}

/** A dotted path, read once. */
export interface Path {
  readonly text: string;
  readonly names: readonly string[];
  /** A pointer for each name. */
  readonly steps: readonly string[];
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
    const steps = names.map((name) => `/${pointerSegment(name)}`);
    paths.set(text, (path = { text, names, steps, pointer: steps.join(''), isInherited: names.some((name) => name in Object.prototype) }));
  }
  return path;
}

/** Stands for what a path finds in a list, which may be several values. */
const listed = /* @__PURE__ */ Symbol('listed');

/** What a path through objects alone leads to; `null` is no value. */
function directAt(value: unknown, { names, isInherited }: Path): unknown {
  let held = value;
  for (let next = 0; next < names.length; next += 1) {
    if (next > 0 && Array.isArray(held)) return listed;
    if (!isObject(held)) return undefined;
    const name = names[next] as string;
    held = isInherited ? own(held, name) : held[name];
    if (held === undefined || held === null) return undefined;
  }
  return held;
}

/** Every value at a path: one for each element where a list lies on the way. `null` is no value. */
export function valuesAt(value: unknown, path: Path): readonly Found[] {
  const held = directAt(value, path);
  if (held === undefined) return none;
  return held === listed ? valuesIn(value as Members, path) : [{ value: held, step: path.pointer, owner: undefined }];
}

/** The same where there is a list on the way. */
function valuesIn(value: Members, path: Path): readonly Found[] {
  const found: Found[] = [];
  collect({ value: own(value, path.names[0] as string), step: path.steps[0] as string, owner: undefined }, { path, depth: 1, found });
  return found;
}

interface Search {
  readonly path: Path;
  readonly depth: number;
  readonly found: Found[];
}

function collect(from: Found, { path, depth, found }: Search): void {
  const { names, steps } = path;
  let at = from;
  for (let next = depth; next < names.length; next += 1) {
    const { value } = at;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        collect({ value: value[index], step: index, owner: at }, { path, depth: next, found });
      }
      return;
    }
    const member = isObject(value) ? own(value, names[next] as string) : undefined;
    if (member === undefined || member === null) return;
    at = { value: member, step: steps[next] as string, owner: at };
  }
  found.push(at);
}

/** JSON pointer from the object that the rule stands on. */
export function placeOf({ step, owner }: Found): string {
  const last = typeof step === 'number' ? `/${step}` : step;
  return owner === undefined ? last : placeOf(owner) + last;
}

/** The first value at a dotted path, `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return firstAt(value, pathOf(path));
}

function firstAt(value: unknown, path: Path): unknown {
  const held = directAt(value, path);
  return held === listed ? valuesIn(value as Members, path)[0]?.value : held;
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
