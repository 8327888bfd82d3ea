/** Emits the resolved description of an API as JSON. */
import type { Json } from '../lib/json.js';
import type { Api } from '../model/model.js';
import { escapeJsonText } from '../lib/literals.js';
import { toDiscovery } from './discovery.js';
import type { EmittedFile } from './emitter.js';

/** Formats JSON with one line per schema and method, so that it is small and a change is visible. */
function formatLines(value: Json, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatLines(member, depth - 1)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

export function createJsonFile(path: string, value: Json): EmittedFile & { readonly text: string } {
  return { path, text: `${escapeJsonText(formatLines(value, 3))}\n`, format: 'ready' };
}

const specifications = new WeakMap<Api, EmittedFile & { readonly text: string }>();

/** Creates `spec.json`, once per model because several emitters need its text or its hash. */
export function createSpecification(api: Api): EmittedFile & { readonly text: string } {
  const specification = specifications.get(api) ?? createJsonFile('spec.json', toDiscovery(api));
  specifications.set(api, specification);
  return specification;
}
