/** Normalizes links, which can be absolute or relative to the service. */
import type { Json } from '../../lib/json.js';

/**
 * Returns `projects/p/global/networks/n` for a full or partial URL, including one relative to the project in `segments`. Returns any other
 * value unchanged.
 */
export function toLinkedPath(value: Json | undefined, segments: readonly string[]): Json | undefined {
  if (typeof value !== 'string') return value;
  const project = segments[segments.indexOf('projects') + 1];
  if (project !== undefined && /^(?:global|regions|zones)\//.test(value)) return `projects/${project}/${value}`;
  const start = value.indexOf('projects/');
  return /^(?:https?:\/\/|\/|projects\/)/.test(value) && start >= 0 ? value.slice(start) : value;
}
