/** Emits the resolved API description as `spec.json` and `openapi.json`. */
import type { Api, Json } from '../model/model.js';
import { toDiscovery } from './discovery.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { toOpenApi } from './openapi.js';

function createJsonFile(path: string, value: Json): EmittedFile {
  return { path, text: `${JSON.stringify(value, null, 2)}\n`, format: 'ready' };
}

export const documents: Emitter = {
  name: 'documents',
  part: 'docs',
  emit: (api: Api) => [createJsonFile('spec.json', toDiscovery(api)), createJsonFile('openapi.json', toOpenApi(api))],
};
