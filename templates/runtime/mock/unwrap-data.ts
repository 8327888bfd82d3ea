/** Services that put their bodies below `data`. */
import { isObject, getMember, type JsonObject } from './json.js';
import type { Method } from './world/method.js';

/** They take them without it, too. */
export function unwrapData({ api }: Method, value: JsonObject | undefined): JsonObject | undefined {
  const inner = api.dataWrapper ? getMember(value, 'data') : undefined;
  return isObject(inner) ? inner : value;
}
