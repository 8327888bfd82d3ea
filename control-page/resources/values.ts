/** JSON values of resources, and the errors of their fields. */
import type { PlainObject } from '../lib/json-lines.js';

/** Returns a copy with another value of a member. `undefined` removes it. */
export function withMember(object: PlainObject, name: string, value: unknown): PlainObject {
  const others = Object.entries(object).filter(([key]) => key !== name || value !== undefined);
  return Object.fromEntries(
    Object.hasOwn(object, name) || value === undefined
      ? others.map(([key, old]) => [key, key === name ? value : old])
      : [...others, [name, value]],
  );
}

/** Messages by field: `rules.0.name`. */
export type FieldErrors = ReadonlyMap<string, string>;

export const toKey = (path: readonly (string | number)[]): string => path.join('.');

/** Returns the value of the field with a key. The names of map entries can contain dots. */
export function getField(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    if (name === key) return item;
    const found: unknown = key.startsWith(`${name}.`) ? getField(item, key.slice(name.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
