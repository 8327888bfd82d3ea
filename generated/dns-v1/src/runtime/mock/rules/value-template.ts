/** Values as rules state them, with the fields of a resource in place of `{field}`, and what a request gives in place of `{now}` and `{parameter.name}`. */
import type { StatedValue } from '../../resource-rules.js';
import { isList, isObject, getMember, type Json, type JsonObject } from '../json.js';

/** What placeholders stand for besides fields, by their names; `undefined` for any other name. */
export type Sources = (name: string) => Json | undefined;

const noSources: Sources = () => undefined;

/** The value with the fields in their places; `undefined` where one of them is not there. */
export function expandValue(value: StatedValue, fields: JsonObject, sources: Sources = noSources): Json | undefined {
  if (typeof value === 'string') return expandedText(value, fields, sources);
  if (typeof value !== 'object') return value;
  if (isList(value as Json)) {
    const items = (value as readonly StatedValue[]).map((each) => expandValue(each, fields, sources));
    return items.some((each) => each === undefined) ? undefined : (items as readonly Json[]);
  }
  return expandObject(value as { readonly [name: string]: StatedValue }, fields, sources);
}

export function expandObject(
  value: { readonly [name: string]: StatedValue },
  fields: JsonObject,
  sources: Sources = noSources,
): JsonObject | undefined {
  const found = Object.entries(value).map(([name, each]) => [name, expandValue(each, fields, sources)] as const);
  return found.some(([, each]) => each === undefined) ? undefined : (Object.fromEntries(found) as JsonObject);
}

function expandedText(text: string, fields: JsonObject, sources: Sources): Json | undefined {
  const whole = /^\{([\w.]+)\}$/.exec(text)?.[1];
  if (whole !== undefined) return sources(whole) ?? fieldAt(fields, whole);
  let missing = false;
  const filled = text.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = sources(path) ?? fieldAt(fields, path);
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
      (found, name) => (isList(found) ? found[Number(name)] : isObject(found) ? getMember(found, name) : undefined),
      fields,
    );
}
