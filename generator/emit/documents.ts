/** `spec.json` and `openapi.json`: the description as it was understood. */
import type { Api, Json } from '../model/model.js';
import { toDiscovery } from './discovery.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { toOpenApi } from './openapi.js';

function jsonFile(path: string, value: Json): EmittedFile {
  return { path, text: `${JSON.stringify(value, null, 2)}\n`, format: 'ready' };
}

export const documents: Emitter = {
  name: 'documents',
  part: 'docs',
  emit: (api: Api) => [jsonFile('spec.json', toDiscovery(api)), jsonFile('openapi.json', toOpenApi(api))],
};
