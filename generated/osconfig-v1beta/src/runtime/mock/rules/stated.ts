/** Values as rules state them, with the fields of a resource in place of `{field}`. */
import type { StatedValue } from '../../resource-rules.js';
import { isList, isObject, member, type Json, type JsonObject } from '../json.js';

/** The value with the fields in their places; `undefined` where one of them is not there. */
export function expanded(value: StatedValue, fields: JsonObject): Json | undefined {
  if (typeof value === 'string') return expandedText(value, fields);
  if (typeof value !== 'object') return value;
  if (isList(value as Json)) {
    const items = (value as readonly StatedValue[]).map((each) => expanded(each, fields));
    return items.some((each) => each === undefined) ? undefined : (items as readonly Json[]);
  }
  return expandedObject(value as { readonly [name: string]: StatedValue }, fields);
}

export function expandedObject(value: { readonly [name: string]: StatedValue }, fields: JsonObject): JsonObject | undefined {
  const found = Object.entries(value).map(([name, each]) => [name, expanded(each, fields)] as const);
  return found.some(([, each]) => each === undefined) ? undefined : (Object.fromEntries(found) as JsonObject);
}

function expandedText(text: string, fields: JsonObject): Json | undefined {
  const whole = /^\{([\w.]+)\}$/.exec(text)?.[1];
  if (whole !== undefined) return fieldAt(fields, whole);
  let missing = false;
  const filled = text.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = fieldAt(fields, path);
    missing ||= value === undefined || typeof value === 'object';
    return String(value);
  });
  return missing ? undefined : filled;
}

/** `nameServers.0`: elements of lists by their numbers. */
function fieldAt(fields: JsonObject, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (found, name) => (isList(found) ? found[Number(name)] : isObject(found) ? member(found, name) : undefined),
      fields,
    );
}
