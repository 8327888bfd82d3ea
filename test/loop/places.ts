/** Finds where messages of a response are, by their schemas. */
import { getMember, isObject, type Json } from '../../generator/lib/json.js';
import type { Type } from '../../generator/model/model.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';

/** Calls `visit` for each object of a stated schema, with its path, such as `items.0.disk`. Empty for the body itself. */
export function visitMessages(
  value: Json | undefined,
  type: Type | undefined,
  lookup: Lookup,
  visit: (schema: string, path: string) => void,
  path = '',
): void {
  if (type?.kind === 'ref' && isObject(value)) visit(type.schema, path);
  const resolved = lookup.resolve(type);
  const step = (key: string | number): string => join(path, String(key));
  if (resolved?.kind === 'array' && Array.isArray(value))
    value.forEach((item: Json, index) => visitMessages(item, resolved.items, lookup, visit, step(index)));
  else if (resolved?.kind === 'map' && isObject(value))
    for (const [key, inner] of Object.entries(value)) visitMessages(inner, resolved.values, lookup, visit, step(key));
  else if (resolved?.kind === 'object' && isObject(value))
    for (const { name, type: own } of resolved.fields) visitMessages(getMember(value, name), own, lookup, visit, step(name));
}

export const join = (path: string, field: string): string => (path === '' ? field : `${path}.${field}`);

/** Whether one of two places is the other, or contains it. */
export const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

export const readPath = (value: Json | undefined, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>(
      (inner, key) => (Array.isArray(inner) ? (inner[Number(key)] as Json | undefined) : getMember(inner, key)),
      value,
    );

/** Lists the fields that a value of a field sets: those of an object, or the field. */
export function listLeaves(field: string, value: Json): readonly (readonly [field: string, value: Json])[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [[field, value]];
  return Object.entries(value).flatMap(([name, inner]) => listLeaves(`${field}.${name}`, inner));
}
