/**
 * Expands the value templates of rules. `{field}` is replaced with a field of the object that has the rule, and `{now}`, `{path.name}`,
 * `{generated.hex(8)}`, and the like with values that the caller resolves.
 */
import type { StatedValue } from '../../../runtime/resource-rules.js';
import { isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';

/** Resolves placeholders that aren't fields. Returns `undefined` for an unknown name. */
export type PlaceholderResolver = (name: string) => Json | undefined;

const resolveNothing: PlaceholderResolver = () => undefined;

/** Expands a template. Returns `undefined` if a field is absent. */
export function expandValue(value: StatedValue, fields: JsonObject, sources: PlaceholderResolver = resolveNothing): Json | undefined {
  if (typeof value === 'string') return expandText(value, fields, sources);
  if (typeof value !== 'object') return value;
  if (isList(value as Json)) {
    const items = (value as readonly StatedValue[]).map((item) => expandValue(item, fields, sources));
    return items.some((item) => item === undefined) ? undefined : (items as readonly Json[]);
  }
  return expandObject(value as { readonly [name: string]: StatedValue }, fields, sources);
}

export function expandObject(
  value: { readonly [name: string]: StatedValue },
  fields: JsonObject,
  sources: PlaceholderResolver = resolveNothing,
): JsonObject | undefined {
  const entries = Object.entries(value).map(([name, each]) => [name, expandValue(each, fields, sources)] as const);
  return entries.some(([, each]) => each === undefined) ? undefined : (Object.fromEntries(entries) as JsonObject);
}

function expandText(text: string, fields: JsonObject, sources: PlaceholderResolver): Json | undefined {
  if (!text.includes('{')) return text;
  const placeholder = /^\{([\w.]+(?:\(\d+\))?)\}$/.exec(text)?.[1];
  if (placeholder !== undefined) return sources(placeholder) ?? getFieldValue(fields, placeholder);
  let isMissing = false;
  const expanded = text.replace(/\{([\w.]+(?:\(\d+\))?)\}/g, (_, path: string) => {
    const value = sources(path) ?? getFieldValue(fields, path);
    isMissing ||= value === undefined || typeof value === 'object';
    return String(value);
  });
  return isMissing ? undefined : expanded;
}

/** Returns the field at a path. Array elements are addressed by index: `nameServers.0`. */
function getFieldValue(fields: JsonObject, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (current, name) => (isList(current) ? current[Number(name)] : isObject(current) ? getMember(current, name) : undefined),
      fields,
    );
}
