/** Emits the resolved API description as `spec.json` and `openapi.json`. */
import type { Api, Json } from '../model/model.js';
import { toDiscovery } from './discovery.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { toOpenApi } from './openapi.js';

/** Formats JSON with one line per schema and method, so that it is small and a change is visible. */
function formatLines(value: Json, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatLines(member, depth - 1)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

function createJsonFile(path: string, value: Json): EmittedFile {
  return { path, text: `${formatLines(value, 3)}\n`, format: 'ready' };
}

export const createSpecification = (api: Api): EmittedFile => createJsonFile('spec.json', toDiscovery(api));

export const documents: Emitter = {
  name: 'documents',
  part: 'docs',
  emit: (api: Api) => [createSpecification(api), createJsonFile('openapi.json', toOpenApi(api))],
};
