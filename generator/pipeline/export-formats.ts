/** Formats the resolved description of an API as one JSON document. */
import { toDiscovery } from '../emit/discovery.js';
import { toJsonSchema } from '../emit/json-schema.js';
import { toOpenApi } from '../emit/openapi.js';
import type { Api, Json } from '../model/model.js';

export const exportFormats = ['discovery', 'openapi', 'json-schema'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const writers: Readonly<Record<ExportFormat, (api: Api) => Json>> = {
  discovery: toDiscovery,
  openapi: toOpenApi,
  'json-schema': toJsonSchema,
};

/** Pure: the same model gives the same document, with members in the same order. */
export function exportSpec(api: Api, to: ExportFormat): Json {
  return writers[to](api);
}
