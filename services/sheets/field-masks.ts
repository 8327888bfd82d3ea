/** Applies the field masks of requests, and completes colors and formats as the service does. */
import { isList, isObject, parseMask, type HandlerCall, type Json, type JsonObject, type Mask } from '../../mock/service.js';

/** Parses the `fields` of a request. Throws 400 for a missing or invalid mask. */
export function requireFields(call: Pick<HandlerCall, 'reject'>, text: Json | undefined): Mask {
  if (typeof text !== 'string' || text === '')
    return call.reject('invalid', "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)");
  try {
    return withColorPairs(parseMask(text.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())));
  } catch {
    return call.reject('invalid', `Invalid field mask: ${text}`);
  }
}

/** A color and its style change together. */
function withColorPairs(mask: Mask): Mask {
  const entries = [...mask].map(([name, inner]) => [name, inner && withColorPairs(inner)] as const);
  const pairs = entries.flatMap(([name]) => (isColorName(name) ? [[getPairName(name), null] as const] : []));
  return new Map([...pairs, ...entries]) as Mask;
}

const isColorName = (name: string): boolean => /^(?:\w*C|c)olor(?:Style)?$/.test(name);
const getPairName = (name: string): string => (name.endsWith('Style') ? name.slice(0, -'Style'.length) : `${name}Style`);

/** Replaces the fields of the mask by those of `source`. A field that `source` lacks is removed. `*` stands for all fields of both. */
export function replaceFields(target: JsonObject, source: JsonObject, mask: Mask): JsonObject {
  const replaced: Record<string, Json> = { ...target };
  const names = mask.has('*') ? new Set([...Object.keys(target), ...Object.keys(source)]) : mask.keys();
  for (const name of names) {
    const inner = mask.get(name) ?? null;
    const value = source[name];
    const before = target[name];
    const next = inner && !mask.has('*') ? replaceFields(isObject(before) ? before : {}, isObject(value) ? value : {}, inner) : value;
    if (next === undefined || next === null || (inner && isEmpty(next))) delete replaced[name];
    else replaced[name] = next;
  }
  return replaced;
}

const isEmpty = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;

/** Returns a value with colors as the service stores them: with 8 bits, and under both names. */
export function completeColors<T extends Json>(value: T): T {
  if (isList(value)) return value.map((item) => completeColors(item)) as unknown as T;
  if (!isObject(value)) return value;
  const completed: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value)) {
    if (!isColorName(name) || !isObject(member)) completed[name] = completeColors(member);
    else if (name.endsWith('Style'))
      completed[name] = isObject(member['rgbColor']) ? { ...member, rgbColor: roundColor(member['rgbColor']) } : member;
    else if (isRgb(member)) completed[name] = roundColor(member);
    else completed[name] = completeColors(member);
  }
  for (const [name, member] of Object.entries(completed)) {
    if (!isColorName(name) || !isObject(member)) continue;
    const pair = getPairName(name);
    const color = member['rgbColor'];
    if (name.endsWith('Style') && isObject(color)) completed[pair] = color;
    else if (!name.endsWith('Style') && isRgb(member) && value[pair] === undefined) completed[pair] = { rgbColor: member };
  }
  return completed as T;
}

const isRgb = (color: JsonObject): boolean => Object.keys(color).every((name) => ['red', 'green', 'blue', 'alpha'].includes(name));

function roundColor(color: JsonObject): JsonObject {
  const channels = Object.entries(color).flatMap(([name, value]) => {
    const rounded = Math.fround(Math.floor(Number(value) * 255) / 255);
    return rounded === 0 ? [] : [[name, Number(rounded.toPrecision(8))] as const];
  });
  return Object.fromEntries(channels);
}
