/** The implementation of `exportSpec`: exports a configured API or a file as one JSON document. */
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { toDiscovery } from '../emit/discovery.js';
import { toJsonSchema } from '../emit/json-schema.js';
import { toOpenApi } from '../emit/openapi.js';
import { type Diagnostic, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Json } from '../lib/json.js';
import type { Api } from '../model/model.js';
import { loadApi } from './load-api.js';
import { checkConfigVariables } from './output-checks.js';

export type ExportFormat = 'discovery' | 'openapi' | 'json-schema';

/** Functions that format the description of an API as a document. */
export const exporters: Readonly<Record<ExportFormat, (api: Api) => Json>> = {
  discovery: toDiscovery,
  openapi: toOpenApi,
  'json-schema': toJsonSchema,
};
export const exportFormats = Object.keys(exporters) as readonly ExportFormat[];

export interface ExportOptions extends SourceOptions {
  readonly to: ExportFormat;
}

export interface ExportResult {
  /** Absent if there are errors. */
  readonly document?: Json;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` for an API that is neither a configured name nor a file, an invalid config, or an unknown variable. */
export function exportDescription(api: string, options: ExportOptions, effects: Effects): ExportResult {
  const config = selectSources([api], options, effects);
  const loadResults = config.sources.map((source) => loadApi(source, config, effects));
  const loadDiagnostics = loadResults.flatMap(({ diagnostics }) => diagnostics);
  const diagnostics = sortDiagnostics([...loadDiagnostics, ...checkConfigVariables(config, loadResults)]);
  const model = loadResults[0]?.resolved?.api;
  return model === undefined ? { diagnostics } : { document: exporters[options.to](model), diagnostics };
}
