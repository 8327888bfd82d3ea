/** Unwraps the bodies of services that nest them in `data`. */
import { isObject, getMember, type JsonObject } from '../lib/json.js';
import type { Method } from './method.js';

/** Returns the member `data` of a body, or the body itself, which these services also accept. */
export function unwrapData({ api }: Method, value: JsonObject | undefined): JsonObject | undefined {
  const inner = api.dataWrapper ? getMember(value, 'data') : undefined;
  return isObject(inner) ? inner : value;
}
