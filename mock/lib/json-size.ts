/** Estimates of the memory that JSON values take. */
import { isList, isObject, type Json } from './json.js';

/** About what an object, an array, or a member takes in addition to its content, in bytes. */
const overhead = 16;

/** Returns about how many bytes a value takes. */
export function estimateSize(value: Json): number {
  return estimateReplaced(value, undefined);
}

/** Returns about how many bytes a value takes that its replacement doesn't share. Strings count as not shared. */
export function estimateReplaced(value: Json, replacement: Json | undefined): number {
  if (typeof value === 'string') return overhead + value.length;
  if (typeof value !== 'object' || value === null || value === replacement) return overhead;
  let size = overhead;
  if (isList(value)) {
    const others = isList(replacement) ? replacement : [];
    for (let index = 0; index < value.length; index++) size += estimateReplaced(value[index] as Json, others[index]);
    return size;
  }
  const others = isObject(replacement) ? replacement : undefined;
  // Names count, because those of maps can be long.
  for (const name in value) size += name.length + estimateReplaced(value[name] as Json, others?.[name]);
  return size;
}
