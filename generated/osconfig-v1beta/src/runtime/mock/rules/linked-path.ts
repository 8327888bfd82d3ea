/** Links name the same resource with and without the service's address. */
import type { Json } from '../json.js';

/** `projects/p/global/networks/n` of a full or partial URL; any other value as it is. */
export function linkedPath(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const at = value.indexOf('projects/');
  return /^(?:https?:\/\/|\/|projects\/)/.test(value) && at >= 0 ? value.slice(at) : value;
}
