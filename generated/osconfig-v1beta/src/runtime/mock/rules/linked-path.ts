/** Links name the same resource with and without the service's address. */
import type { Json } from '../json.js';

/** `projects/p/global/networks/n` of a full or partial URL, also of one that begins below the project to which `segments` lead; any other value as it is. */
export function toLinkedPath(value: Json | undefined, segments: readonly string[]): Json | undefined {
  if (typeof value !== 'string') return value;
  const project = segments[segments.indexOf('projects') + 1];
  if (project !== undefined && /^(?:global|regions|zones)\//.test(value)) return `projects/${project}/${value}`;
  const at = value.indexOf('projects/');
  return /^(?:https?:\/\/|\/|projects\/)/.test(value) && at >= 0 ? value.slice(at) : value;
}
