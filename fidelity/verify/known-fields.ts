/** Removes the fields of a request that the description of the API lacks. */
import { isObject, type Json, parseJson } from '../../generator/lib/json.js';
import type { Type } from '../../generator/model/model.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';

/** Returns a JSON body without unknown fields, or `undefined` if it has none. */
export function omitUnknownFields(body: string | Uint8Array | undefined, type: Type | undefined, lookup: Lookup): string | undefined {
  const value = typeof body === 'string' ? parseJson(body) : undefined;
  if (value === undefined || type === undefined) return undefined;
  const text = JSON.stringify(omitFields(value, type, lookup));
  return text === JSON.stringify(value) ? undefined : text;
}

function omitFields(value: Json, type: Type | undefined, lookup: Lookup): Json {
  const resolved = lookup.resolve(type);
  if (Array.isArray(value)) {
    const items = resolved?.kind === 'array' ? resolved.items : undefined;
    return (value as readonly Json[]).map((item) => omitFields(item, items, lookup));
  }
  if (!isObject(value) || (resolved?.kind !== 'object' && resolved?.kind !== 'map')) return value;
  const findType = (name: string): Type | undefined =>
    resolved.kind === 'map' ? resolved.values : (resolved.fields.find((field) => field.name === name)?.type ?? resolved.additional);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const memberType = findType(name);
    return memberType === undefined ? [] : [[name, omitFields(member, memberType, lookup)] as const];
  });
  return Object.fromEntries(members);
}
