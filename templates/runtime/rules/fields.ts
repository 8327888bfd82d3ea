/** Reading fields by dotted paths, through lists and maps of objects. */
import { isObject, own } from '../validate/members.js';
import { pointerSegment } from '../validate/report.js';
import type { RuleContext } from './check.js';

export interface Found {
  /** JSON pointer from the object. */
  readonly path: string;
  readonly value: unknown;
}

/** Every value at a dotted path: one for each element where a list lies on the way. */
export function valuesAt(value: unknown, path: string): readonly Found[] {
  let found: readonly Found[] = [{ path: '', value }];
  for (const name of path.split('.')) found = found.flatMap((at) => step(at, name));
  return found;
}

function step(at: Found, name: string): readonly Found[] {
  if (Array.isArray(at.value)) {
    return at.value.flatMap((element: unknown, index) => step({ path: `${at.path}/${index}`, value: element }, name));
  }
  if (!isObject(at.value)) return [];
  const value = own(at.value, name);
  return value === undefined || value === null ? [] : [{ path: `${at.path}/${pointerSegment(name)}`, value }];
}

/** The first value at a dotted path, `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  if (!path.includes('.')) return isObject(value) ? (own(value, path) ?? undefined) : undefined;
  return valuesAt(value, path)[0]?.value;
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
  return path
    .split('.')
    .map((name) => `/${pointerSegment(name)}`)
    .join('');
}
